import { expect, test } from "vitest";
import { columns, columnsWithin, wrapped } from "./report.ts";

const ROWS = [
  ["name", "value", "likely", "bound"],
  ["left-fold", "1.5", "2", "1e7"],
];

test("columns that may go are left out in their order, until lines fit, and named", () => {
  expect(columnsWithin(ROWS, undefined, ["likely", "value"])).toEqual(columns(ROWS));
  expect(columnsWithin(ROWS, 31, ["likely", "value"])).toEqual(columns(ROWS));
  expect(columnsWithin(ROWS, 30, ["likely", "value"])).toEqual([
    "name       value  bound",
    "left-fold  1.5    1e7",
    "",
    "A wider terminal and --json have more: likely",
  ]);
  expect(columnsWithin(ROWS, 10, ["likely", "value"])).toEqual([
    "name       bound",
    "left-fold  1e7",
    "",
    "A wider terminal and --json have more: likely, value",
  ]);
});

test("a sentence is broken at blanks, and goes on below its beginning", () => {
  const sentence = "refuted: x = 3, y = -3: left = 1, but right = 0";
  expect(wrapped(sentence, undefined, "  commutative  ")).toEqual([`  commutative  ${sentence}`]);
  expect(wrapped(sentence, 40, "  commutative  ")).toEqual([
    "  commutative  refuted: x = 3, y = -3:",
    "               left = 1, but right = 0",
  ]);
  expect(wrapped("incomprehensible words", 10, "  ")).toEqual(["  incomprehensible", "  words"]);
});
