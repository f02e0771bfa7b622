import { copyNetwork, type Network } from "../../networks/network.ts";

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
