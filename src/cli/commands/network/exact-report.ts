import {
  knownBounds,
  metricsOf,
  type Network,
  type NetworkBounds,
  printNetwork,
  type SmallestNetwork,
  smallestKnown,
} from "../../../networks.ts";
import type { JsonValue } from "../../json-line.ts";
import { alignedLines } from "../../report.ts";

/** What `samebits network exact` found. */
interface ExactReport {
  readonly bounds: Omit<NetworkBounds, "size">;
  readonly found: SmallestNetwork;
  readonly proved: number | undefined; // steps of the proof that was written
}

/** For a person: sizes, who says that nothing is smaller, the pairs. */
export function exactText({ bounds, found, proved }: ExactReport): string {
  const network = found.status === "none" ? undefined : found.network;
  const known = smallestKnown(bounds);
  const lines = alignedLines({
    N: String(bounds.width),
    depth: `at most ${bounds.depth}`,
    readers: bounds.readers === undefined ? undefined : `at most ${bounds.readers} combines read a value`,
    size: sizeText(found),
    bounds: knownBounds(bounds.width, bounds.depth)
      .map(({ size, by }) => `${size} (${by})`)
      .join(", "),
    generated: known === undefined ? "none" : `${metricsOf(known.network).size} (${known.name})`,
    proof: proved === undefined ? undefined : `${proved} steps`,
  });
  return network === undefined ? lines : `${lines}\n${printNetwork(network)}`;
}

function sizeText(found: SmallestNetwork): string {
  if (found.status === "none") return "no network of any size keeps within these bounds";
  if (found.status === "proved") {
    const among = found.among === "circuits" ? "circuit" : "network";
    return `${found.size}, and no ${among} is smaller (${found.by})`;
  }
  const { lowerBound, network, reason } = found;
  const best = network === undefined ? "none found" : `${sizeOf(network)} found`;
  return `${best}, at least ${lowerBound.size} (${lowerBound.by}); ${reason}`;
}

/** The same as one JSON object. */
export function exactJson({ bounds, found, proved }: ExactReport): JsonValue {
  const { width: n, ...limits } = bounds;
  const known = { bounds: knownBounds(n, bounds.depth).map((bound) => ({ ...bound })), proofSteps: proved };
  if (found.status === "none") return { n, ...limits, status: "none", ...known };
  const { network, ...said } = found;
  return {
    ...{ n, ...limits, ...said, ...known },
    size: network === undefined ? undefined : sizeOf(network),
    lowerBound: said.status === "open" ? { ...said.lowerBound } : undefined,
    steps: network?.steps,
  };
}

function sizeOf(network: Network): number {
  return metricsOf(network).size;
}
