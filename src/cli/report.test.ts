import { expect, test } from "vitest";
import { columns, columnsWithin, wrapped, wrappedLines } from "./report.ts";

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
    "A wider terminal and --json",
    "have more: likely",
  ]);
  expect(columnsWithin(ROWS, 20, ["likely", "value"])).toEqual([
    "name       bound",
    "left-fold  1e7",
    "",
    "A wider terminal and",
    "--json have more:",
    "likely, value",
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
  expect(wrapped('3 {a:f64,"b-c":i64,d:text} of 1,461', 14, "n  ")).toEqual([
    "n  3 {a:f64,",
    '   "b-c":i64,',
    "   d:text} of",
    "   1,461",
  ]);
  expect(wrappedLines(["PASS  3 run", "", "  skipped 3: others"], 12)).toEqual([
    "PASS  3 run",
    "",
    "  skipped 3:",
    "  others",
  ]);
});
