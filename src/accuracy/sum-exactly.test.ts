import fc from "fast-check";
import { expect, test } from "vitest";
import { InvalidArgumentError } from "../values/errors.ts";
import { toScaledInteger } from "../values/scaled-integers.ts";
import { quotientOf, sumExactly } from "./sum-exactly.ts";

test("the facts are those of integers, one term after the other", () => {
  const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
  fc.assert(
    fc.property(fc.array(finite, { maxLength: 40 }), (terms) => {
      const integers = terms.map(toScaledInteger);
      const sizes = integers.map((integer) => (integer < 0n ? -integer : integer));
      expect(sumExactly(Float64Array.from(terms))).toEqual({
        count: terms.length,
        sum: integers.reduce((sum, each) => sum + each, 0n),
        magnitude: sizes.reduce((sum, each) => sum + each, 0n),
        largest: sizes.reduce((largest, each) => (each > largest ? each : largest), 0n),
      });
    }),
    { seed: 20261121, numRuns: 500 },
  );
});

test("more terms than halves of one exponent can take without a carry", () => {
  const terms = new Float64Array(3 * 2 ** 20 + 5).fill(-(2 - 2 ** -52));
  const one = toScaledInteger(2 - 2 ** -52);
  const magnitude = one * BigInt(terms.length);
  expect(sumExactly(terms)).toEqual({ count: terms.length, sum: -magnitude, magnitude, largest: one });
});

test("what is not finite is refused, with its place", () => {
  expect(() => sumExactly(Float64Array.of(1, Number.NaN))).toThrow(InvalidArgumentError);
  expect(() => sumExactly(Float32Array.of(1, 2, -Infinity))).toThrow(
    '"input" must be finite, got -Infinity at 2',
  );
});

test("quotients are right to the last digit, far beyond the range of doubles", () => {
  const finite = fc.double({ min: 2 ** -500, max: 2 ** 500, noNaN: true });
  fc.assert(
    fc.property(finite, finite, (left, right) => {
      const ratio = quotientOf(toScaledInteger(left), toScaledInteger(right)) / (left / right);
      expect(Math.abs(ratio - 1)).toBeLessThanOrEqual(2 ** -52);
    }),
    { seed: 20261121, numRuns: 1000 },
  );
  expect(quotientOf(1n, 1n << 1074n)).toBe(2 ** -1074);
  expect(quotientOf(1n << 1000n, 1n)).toBe(2 ** 1000);
  expect(quotientOf(1n << 2000n, 1n)).toBe(Number.POSITIVE_INFINITY);
  expect(quotientOf(1n << 2000n, 1n << 2001n)).toBe(0.5);
  expect(quotientOf(0n, 0n)).toBe(0);
  expect(quotientOf(1n, 0n)).toBe(Number.POSITIVE_INFINITY);
});
