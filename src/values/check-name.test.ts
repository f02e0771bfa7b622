import { expect, test } from "vitest";
import { histogram, norm, variance } from "../algorithms.ts";
import { nearestName } from "./check-name.ts";

test.each([
  ["sum", ["add", "multiply"], "add"],
  ["bins", ["binned", "exact"], "binned"],
  ["bins", ["binCount", "range"], "binCount"],
  ["expresion", ["expression", "type"], "expression"],
  ["qqqq", ["expression", "type"], undefined],
])("the nearest name of %s among %s is %s", (given, names, nearest) => {
  expect(nearestName(given, names)).toBe(nearest);
});

const x = Float64Array.of(3, -4);

test.each([
  [() => variance(x, { ddof: 1 } as never), '(nearest: correction), got "ddof"'],
  [() => norm(x, { ord: 1 } as never), '(nearest: p), got "ord"'],
  [() => histogram(x, { bins: 10 } as never), '(nearest: binCount), got "bins"'],
])("an option as others name it is told by ours", (call, told) => {
  expect(call).toThrow(told);
});
