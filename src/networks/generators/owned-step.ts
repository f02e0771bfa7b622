// What generators are made of. Each wire says which wire it takes up, if any: then no step can write a wire twice.
import { describe } from "../../values/describe.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { MAX_WIDTH, type Network, type Pair, type Step } from "../network.ts";

/** The source that a wire takes up in a step; undefined where it takes none. */
export type SourceOf = (wire: number) => number | undefined;

/** A step as its destinations see it: each wire says what it takes up. */
export function ownedStep(width: number, sourceOf: SourceOf): Step {
  const pairs: Pair[] = [];
  for (let wire = 0; wire < width; wire++) {
    const source = sourceOf(wire);
    if (source !== undefined) pairs.push([source, wire]);
  }
  return pairs;
}

/** The network of these steps without those that do nothing, as happens at small widths. */
export function networkOf(width: number, steps: Iterable<Step>): Network {
  return { width, steps: Array.from(steps).filter((step) => step.length > 0) };
}

/** ⌈log2 width⌉: the steps that a scan of this width needs at least. */
export function levelCountOf(width: number): number {
  return Math.ceil(Math.log2(width)); // exact at powers of two
}

/** A level of the up-sweep: the last wire of every complete block of 2^(level + 1) takes up the last of its lower half. */
export function upStep(width: number, level: number): Step {
  const half = 2 ** level;
  return ownedStep(width, (wire) => ((wire + 1) % (2 * half) === 0 ? wire - half : undefined));
}

/** A level of the down-sweep: the last wire of every lower half takes up the last of the block before, which is a prefix by then. */
export function downStep(width: number, level: number): Step {
  const half = 2 ** level;
  return ownedStep(width, (wire) => {
    const isLastOfLowerHalf = (wire + 1) % (2 * half) === half;
    return isLastOfLowerHalf && wire >= 2 * half ? wire - half : undefined;
  });
}

/** @throws InvalidArgumentError unless it is an integer from `least` to 65,536 */
export function checkParameter(argument: string, value: number, least: number): void {
  if (Number.isInteger(value) && value >= least && value <= MAX_WIDTH) return;
  throw new InvalidArgumentError(argument, `an integer from ${least} to ${MAX_WIDTH}`, describe(value));
}
