import fc from "fast-check";
import { expect, it } from "vitest";
import { exactProducts, splitFloats } from "./exact-products.ts";

const SEED = 20_261_123;

function exactDot(left: readonly number[], right: readonly number[], type: "f64" | "f32" = "f64"): number {
  const products = exactProducts(type);
  const [one, other] = [left, right].map((side) => splitFloats(Float64Array.from(side)));
  products.add({ floats: one, start: 0 }, { floats: other, start: 0 }, left.length);
  return products.take();
}

/** x = significand · 2^exponent, by division alone. */
function partsOf(x: number): { readonly significand: bigint; readonly exponent: number } {
  let exponent = 0;
  let rest = Math.abs(x);
  while (rest >= 2 ** 53) [rest, exponent] = [rest / 2, exponent + 1];
  while (rest !== 0 && !Number.isInteger(rest)) [rest, exponent] = [rest * 2, exponent - 1];
  return { significand: BigInt(x < 0 ? -rest : rest), exponent };
}

/** The sum of products in units of 2^−2148, rounded by comparing it with the middle of two neighbours. */
function byIntegers(left: readonly number[], right: readonly number[], type: "f64" | "f32"): number {
  const terms = left.map((x, i) => {
    const [one, other] = [partsOf(x), partsOf(right[i])];
    return (one.significand * other.significand) << BigInt(one.exponent + other.exponent + 2148);
  });
  const sum = terms.reduce((total, term) => total + term, 0n);
  const magnitude = sum < 0n ? -sum : sum;
  const [digits, lowest] = type === "f64" ? [53, -1074] : [24, -149];
  const bits = magnitude === 0n ? 0 : magnitude.toString(2).length;
  const ulp = BigInt(Math.max(bits - digits, lowest + 2148));
  const floor = magnitude >> ulp;
  const middle = (2n * floor + 1n) << ulp;
  const isUp = 2n * magnitude > middle || (2n * magnitude === middle && floor % 2n === 1n);
  const significand = Number(isUp ? floor + 1n : floor);
  const exponent = Number(ulp) - 2148;
  const value = exponent > 900 ? significand * 2 ** 900 * 2 ** (exponent - 900) : significand * 2 ** exponent;
  const rounded = type === "f32" ? Math.fround(value) : value;
  return sum < 0n ? -rounded : rounded;
}

const anyFinite = fc.double({ noNaN: true, noDefaultInfinity: true });
const nearOne = fc.double({ noNaN: true, min: -2, max: 2 });

it.each(["f64", "f32"] as const)("is the true value rounded once to %s", (type) => {
  const pairs = fc.oneof(
    fc.array(fc.tuple(anyFinite, anyFinite), { maxLength: 40 }),
    fc.array(fc.tuple(nearOne, anyFinite), { maxLength: 40 }),
    fc.array(fc.tuple(nearOne, nearOne), { maxLength: 40 }),
  );
  fc.assert(
    fc.property(pairs, fc.nat(3), (drawn, rest) => {
      // Many cancel: some come back with the other sign.
      const given = [...drawn, ...drawn.slice(rest).map(([x, y]): [number, number] => [-y, x])];
      const [left, right] = [given.map(([x]) => x), given.map(([, y]) => y)];
      const exact = exactDot(left, right, type);
      expect(exact + 0).toBe(byIntegers(left, right, type) + 0);
    }),
    { seed: SEED, numRuns: 2000 },
  );
});

it("loses nothing, overflows nowhere on the way, and rounds ties to even", () => {
  expect(exactDot([1e200, 1, -1e200], [1e200, 3, 1e200])).toBe(3);
  expect(exactDot([1e-200, 1e-200], [1e-200, -1e-200])).toBe(0);
  expect(exactDot([2 ** -537, 2 ** -538], [2 ** -538, 2 ** -537])).toBe(5e-324); // halves of the smallest
  expect(exactDot([2 ** -538], [2 ** -537])).toBe(0); // a tie
  expect(exactDot([2 ** -538, 2 ** -1074], [2 ** -537, 2 ** -1074])).toBe(5e-324); // by the least there is above it
  expect(exactDot([2 ** 53, 1], [1, 1])).toBe(2 ** 53);
  expect(exactDot([2 ** 53, 1, 5e-324], [1, 1, 5e-324])).toBe(2 ** 53 + 2);
  expect(exactDot([2 ** 53, 1, -5e-324], [1, 1, 5e-324])).toBe(2 ** 53);
  expect(exactDot([Number.MAX_VALUE, 2 ** 969], [1, 1])).toBe(Number.MAX_VALUE);
  expect(exactDot([Number.MAX_VALUE, 2 ** 970], [1, 1])).toBe(Number.POSITIVE_INFINITY);
  expect(exactDot([1 + 2 ** -30, -1], [1 + 2 ** -30, 1 + 2 ** -29])).toBe(2 ** -60);
  expect(exactDot([2 ** 24, 1, 2 ** -149], [1, 1, 2 ** -149], "f32")).toBe(2 ** 24 + 2);
  expect(exactDot([2 ** 127, 2 ** 127], [1, 1], "f32")).toBe(Number.POSITIVE_INFINITY);
});

it("has a rule for what is no number, and for zeros", () => {
  const far = Number.POSITIVE_INFINITY;
  expect(exactDot([Number.NaN, 1], [0, 1])).toBe(Number.NaN);
  expect(exactDot([far], [0])).toBe(Number.NaN);
  expect(exactDot([far, 1e308], [2, -1e308])).toBe(far);
  expect(exactDot([far, 1], [-2, 1])).toBe(-far);
  expect(exactDot([far, far], [1, -1])).toBe(Number.NaN);
  expect(exactDot([], [])).toBe(0);
  expect(exactDot([0, -0], [-1, 5])).toBe(-0);
  expect(exactDot([0, -0], [-1, -5])).toBe(0);
  expect(exactDot([1e-200], [-1e-200])).toBe(-0); // below the smallest: rounded, not nothing
  expect(exactDot([1, -1], [1, 1])).toBe(0);
});

it("takes runs one after the other, and begins anew", () => {
  const products = exactProducts("f64");
  const floats = splitFloats(Float64Array.of(1e300, 3, -1e300, 0));
  const ones = splitFloats(Float64Array.of(1e300, 1, 1e300, -1));
  products.add({ floats, start: 0 }, { floats: ones, start: 0 }, 2);
  products.add({ floats, start: 2 }, { floats: ones, start: 2 }, 2);
  expect(products.take()).toBe(3);
  products.add({ floats, start: 3 }, { floats: ones, start: 3 }, 1);
  expect(products.take()).toBe(-0);
  expect(products.take()).toBe(0);
});
