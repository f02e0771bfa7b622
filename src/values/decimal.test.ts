import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromBits } from "./bits.ts";
import { decimalOf, nearestFloat32 } from "./decimal.ts";

const SEED = 20261122;
const BITS_OF_INFINITY = 0x7f80_0000;

const float32 = (text: string): number => nearestFloat32(decimalOf(text));
const ofBits = (bits: number): number => Number(fromBits("f32", BigInt(bits)));

/** A non-negative f32 in units of 2^−150; the infinity as the 2^128 that it stands for. */
function inUnits(bits: number): bigint {
  const value = bits === BITS_OF_INFINITY ? 2 ** 128 : ofBits(bits);
  return BigInt(value * 2 ** 75 * 2 ** 75);
}

/** So many units of 2^−150 as a decimal, and what lies just below and above it. */
function decimalsAt(units: bigint) {
  const digits = (count: bigint): string => `${count}e-160`;
  const exact = units * 5n ** 150n * 10n ** 10n;
  return { below: digits(exact - 1n), at: digits(exact), above: digits(exact + 1n) };
}

describe("the nearest f32", () => {
  it.each([
    ["1.00000005960464477539062500001", 1.0000001192092896],
    ["1.000000059604644775390625", 1],
    ["1.00000005960464477539062499999", 1],
    ["-1.00000005960464477539062500001", -1.0000001192092896],
    ["-1.00000005960464477539062499999", -1],
    ["1.00000017881393432617187499999", 1.0000001192092896],
    ["1.000000178813934326171875", 1.000000238418579], // the even one
    ["9223372586610589696", 2 ** 63],
    ["9223372586610589697", 2 ** 63 + 2 ** 40],
    ["0x8000008000000001", 2 ** 63 + 2 ** 40],
    ["-0b1", -1],
    ["3.4028235677973366163753939545814e38", 2 ** 128 - 2 ** 104],
    ["340282356779733661637539395458142568447", 2 ** 128 - 2 ** 104],
    ["340282356779733661637539395458142568448", Infinity],
    ["-340282356779733661637539395458142568447.9", -(2 ** 128 - 2 ** 104)],
    ["-3.4028235677973366163753939545814257e38", -Infinity],
    ["1e400", Infinity],
    ["7.006492321624085e-46", 0],
    ["7.0064923216240853546186479164496e-46", 2 ** -149],
    ["-7.0064923216240853546186479164495e-46", -0],
    ["1e-400", 0],
    ["-0", -0],
    ["-0.", -0],
    ["16777217", 16777216],
    ["2.", 2],
  ])("of %s is %d", (text, nearest) => {
    expect(float32(text)).toBe(nearest);
  });

  it(`changes halfway between neighbours, where it is the even one (seed ${SEED})`, () => {
    const edge = fc.constantFrom(0, 1, 0x7f_fffe, 0x7f_ffff, 0x80_0000, BITS_OF_INFINITY - 1);
    const finite = fc.integer({ min: 0, max: BITS_OF_INFINITY - 1 });
    fc.assert(
      fc.property(fc.oneof(edge, finite), (bits) => {
        const middle = decimalsAt((inUnits(bits) + inUnits(bits + 1)) / 2n);
        const [low, high] = [ofBits(bits), ofBits(bits + 1)];
        const even = bits % 2 === 0 ? low : high;
        expect([middle.below, middle.at, middle.above].map(float32)).toEqual([low, even, high]);
        expect(float32(`-${middle.above}`)).toBe(-high);
        expect(float32(`-${middle.below}`)).toBe(-low);
      }),
      { seed: SEED, numRuns: 500 },
    );
  });
});
