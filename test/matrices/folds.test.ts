import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { algorithmsOn } from "../../src/algorithms/algorithms-on.ts";
import { javascriptExecutor, type Matrix, matricesOn, transpose, wasmExecutor } from "../../src/matrices.ts";
import { checkFolds } from "./check-folds.ts";
import { anyLines } from "./check-lines.ts";
import { SEED } from "./check-products.ts";

const long = { timeout: 60_000 };

describe.each([
  ["plain loops", javascriptExecutor, 25],
  ["wasm", wasmExecutor(), 80],
] as const)("folds along axes on %s", (_, executor, numRuns) => {
  const on = matricesOn(executor);

  it("are what they are of each line alone", long, async () => {
    await fc.assert(
      fc.asyncProperty(anyLines(70), (draw) => checkFolds(on, draw)),
      { seed: SEED, numRuns },
    );
  });
});

describe("folds of lines that lie side by side", () => {
  const executor = wasmExecutor();
  const on = matricesOn(executor);
  const draw = (count: number): Float64Array =>
    Float64Array.from({ length: count }, (_, i) => (((i * 7919) % 1009) / 13 - 38) * 2 ** (i % 40));

  it("go across them, with the bits that they have alone", long, () => {
    const [rows, columns] = [37, 259];
    const A: Matrix = { array: draw(rows * columns), shape: [rows, columns] };
    const B: Matrix = { array: draw(rows * columns).reverse(), shape: [rows, columns] };
    const before = executor.primitiveCounts.vectorProducts;
    const turned = transpose(A);
    const copy = {
      array: Float64Array.from({ length: rows * columns }, (_, i) =>
        Number(A.array[(i % rows) * columns + Math.floor(i / rows)]),
      ),
      shape: [columns, rows],
    };
    for (const name of ["sum", "mean", "variance", "norm", "logSumExp"] as const) {
      const across = on[name](A, { axis: 0 }).array;
      expect(across).toEqual(on[name](copy, { axis: 1 }).array);
      expect(across).toEqual(on[name](turned, { axis: 1 }).array);
    }
    expect(on.covariance(A, B, { axis: 0 })).toEqual(
      matricesOn(javascriptExecutor).covariance(A, B, { axis: 0 }),
    );
    // Two passes of two sums for the variance, and so on: all of them went across.
    expect(executor.primitiveCounts.vectorProducts - before).toBeGreaterThanOrEqual(8 * rows * columns);
  });

  it("have the bits of a row alone, whatever rows come with it", long, () => {
    const depth = 301;
    const all = draw(1000 * depth);
    const of = algorithmsOn(javascriptExecutor) as unknown as Record<string, (line: Float64Array) => number>;
    for (const name of [
      "sum",
      "mean",
      "variance",
      "standardDeviation",
      "norm",
      "argMax",
      "median",
    ] as const) {
      const alone = of[name](all.subarray(0, depth));
      for (const rows of [1, 2, 7, 64, 1000]) {
        const batch = { array: all.subarray(0, rows * depth), shape: [rows, depth] };
        const { array } = on[name](batch, { axis: 1 });
        expect(array[0]).toBe(alone);
        expect(array[rows - 1]).toBe(of[name](all.subarray((rows - 1) * depth, rows * depth)));
        expect(on[name](transpose(batch), { axis: 0 }).array).toEqual(array);
      }
    }
  });
});
