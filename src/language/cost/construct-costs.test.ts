import { describe, expect, it } from "vitest";
import { ArrayProgram } from "../array-program.ts";
import { parseProgram } from "../text/parse-program.ts";
import type { ArrayFunction } from "../types/signatures.ts";
import { ARRAY_COSTS, ownCost } from "./construct-costs.ts";

const NAMES = Object.keys(ARRAY_COSTS) as readonly ArrayFunction[];

describe("own costs", () => {
  it.each(NAMES)("of %s are whole, and corrected ones 1 ≤ S ≤ W at every length", (name) => {
    for (const length of [0, 1, 2, 3, 31, 32, 33, 1000, 2 ** 20]) {
      const { work, span } = ownCost("corrected", name, length);
      expect([work, span].every(Number.isInteger)).toBe(true);
      expect(span).toBeGreaterThanOrEqual(1);
      expect(work).toBeGreaterThanOrEqual(span);
      const verbatim = ownCost("verbatim", name, length);
      expect(verbatim.span).toBe(span);
      expect(work - verbatim.work).toBeOneOf([0, 1]);
    }
  });

  it("differ between the models where the slides' span has no node", () => {
    expect(ownCost("verbatim", "iota", 0)).toEqual({ work: 0, span: 1 });
    expect(ownCost("corrected", "iota", 0)).toEqual({ work: 1, span: 1 });
    expect(ownCost("verbatim", "map", 5)).toEqual({ work: 0, span: 1 });
    expect(ownCost("corrected", "map", 5)).toEqual({ work: 1, span: 1 });
  });

  it.each([
    ["length v", 2],
    ["reverse v", 2],
    ["concat v v", 2 + 2 * 6 + 1],
    ["replicate 6 1", 2 + 6 + 1],
    ["scatter v is v", 3 + 6 + 1],
  ])("%s costs its operands and its own: work %s", (term, work) => {
    const program = new ArrayProgram(parseProgram(`entry main (v: []i32) (is: []i64) = ${term}`));
    const operands = [new Int32Array(6), new BigInt64Array(6)];
    expect(program.cost("main", operands).work).toBe(work);
  });
});
