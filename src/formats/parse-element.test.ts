import fc from "fast-check";
import { expect, test } from "vitest";
import { parseElement } from "./parse-element.ts";

const BOUNDS = {
  i64: [-(2n ** 63n), 2n ** 63n - 1n],
  u64: [0n, 2n ** 64n - 1n],
  i32: [-(2n ** 31n), 2n ** 31n - 1n],
  u32: [0n, 2n ** 32n - 1n],
} as const;

test("a decimal text is of an integer type what it denotes, or nothing, however it is written (seed 23)", () => {
  const texts = fc.record({
    type: fc.constantFrom("i64", "u64", "i32", "u32"),
    sign: fc.constantFrom("", "-", "+"),
    digits: fc.bigInt({ min: 1n, max: 2n ** 66n }).map(String),
    zeros: fc.nat(4),
    point: fc.nat(24),
    exponent: fc.integer({ min: -24, max: 24 }),
  });
  fc.assert(
    fc.property(texts, ({ type, sign, digits, zeros, point, exponent }) => {
      const written = `${"0".repeat(zeros)}${digits}${"0".repeat(zeros)}`;
      const at = Math.min(point, written.length);
      const text = `${sign}${written.slice(0, at)}.${written.slice(at)}e${exponent}`;
      // The number is `numerator` / 10^scale.
      const scale = BigInt(written.length - at - exponent);
      const numerator = BigInt(written) * (sign === "-" ? -1n : 1n) * (scale < 0n ? 10n ** -scale : 1n);
      const divisor = scale > 0n ? 10n ** scale : 1n;
      const [least, most] = BOUNDS[type];
      const whole = numerator / divisor;
      const isElement = numerator % divisor === 0n && whole >= least && whole <= most;
      const value = type.endsWith("64") ? whole : Number(whole);
      expect(parseElement(type, text)).toEqual(isElement ? { kind: "element", value } : { kind: "inexact" });
    }),
    { seed: 23, numRuns: 2000 },
  );
});

test.each([
  ["i64", "9007199254740993.0", 9007199254740993n],
  ["i64", "9.007199254740993e15", 9007199254740993n],
  ["u64", "18446744073709551615.", 18446744073709551615n],
  ["i32", "0.0e999999999999", 0],
  ["u32", "1e-999999999999", undefined],
  ["i64", "1.00000000000000000001", undefined],
  ["i64", "1e999999999999", undefined],
  ["i64", "-0.0", undefined],
  ["i64", "-0", undefined],
] as const)("as %s %s", (type, text, value) => {
  expect(parseElement(type, text)).toEqual(
    value === undefined ? { kind: "inexact" } : { kind: "element", value },
  );
});

test("texts of a million characters take as long as reading them", () => {
  const long = "1".repeat(1_000_000);
  const begun = performance.now();
  for (const text of [
    `${long}x`,
    `.${long}x`,
    `${long}.${long}x`,
    `${long}e${long}x`,
    `1${"0".repeat(1e6)}1e`,
  ]) {
    expect(parseElement("f64", text).kind).toBe("not-a-number");
  }
  const zeros = "0".repeat(1_000_000);
  expect(parseElement("i64", `1${zeros}1${zeros}.${zeros}`).kind).toBe("inexact");
  expect(performance.now() - begun).toBeLessThan(2000);
});
