import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InternalError } from "./errors.ts";
import { binaryDigits, fromScaledInteger, toScaledInteger, ulpOfScaledInteger } from "./scaled-integers.ts";

const ONE = 1n << 1074n;
const finite = fc.double({ noNaN: true, noDefaultInfinity: true });

test("a float goes there and back, and adds as an integer does", () => {
  fc.assert(
    fc.property(finite, finite, (left, right) => {
      expect(fromScaledInteger(toScaledInteger(left), "f64")).toBe(left + 0); // −0 comes back as +0
      expect(fromScaledInteger(toScaledInteger(left) + toScaledInteger(right), "f64")).toBe(left + right + 0);
    }),
    { seed: 20261121, numRuns: 2000 },
  );
});

test("f32 rounds once, as Math.fround does", () => {
  fc.assert(
    fc.property(finite, (value) => {
      expect(fromScaledInteger(toScaledInteger(value), "f32")).toBe(Math.fround(value) + 0);
    }),
    { seed: 20261121, numRuns: 2000 },
  );
  const around = (exponent: number): readonly number[] => [
    2 ** exponent,
    2 ** exponent * 1.5,
    2 ** exponent * (1 + 2 ** -30),
    2 ** exponent * 0.75,
  ];
  for (const value of [
    ...around(-149),
    ...around(-150),
    ...around(-126),
    ...around(127),
    3.4028235677973366e38,
  ]) {
    expect(fromScaledInteger(toScaledInteger(value), "f32")).toBe(Math.fround(value));
    expect(fromScaledInteger(-toScaledInteger(value), "f32")).toBe(Math.fround(-value) + 0);
  }
});

describe("at the edges", () => {
  test("ties go to even, and half an ulp beyond the largest is infinite", () => {
    const largest = toScaledInteger(Number.MAX_VALUE);
    const halfUlp = 1n << BigInt(1074 + 970);
    expect(fromScaledInteger(largest + halfUlp - 1n, "f64")).toBe(Number.MAX_VALUE);
    expect(fromScaledInteger(largest + halfUlp, "f64")).toBe(Number.POSITIVE_INFINITY);
    expect(fromScaledInteger(-largest * 1_000_000n, "f64")).toBe(Number.NEGATIVE_INFINITY);
    expect(fromScaledInteger(ONE + (ONE >> 53n), "f64")).toBe(1);
    expect(fromScaledInteger(ONE + 3n * (ONE >> 53n), "f64")).toBe(1 + 2 ** -51);
    expect(fromScaledInteger(ONE + (ONE >> 53n) + 1n, "f64")).toBe(1 + 2 ** -52);
  });

  test("an ulp is the distance of neighbours, at zero the smallest subnormal", () => {
    expect(ulpOfScaledInteger(0n, "f64")).toBe(1n);
    expect(ulpOfScaledInteger(0n, "f32")).toBe(toScaledInteger(2 ** -149));
    expect(ulpOfScaledInteger(ONE, "f64")).toBe(toScaledInteger(2 ** -52));
    expect(ulpOfScaledInteger(ONE - 1n, "f64")).toBe(toScaledInteger(2 ** -53));
    expect(ulpOfScaledInteger(-ONE, "f32")).toBe(toScaledInteger(2 ** -23));
    expect(ulpOfScaledInteger(toScaledInteger(2 ** -1022), "f64")).toBe(1n);
  });

  test("digits are counted", () => {
    expect([0n, 1n, 2n, 15n, 16n, 255n, 256n].map(binaryDigits)).toEqual([0, 1, 2, 4, 5, 8, 9]);
  });

  test("what is not finite has no integer", () => {
    for (const value of [Number.NaN, Infinity, -Infinity]) {
      expect(() => toScaledInteger(value)).toThrow(InternalError);
    }
  });
});
