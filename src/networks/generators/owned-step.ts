import type { Network, Pair, Step } from "../network.ts";

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
