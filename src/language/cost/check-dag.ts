import { describe } from "../../values/describe.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import type { CostDag } from "./dag-meter.ts";

/**
 * A graph, looked at: each node waits for nodes before it. What many wait for is one list, looked at once.
 *
 * @throws InvalidArgumentError naming the node
 */
export function checkDag(dag: CostDag): CostDag {
  const given = dag as { readonly waitsFor?: unknown; readonly places?: unknown } | null | undefined;
  const { waitsFor, places } = given ?? {};
  if (!Array.isArray(waitsFor))
    throw new InvalidArgumentError("dag.waitsFor", "a list for each node", describe(waitsFor));
  if (!Array.isArray(places) || places.length !== waitsFor.length) {
    throw new InvalidArgumentError("dag.places", `${waitsFor.length}, one for each node`, describe(places));
  }
  for (let node = 0; node < places.length; node++) {
    const place: unknown = places[node];
    if (!Number.isInteger(place)) {
      throw new InvalidArgumentError(`dag.places[${node}]`, "a place in a text, or -1", describe(place));
    }
  }
  const seen = new Set<unknown>();
  for (let node = 0; node < waitsFor.length; node++) {
    const before: unknown = waitsFor[node];
    if (seen.has(before)) continue;
    if (
      !Array.isArray(before) ||
      !before.every((earlier) => isBefore(earlier, node)) ||
      Object.keys(before).length !== before.length
    ) {
      throw new InvalidArgumentError(`dag.waitsFor[${node}]`, "nodes before it", describe(before));
    }
    seen.add(before);
  }
  return { waitsFor, places };
}

function isBefore(earlier: unknown, node: number): boolean {
  return Number.isInteger(earlier) && Number(earlier) >= 0 && Number(earlier) < node;
}
