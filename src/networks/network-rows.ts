// A network seen element by element instead of step by step: what an executor needs that has read elements 0 … d and not the rest.
import { InvalidArgumentError } from "../values/errors.ts";
import { directionIn } from "./direction.ts";
import type { Network } from "./network.ts";

/**
 * A forward network element by element: all that can be known once elements 0 … d are there, wire d alone being new.
 *
 * Every value that a wire ever has, has a slot: that of element d is `starts[d]`, what it is after the k-th pair that writes wire d is `starts[d] + k`,
 * and output d is `starts[d + 1] − 1`. The slot s that a pair writes is `slot(sources[s])·slot(s − 1)`; both stand before s, so that slots in their order
 * are a program in which each value is made after its operands.
 */
export interface NetworkRows {
  readonly starts: Int32Array; // of width + 1 slots
  readonly sources: Int32Array; // of every slot: that of its left operand, −1 for an element
}

/**
 * The slots of a network. O(size).
 *
 * @throws InvalidArgumentError for a network with a pair that leads to a lower wire: its elements are needed before they are there
 */
export function networkRows(network: Network): NetworkRows {
  const { width, steps } = network;
  if (directionIn(network) === "backward" || steps.some((step) => step.some(([from, to]) => from > to))) {
    throw new InvalidArgumentError(
      "network",
      "one whose pairs all lead to higher wires",
      "one with a pair that does not",
    );
  }
  const counts = new Int32Array(width);
  for (const step of steps) for (const [, destination] of step) counts[destination]++;
  const starts = new Int32Array(width + 1);
  for (let wire = 0; wire < width; wire++) starts[wire + 1] = starts[wire] + 1 + counts[wire];
  const sources = new Int32Array(starts[width]).fill(-1);
  const current = starts.slice(0, width); // the slot of each wire's value so far
  for (const step of steps) {
    const read = step.map(([source]) => current[source]); // all pairs read before any writes
    step.forEach(([, destination], index) => {
      sources[++current[destination]] = read[index];
    });
  }
  return { starts, sources };
}
