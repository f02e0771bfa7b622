import { expect, test } from "vitest";
import { printQuantity } from "./judge.ts";

test("three digits, thousands apart, powers of ten beyond", () => {
  const quantities = [
    0,
    0.3049,
    13,
    99.96,
    100,
    1240.4,
    99_999,
    100_000,
    7.63e20,
    0.00099,
    2 ** -1074,
    Infinity,
  ];
  expect(quantities.map(printQuantity)).toEqual([
    "0",
    "0.305",
    "13.0",
    "100",
    "100",
    "1,240",
    "99,999",
    "1.0e+5",
    "7.6e+20",
    "9.9e-4",
    "4.9e-324",
    "∞",
  ]);
});
