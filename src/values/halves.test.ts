import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bitsOfHalf, type HalfType, valueOfHalf } from "./halves.ts";

const SEED = 20261123;

const HALVES = [
  { type: "f16", numbers: 63_490, infinity: 0x7c00, nan: 0x7e00 },
  { type: "bf16", numbers: 65_282, infinity: 0x7f80, nan: 0x7fc0 },
] as const;

/** The values of a type from 0 up, infinity included, by their bits. */
function magnitudes(type: HalfType, infinity: number): readonly number[] {
  return Array.from({ length: infinity + 1 }, (_, bits) => valueOfHalf(type, bits));
}

/** The definition: the nearer of two neighbours, at the middle the even one; beyond the largest as if one more number came there. */
function nearest(values: readonly number[], magnitude: number): number {
  const infinity = values.length - 1;
  let [low, high] = [0, infinity];
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (values[middle] <= magnitude) low = middle;
    else high = middle;
  }
  if (magnitude >= 2 * values[infinity - 1]) return infinity;
  const step = values[low] - values[low - 1];
  const above = high === infinity ? values[low] + step : values[high];
  const tie = values[low] + (above - values[low]) / 2;
  if (magnitude === tie) return low % 2 === 0 ? low : high;
  return magnitude < tie ? low : high;
}

describe.each(HALVES)("$type", ({ type, numbers, infinity, nan }) => {
  const values = magnitudes(type, infinity);

  it(`has ${numbers} values that are not NaN, and each rounds back to itself`, () => {
    let count = 0;
    for (let bits = 0; bits < 2 ** 16; bits++) {
      const value = valueOfHalf(type, bits);
      if (Number.isNaN(value)) expect(bitsOfHalf(type, value)).toBe(nan);
      else {
        count++;
        if (bitsOfHalf(type, value) !== bits) expect.fail(`${bits.toString(16)} gives ${value}`);
      }
    }
    expect(count).toBe(numbers);
  });

  it("is in order, and as exact as it says", () => {
    for (let bits = 1; bits < values.length; bits++) expect(values[bits]).toBeGreaterThan(values[bits - 1]);
    expect(values.every((value) => Math.fround(value) === value)).toBe(true);
    expect(Object.is(valueOfHalf(type, 0x8000), -0)).toBe(true);
  });

  it(`rounds each double to the nearest, ties to even (seed ${SEED})`, () => {
    const scaled = fc
      .tuple(fc.double({ min: 1, max: 2, noNaN: true }), fc.integer({ min: -140, max: 130 }))
      .map(([fraction, exponent]) => fraction * 2 ** exponent);
    const atTie = fc.nat(infinity - 2).map((bits) => values[bits] + (values[bits + 1] - values[bits]) / 2);
    const nearTie = fc
      .tuple(atTie, fc.constantFrom(1 - 2 ** -53, 1, 1 + 2 ** -52))
      .map(([tie, by]) => tie * by);
    const any = fc.oneof(scaled, nearTie, fc.double({ min: 0, noNaN: true }));
    fc.assert(
      fc.property(any, (magnitude) => {
        expect(bitsOfHalf(type, magnitude)).toBe(nearest(values, magnitude));
        expect(bitsOfHalf(type, -magnitude)).toBe(nearest(values, magnitude) + 0x8000);
      }),
      { seed: SEED, numRuns: 20_000 },
    );
  });

  it("rounds a double once: by way of f32 a number just above a tie would become the tie", () => {
    const { ulp } = { f16: { ulp: 2 ** -10 }, bf16: { ulp: 2 ** -7 } }[type];
    const value = 1 + ulp / 2 + 2 ** -40;
    expect(valueOfHalf(type, bitsOfHalf(type, value))).toBe(1 + ulp);
    expect(valueOfHalf(type, bitsOfHalf(type, Math.fround(value)))).toBe(1);
  });
});

describe("known values", () => {
  it.each([
    ["f16", 0x0001, 2 ** -24],
    ["f16", 0x03ff, 1023 * 2 ** -24],
    ["f16", 0x0400, 2 ** -14],
    ["f16", 0x3555, 0.333251953125],
    ["f16", 0x3c00, 1],
    ["f16", 0x7bff, 65504],
    ["f16", 0xc000, -2],
    ["f16", 0xfc00, Number.NEGATIVE_INFINITY],
    ["bf16", 0x0001, 2 ** -133],
    ["bf16", 0x0080, 2 ** -126],
    ["bf16", 0x3f80, 1],
    ["bf16", 0x4049, 3.140625],
    ["bf16", 0x7f7f, 255 * 2 ** 120],
    ["bf16", 0xff80, Number.NEGATIVE_INFINITY],
  ] as const)("%s %i is %d", (type, bits, value) => {
    expect(valueOfHalf(type, bits)).toBe(value);
    expect(bitsOfHalf(type, value)).toBe(bits);
  });

  it.each([
    ["f16", 65519.99999999999, 0x7bff],
    ["f16", 65520, 0x7c00], // the tie to one number more than there is
    ["f16", 2 ** -25, 0], // a tie: 0 is even
    ["f16", 2 ** -25 * (1 + 2 ** -52), 1],
    ["f16", 3 * 2 ** -25, 2],
    ["f16", 2049, 0x6800],
    ["f16", 2051, 0x6802],
    ["f16", Number.MAX_VALUE, 0x7c00],
    ["f16", -Number.MIN_VALUE, 0x8000],
    ["bf16", 2 ** -134, 0],
    ["bf16", 511 * 2 ** 119, 0x7f80],
    ["bf16", Number.MIN_VALUE, 0],
  ] as const)("%s of %d is %i", (type, value, bits) => {
    expect(bitsOfHalf(type, value)).toBe(bits);
  });
});
