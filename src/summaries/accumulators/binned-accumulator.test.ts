import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { binnedPrefixes } from "../../reference/binned-sum.ts";
import { newAccumulator } from "./new-accumulator.ts";

const SEED = 20261121;
const FOLDS = [2, 3, 4];

const double = fc.oneof(
  fc.double(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, -0, 5e-324, -5e-324),
);
const large = fc.double({ min: 1e250, noDefaultInfinity: true, noNaN: true });
const single = fc.oneof(
  fc.float(),
  fc.float({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, -0, 2 ** -149),
);
const tiny = fc.integer({ min: -4000, max: 4000 }).map((units) => units * 2 ** -1062);
const tinySingle = fc.integer({ min: -4000, max: 4000 }).map((units) => units * 2 ** -149);

describe.each(FOLDS)("binnedAccumulator with %i bins", (fold) => {
  it.each([
    ["f64", "any", double],
    [
      "f64",
      "large",
      fc.oneof(
        large,
        large.map((value) => -value),
        double,
      ),
    ],
    ["f64", "tiny", tiny],
    ["f64", "half-way", fc.integer({ min: -9, max: 9 }).map((digit) => digit * 2 ** -56)],
    ["f32", "any", single],
    ["f32", "tiny", tinySingle],
  ] as const)("has the values of the float algorithm, %s, %s", (type, _data, term) => {
    fc.assert(
      fc.property(fc.array(term, { minLength: 1, maxLength: 60 }), (values) => {
        const expected = binnedPrefixes(values, fold, type);
        const sum = newAccumulator({ kind: "binned", fold }, type);
        for (const [i, value] of values.entries()) {
          sum.add(value);
          expect(sum.observe()).toBe(expected[i]);
        }
      }),
      { seed: SEED, numRuns: 400 },
    );
  });

  it.each([
    ["f64", double],
    ["f32", single],
  ] as const)("has one state for one multiset of terms, %s", (type, term) => {
    const expression = { kind: "binned", fold } as const;
    fc.assert(
      fc.property(fc.array(term, { minLength: 1, maxLength: 30 }), fc.nat(), (values, cut) => {
        const whole = newAccumulator(expression, type);
        for (const value of values) whole.add(value);
        const [left, right] = [newAccumulator(expression, type), newAccumulator(expression, type)];
        const at = cut % values.length;
        for (const value of values.slice(at).reverse()) left.add(value);
        for (const value of values.slice(0, at)) right.add(value);
        left.merge(right.state());
        expect(left.state()).toEqual(whole.state());
        expect(left.observe()).toBe(whole.observe());
      }),
      { seed: SEED },
    );
  });
});
