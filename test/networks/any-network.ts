import fc from "fast-check";
import { type NamedNetwork, networksAt } from "../../src/networks/generators/networks-at.ts";
import type { Network, Pair } from "../../src/networks/network.ts";

/** Every width up to 130: all small ones, and what lies around powers of two up to 128. */
export const WIDTHS: readonly number[] = Array.from({ length: 130 }, (_, index) => index + 1);

/** The generated networks of every width, with the width in their names. */
export function* everyNetwork(widths: readonly number[] = WIDTHS): Generator<NamedNetwork> {
  for (const width of widths) yield* networksAt(width);
}

/** Networks that are anything: few of them are scans. */
export const anyNetwork: fc.Arbitrary<Network> = fc.integer({ min: 1, max: 6 }).chain((width) =>
  fc
    .array(fc.uniqueArray(anyPair(width), { selector: ([, destination]) => destination, maxLength: width }), {
      maxLength: 5,
    })
    .map((steps) => ({ width, steps: steps.map((step) => step.filter(([one, other]) => one !== other)) })),
);

/** Networks whose pairs all lead to higher wires: scans are among them. */
export const forwardNetwork: fc.Arbitrary<Network> = anyNetwork.map(({ width, steps }) => ({
  width,
  steps: steps.map((step) => step.filter(([source, destination]) => source < destination)),
}));

function anyPair(width: number): fc.Arbitrary<Pair> {
  return fc.tuple(fc.integer({ min: 0, max: width - 1 }), fc.integer({ min: 0, max: width - 1 }));
}
