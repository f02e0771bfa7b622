import sumPrecise from "math.sumprecise";
import { describe, expect, test } from "vitest";
import { drawsFrom, KINDS, randomTerms } from "../random-terms.ts";
import { exactSum } from "./exact.ts";
import { decode, type Float, nearest } from "./format.ts";

const SEED = 20261121;
const TYPES: readonly Float[] = ["f64", "f32"];

// The oracle is checked by two that share nothing with it: the machine's own addition, and a polyfill by others.
describe(`the exact oracle (seed ${SEED})`, () => {
  test.each(KINDS)("%s: of two terms it is the machine's sum", (kind) => {
    const draws = drawsFrom(SEED);
    for (let i = 0; i < 2000; i++) {
      const [left, right] = randomTerms("f64", kind, 2, draws);
      expect(exactSum("f64", [left, right])).toBe(left + right);
      const [first, second] = randomTerms("f32", kind, 2, draws);
      expect(exactSum("f32", [first, second])).toBe(Math.fround(first + second));
    }
  });

  test.each(KINDS)("%s: of many terms it is the polyfill's", (kind) => {
    const draws = drawsFrom(SEED);
    for (let i = 0; i < 200; i++) {
      const terms = randomTerms("f64", kind, 1 + draws.below(30), draws);
      expect(exactSum("f64", terms)).toBe(sumPrecise(terms));
    }
  });

  test.each(TYPES)("%s: a value taken apart and put together is itself", (type) => {
    const draws = drawsFrom(SEED);
    for (const value of KINDS.flatMap((kind) => randomTerms(type, kind, 300, draws))) {
      const decoded = decode(type, value);
      if (decoded.kind !== "finite") throw new RangeError("the terms are finite");
      expect(nearest(type, decoded.units)).toBe(value === 0 ? 0 : value);
      expect(decoded.isNegativeZero).toBe(Object.is(value, -0));
    }
  });

  test("a half past the largest is the infinity, and a unit less is not", () => {
    expect(exactSum("f64", [Number.MAX_VALUE, 2 ** 970])).toBe(Number.POSITIVE_INFINITY);
    expect(exactSum("f64", [Number.MAX_VALUE, 2 ** 970, -Number.MIN_VALUE])).toBe(Number.MAX_VALUE);
    expect(exactSum("f32", [-(2 ** 128 - 2 ** 104), -(2 ** 103)])).toBe(Number.NEGATIVE_INFINITY);
    expect(exactSum("f32", [-(2 ** 128 - 2 ** 104), -(2 ** 103), 2 ** -149])).toBe(-(2 ** 128 - 2 ** 104));
  });
});
