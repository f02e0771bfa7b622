import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { newAccumulator } from "./new-accumulator.ts";

/** The exact sum by integers of any length: shares nothing with limbs. */
function sumOfIntegers(values: readonly number[], type: "f64" | "f32"): number {
  if (values.every((value) => Object.is(value, -0))) return -0;
  const view = new DataView(new ArrayBuffer(8));
  let sum = 0n;
  for (const value of values) {
    view.setFloat64(0, Math.abs(value));
    const bits = view.getBigUint64(0);
    const exponent = bits >> 52n;
    const significand = bits & 0xfffffffffffffn;
    const units = exponent === 0n ? significand : (significand | 0x10000000000000n) << (exponent - 1n);
    sum += value < 0 ? -units : units;
  }
  const magnitude = sum < 0n ? -sum : sum;
  const [digits, smallest] = type === "f64" ? [53, 0] : [24, 925];
  const cut = BigInt(Math.max(magnitude.toString(2).length - digits, smallest));
  let kept = magnitude >> cut;
  const twice = (magnitude - (kept << cut)) * 2n;
  const one = 1n << cut;
  if (twice > one || (twice === one && kept % 2n === 1n)) kept += 1n;
  const units = kept << cut;
  // At most 53 digits, so that a conversion of the integer does not round; what is beyond a double's range is an infinity.
  const value = units >> 2098n > 0n ? Number.POSITIVE_INFINITY : toDouble(units);
  const signed = sum < 0n ? -value : value;
  return type === "f32" ? Math.fround(signed) : signed;
}

function toDouble(units: bigint): number {
  const shift = Math.max(0, units.toString(2).length - 53);
  let value = Number(units >> BigInt(shift));
  for (let rest = shift - 1074; rest !== 0; ) {
    const step = Math.max(-1000, Math.min(1000, rest));
    // Down by 1000 first would lose digits of what is large enough in the end.
    value *= 2 ** step;
    rest -= step;
  }
  return value;
}

const SEED = 20261121;
const finite = fc.double({ noNaN: true, noDefaultInfinity: true });

describe("exactAccumulator", () => {
  it.each(["f64", "f32"] as const)("is the integer sum, rounded once, for %s", (type) => {
    const term = type === "f64" ? finite : fc.float({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(fc.array(term, { minLength: 1, maxLength: 40 }), (values) => {
        const sum = newAccumulator({ kind: "exact" }, type);
        for (const [i, value] of values.entries()) {
          sum.add(value);
          expect(sum.observe()).toBe(sumOfIntegers(values.slice(0, i + 1), type));
        }
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  it("has one state for one multiset of terms, however grouped", () => {
    fc.assert(
      fc.property(fc.array(finite, { minLength: 1, maxLength: 30 }), fc.nat(), (values, cut) => {
        const whole = newAccumulator({ kind: "exact" }, "f64");
        for (const value of values) whole.add(value);
        const [left, right] = [
          newAccumulator({ kind: "exact" }, "f64"),
          newAccumulator({ kind: "exact" }, "f64"),
        ];
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

  it.each([
    [[1, 1e100, 1, -1e100], 2],
    [[1e308, 1e308, -1e308], 1e308],
    [[Number.MAX_VALUE, 2 ** 969], Number.MAX_VALUE],
    [[Number.MAX_VALUE, 2 ** 970], Number.POSITIVE_INFINITY],
    [[-Number.MAX_VALUE, -1], -Number.MAX_VALUE],
    [[-0, -0], -0],
    [[-0, 0], 0],
    [[5e-324, -5e-324], 0],
    [[Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY], Number.NaN],
    [[Number.POSITIVE_INFINITY, 1], Number.POSITIVE_INFINITY],
    [[Number.NaN, Number.POSITIVE_INFINITY], Number.NaN],
  ])("%j is %s", (values, expected) => {
    const sum = newAccumulator({ kind: "exact" }, "f64");
    for (const value of values) sum.add(value);
    expect(sum.observe()).toBe(expected);
  });

  it("brings carries up where they would leave the range of exact integers", () => {
    const sum = newAccumulator({ kind: "exact" }, "f64");
    const count = 2 ** 21 + 3;
    const term = -(2 ** 53 - 1);
    for (let i = 0; i < count; i++) sum.add(term);
    expect(sum.state()).toMatchObject({ sum: (BigInt(count) * BigInt(term)) << 1074n });
  });
});
