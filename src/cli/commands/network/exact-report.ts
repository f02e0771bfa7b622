import {
  knownBounds,
  metricsOf,
  type Network,
  type NetworkBounds,
  printNetwork,
  type SmallestNetwork,
  smallestKnown,
} from "../../../networks.ts";
import { type Facts, fact, type Report, report, words } from "../../report.ts";

/** What `samebits network exact` found. */
interface ExactReport {
  readonly bounds: Omit<NetworkBounds, "size">;
  readonly found: SmallestNetwork;
  readonly proved: number | undefined; // steps of the proof that was written
}

/** Sizes, who says that nothing is smaller, the pairs. */
export function exactReport({ bounds, found, proved }: ExactReport): Report {
  const { width, depth, readers } = bounds;
  const network = found.status === "none" ? undefined : found.network;
  const known = smallestKnown(bounds);
  const lowest = knownBounds(width, depth);
  const facts = {
    n: fact(width, String(width), "N"),
    depth: fact(depth, `at most ${depth}`),
    readers: fact(readers, readers === undefined ? undefined : `at most ${readers} combines read a value`),
    status: fact(found.status),
    ...outcomeFacts(found),
    bounds: fact(
      lowest.map((bound) => ({ ...bound })),
      lowest.map(({ size, by }) => `${size} (${by})`).join(", "),
    ),
    proofSteps: fact(proved, proved === undefined ? undefined : `${proved} steps`, "proof"),
    generated: words(known === undefined ? "none" : `${metricsOf(known.network).size} (${known.name})`),
    size: fact(network && sizeOf(network), sizeText(found)),
    steps: fact(network?.steps),
  };
  return report(facts, () => [
    ["n", "depth", "readers", "size", "bounds", "generated", "proofSteps"],
    ...(network === undefined ? [] : ["", printNetwork(network)]),
  ]);
}

function outcomeFacts(found: SmallestNetwork): Facts {
  if (found.status === "proved")
    return { size: fact(found.size), by: fact(found.by), among: fact(found.among) };
  if (found.status === "none") return {};
  return { lowerBound: fact({ ...found.lowerBound }), reason: fact(found.reason) };
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

function sizeOf(network: Network): number {
  return metricsOf(network).size;
}
