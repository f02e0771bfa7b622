import { expect, test } from "vitest";
import { ulpsBetween } from "./ulps.ts";

test("ulps count floats, across zero and binades too", () => {
  expect(ulpsBetween("f32", 1 + 2 ** -23, 1)).toBe(1);
  expect(ulpsBetween("f32", 1, 1 + 2 ** -23)).toBe(-1);
  expect(ulpsBetween("f64", 1 + 2 ** -52, 1 - 2 ** -53)).toBe(2);
  expect(ulpsBetween("f64", -5e-324, 5e-324)).toBe(-2);
  expect(ulpsBetween("f64", 0, -0)).toBe(0);
  expect(ulpsBetween("f32", Number.POSITIVE_INFINITY, 3.4028234663852886e38)).toBe(1);
  expect(ulpsBetween("f64", Number.NaN, 1)).toBeUndefined();
});
