import { describe, expect, test } from "vitest";
import { exactState, exactSum, exactValue } from "../oracle/exact.ts";
import { ARITHMETIC_CASES } from "./arithmetic.ts";
import { TEST262_CASES } from "./test262.ts";
import { ONE_TERM, ONE_TERM_REPEATS, TEN_TERM_REPEATS, XSUM_CASES, XSUM_TEN_TERM_CASES } from "./xsum.ts";

describe("the exact oracle knows what others know", () => {
  test.each([...TEST262_CASES, ...XSUM_CASES, ...ARITHMETIC_CASES])("$name", ({ type, terms, sum }) => {
    expect(exactSum(type, terms)).toBe(sum);
  });

  test("all of the tables are there", () => {
    expect(TEST262_CASES.length).toBe(35);
    expect(XSUM_CASES.length).toBe(34 + 76 + 15 + 12);
  });

  test.each(XSUM_TEN_TERM_CASES)("$name repeated", ({ type, terms, sum }) => {
    const repeated = new Array<readonly number[]>(TEN_TERM_REPEATS).fill(terms).flat();
    expect(exactSum(type, repeated)).toBe(sum * TEN_TERM_REPEATS);
  });

  test.each(ONE_TERM)("%d repeated", (term) => {
    const { marks, sum } = exactState("f64", [term]);
    const repeated = exactValue("f64", { kind: "exact", marks, sum: sum * BigInt(ONE_TERM_REPEATS) });
    expect(repeated).toBe(term * ONE_TERM_REPEATS);
  });
});
