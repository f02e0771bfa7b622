import fc from "fast-check";
import { expect, test } from "vitest";
import { productHigh, splitmix64 } from "./splitmix64.ts";

const SEED = 20260102;

/** The generator as its definition has it, one BigInt at a time. */
function literalDraws(seed: bigint, count: number): bigint[] {
  let state = seed;
  return Array.from({ length: count }, () => {
    state = BigInt.asUintN(64, state + 0x9e3779b97f4a7c15n);
    let mixed = state;
    mixed = BigInt.asUintN(64, (mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n);
    mixed = BigInt.asUintN(64, (mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn);
    return mixed ^ (mixed >> 31n);
  });
}

function draws(seed: bigint, runs: readonly number[]): bigint[] {
  const stream = splitmix64(seed);
  return runs.flatMap((length) => {
    const high = new Uint32Array(length);
    const low = new Uint32Array(length);
    stream(high, low);
    return Array.from(high, (top, i) => (BigInt(top) << 32n) | BigInt(low[i]));
  });
}

test("the first draws from seed 0 are the well-known ones", () => {
  expect(draws(0n, [3]).map((draw) => draw.toString(16))).toStrictEqual([
    "e220a8397b1dcdaf",
    "6e789e6aa1b965f4",
    "6c45d188009454f",
  ]);
});

test("runs of any length give the literal generator's draws from any seed", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), fc.array(fc.nat(20)), (seed, runs) => {
      const count = runs.reduce((total, length) => total + length, 0);
      expect(draws(seed, runs)).toStrictEqual(literalDraws(seed, count));
    }),
    { seed: SEED, numRuns: 200 },
  );
});

test("the high half of a product is exact", () => {
  const half = fc.nat(0xffff_ffff);
  fc.assert(
    fc.property(half, half, half, half, (leftHigh, leftLow, rightHigh, rightLow) => {
      const join = (high: number, low: number): bigint => (BigInt(high) << 32n) | BigInt(low);
      const product = BigInt.asUintN(64, join(leftHigh, leftLow) * join(rightHigh, rightLow));
      expect(productHigh(leftHigh, leftLow, rightHigh, rightLow)).toBe(Number(product >> 32n));
    }),
    { seed: SEED, numRuns: 500 },
  );
});
