import { type NamedNetwork, networksAt } from "../../networks/generators/networks-at.ts";
import { recursiveLadnerFischer } from "../../networks/generators/recursive-ladner-fischer.ts";
import { metricsOf } from "../../networks/metrics.ts";
import { copyNetwork, type Network } from "../../networks/network.ts";
import { checkIntervals } from "../../networks/validators/check-intervals.ts";
import { checkObject } from "../../values/check-arguments.ts";
import { checkBounds, type NetworkBounds } from "./network-bounds.ts";

/** The smallest of the generated networks that keeps within a depth and a number of readers, `recursive-ladner-fischer:k` among them; undefined where none does. @throws InvalidArgumentError as `findNetwork` does */
export function smallestKnown(bounds: Omit<NetworkBounds, "size">): NamedNetwork | undefined {
  const { readers = Number.POSITIVE_INFINITY, ...rest } = checkObject("bounds", bounds);
  checkBounds({ ...rest, ...(readers === Number.POSITIVE_INFINITY ? {} : { readers }), size: 0 });
  const { width, depth } = rest;
  const least = Math.ceil(Math.log2(width));
  const recursive = Array.from(
    { length: Math.max(0, Math.min(depth, 2 * least) - least + 1) },
    (_, slack) => ({
      name: `recursive-ladner-fischer:${slack}`,
      aliases: [],
      network: recursiveLadnerFischer(width, slack),
    }),
  );
  return [...networksAt(width), ...recursive]
    .filter(({ network }) => network.steps.length <= depth && readersOf(network) <= readers)
    .filter(({ network }) => checkIntervals(network).holds)
    .sort((one, other) => metricsOf(one.network).size - metricsOf(other.network).size)
    .at(0);
}

/**
 * How many combines read one value at most, an element or a result, in whatever steps.
 *
 * Metrics count otherwise: edges that leave a wire in one step, with the one to itself, which an output has too.
 */
export function readersOf(given: Network): number {
  const { width, steps } = copyNetwork(given);
  const readers = new Uint32Array(width); // of the value that is now on each wire
  let most = 0;
  for (const step of steps) {
    for (const wire of step.flat()) {
      readers[wire]++;
      most = Math.max(most, readers[wire]);
    }
    for (const [, destination] of step) readers[destination] = 0;
  }
  return most;
}
