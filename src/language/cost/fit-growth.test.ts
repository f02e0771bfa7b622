import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ArrayProgram } from "../array-program.ts";
import { parseProgram } from "../text/parse-program.ts";
import { fitGrowth, leastSquares, workEfficiency } from "./fit-growth.ts";

const SIZES = [16, 32, 64, 128, 256, 512];

function growths(file: string, entry: string, sizes = SIZES): readonly [work: string, span: string] {
  const text = readFileSync(`examples/language/${file}.sb`, "utf8");
  const program = new ArrayProgram(parseProgram(text));
  const costs = sizes.map((n) => program.cost(entry, program.randomOperands(entry, n)));
  const form = (part: "work" | "span"): string =>
    fitGrowth(
      sizes,
      costs.map((cost) => cost[part]),
    ).form;
  return [form("work"), form("span")];
}

describe("fitGrowth", () => {
  it.each([
    ["1", () => 7],
    ["log n", (n: number) => 32 * Math.log2(n) + 40],
    ["log^2 n", (n: number) => 3 * Math.log2(n) ** 2 + 100],
    ["n", (n: number) => 5 * n + 30 * Math.log2(n) + 90],
    ["n log n", (n: number) => n * Math.log2(n) - n + 1],
    ["n^2", (n: number) => (n * (n + 1)) / 2 + 40 * n],
    ["n^2 log n", (n: number) => n ** 2 * Math.log2(n) + n],
    ["n^3", (n: number) => n ** 3 - n ** 2],
  ])("finds %s", (form, cost) => {
    const { residual, ...growth } = fitGrowth(SIZES, SIZES.map(cost));
    expect(growth.form).toBe(form);
    expect(residual).toBeLessThan(1e-9);
  });

  it("tells the coefficient of the form", () => {
    expect(
      fitGrowth(
        SIZES,
        SIZES.map((n) => 5 * n + 9),
      ).coefficient,
    ).toBeCloseTo(5, 9);
  });

  it.each([
    ["n", [54, 86, 156, 290, 543]],
    ["1", [16, 16, 19, 22, 19]],
  ])("goes through no chance of the data: %s, of %j", (form, costs) => {
    expect(fitGrowth([16, 32, 64, 128, 256], costs).form).toBe(form);
  });

  it("finds none for what grows faster", () => {
    expect(
      fitGrowth(
        SIZES,
        SIZES.map((n) => 1.1 ** n),
      ).form,
    ).toBe("more than n^3");
    expect(
      fitGrowth(
        SIZES,
        SIZES.map((n) => n ** 4),
      ).form,
    ).toBe("more than n^3");
  });

  it.each([
    [
      [16, 32, 64, 128],
      [1, 1, 1, 1],
    ],
    [
      [1, 2, 3, 4, 5],
      [1, 1, 1, 1, 1],
    ],
    [
      [2, 3, 3, 4, 5],
      [1, 1, 1, 1, 1],
    ],
    [
      [2, 3, 4, 5, 6],
      [1, 1, 1, 1],
    ],
  ])("refuses the sizes %j", (sizes, costs) => {
    expect(() => fitGrowth(sizes, costs)).toThrow(/"sizes".*five and more sizes from 2 on, rising/);
  });

  // The forms that the slides give, and those of books for the programs beyond them.
  it.each([
    ["increment", "inc_par", ["n", "1"]],
    ["reduction", "npow2", ["log n", "log n"]],
    ["reduction", "padpow2", ["n", "log n"]],
    ["reduction", "red", ["n", "log n"]],
    ["reduction", "total", ["n", "log n"]],
    ["scans", "built_in", ["n", "log n"]],
    ["scans", "two_sweeps", ["n", "log n"]],
    ["scans", "hillis_steele", ["n log n", "log n"]],
    ["scans", "brute_force", ["n^2", "log n"]],
    ["filter", "by_scan", ["n", "log n"]],
    ["radix-sort", "radix_sort", ["n", "log n"]],
    ["argmax", "argmax", ["n", "log n"]],
    ["line-of-sight", "visible", ["n", "log n"]],
  ])("%s: %s costs %j", (file, entry, forms) => {
    expect(growths(file, entry)).toEqual(forms);
  });

  it("tells a sequential loop from a parallel one", () => {
    expect(growths("increment", "inc_scalar", [16, 24, 32, 48, 64])).toEqual(["n", "n"]);
  });
});

describe("workEfficiency", () => {
  const growth = (form: string) => ({ form, coefficient: 1, residual: 0 });
  it("compares forms", () => {
    const verdict = workEfficiency(growth("n log n"), growth("n"));
    expect(verdict).toEqual({ isEfficient: false, work: "n log n", otherWork: "n" });
    expect(workEfficiency(growth("n"), growth("n"))?.isEfficient).toBe(true);
    expect(workEfficiency(growth("n"), growth("n^2"))?.isEfficient).toBe(true);
    expect(workEfficiency(growth("n"), growth("more than n^3"))).toBeUndefined();
  });
});

describe("leastSquares", () => {
  it("finds the coefficients of a sum of columns", () => {
    const columns = [
      [1, 1, 1, 1],
      [1, 2, 3, 5],
    ];
    const [constant, slope] = leastSquares(columns, [5, 7, 9, 13]);
    expect(constant).toBeCloseTo(3, 12);
    expect(slope).toBeCloseTo(2, 12);
  });

  it("has none where columns depend on each other", () => {
    const columns = [
      [1, 2, 3],
      [2, 4, 6],
    ];
    expect(leastSquares(columns, [1, 1, 1])).toEqual([Number.NaN, Number.NaN]);
  });
});
