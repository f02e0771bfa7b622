import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { algorithmsOn } from "../../src/algorithms/algorithms-on.ts";
import { javascriptExecutor, type Matrix, matricesOn, transpose, wasmExecutor } from "../../src/matrices.ts";
import type { ElementArray } from "../../src/values/element-types.ts";
import { anyColumn, anyElementType } from "../algorithms/arbitraries.ts";
import { canonical } from "../algorithms/canonical.ts";
import { differenceOf as difference } from "../algorithms/difference.ts";
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

type FoldOfLines = (A: Matrix, options: { readonly axis: number }) => Matrix;
type FoldOfPairs = (A: Matrix, B: Matrix, options: object) => Matrix;

/** Matrices whose lines along axis 1 are long enough, or many enough, to go across: in groups, with gaps, running either way; and dense ones of the same shape. */
const anyBeside = fc
  .record({
    type: anyElementType,
    groups: fc.integer({ min: 1, max: 3 }),
    width: fc.oneof(fc.integer({ min: 4, max: 40 }), fc.constant(600)),
    extra: fc.nat(19),
    gap: fc.nat(2),
    isReversed: fc.boolean(),
    expression: fc.constantFrom("block-dyadic:32", "iterated-pairwise", "linear-carry:8", "left-fold"),
  })
  .chain(({ type, groups, width, extra, gap, isReversed, expression }) => {
    const depth = Math.ceil(4096 / width) + extra;
    const stride = width + gap;
    const shape = [groups, depth, width];
    const elements = (count: number) =>
      anyColumn(type, fc.constant(count)).map((array) => canonical(array) as ElementArray);
    return fc
      .tuple(elements(groups * depth * stride + 1), elements(groups * depth * width))
      .map(([array, dense]) => ({
        matrix: {
          array,
          shape,
          strides: [depth * stride, isReversed ? -stride : stride, 1],
          offset: isReversed ? (depth - 1) * stride : 1,
        },
        other: { array: dense, shape },
        expression,
      }));
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
    const before = { ...executor.primitiveCounts };
    const turned = transpose(A);
    const copy = {
      array: Float64Array.from({ length: rows * columns }, (_, i) =>
        Number(A.array[(i % rows) * columns + Math.floor(i / rows)]),
      ),
      shape: [columns, rows],
    };
    for (const name of ["sum", "mean", "variance", "norm", "logSumExp"] as const) {
      const fold = on[name] as unknown as FoldOfLines;
      const across = fold(A, { axis: 0 }).array;
      expect(across).toEqual(fold(copy, { axis: 1 }).array);
      expect(across).toEqual(fold(turned, { axis: 1 }).array);
    }
    expect(on.covariance(A, B, { axis: 0 })).toEqual(
      matricesOn(javascriptExecutor).covariance(A, B, { axis: 0 }),
    );
    // Sums, means and the first passes of variances are reduces; all else is lifted where it is combined.
    // All but the covariance twice. Passes over elements as they are go by reduces: of a covariance both sides.
    expect(executor.primitiveCounts.vectorProducts - before.vectorProducts).toBe(10 * rows * columns);
    expect(executor.primitiveCounts.foldAcross - before.foldAcross).toBe(9 * rows * columns);
  });

  it("have the bits of lines that are gathered, in groups, with gaps, running either way", long, () => {
    const plain = matricesOn(javascriptExecutor);
    const before = executor.primitiveCounts.foldAcross;
    const property = fc.property(anyBeside, ({ matrix, other, expression }) => {
      const options = { axis: 1, expression };
      for (const name of ["variance", "norm", "logSumExp"] as const) {
        expect(difference(on[name](matrix, options), plain[name](matrix, options))).toBe(undefined);
      }
      for (const name of ["dot", "squaredDistance", "covariance", "correlation"] as const) {
        const [actual, expected] = [on, plain].map((each) =>
          (each[name] as unknown as FoldOfPairs)(matrix, other, options),
        );
        expect(difference(actual, expected)).toBe(undefined);
      }
      const places = on.argMin(matrix, { axis: 1 });
      expect(difference(places, plain.argMin(matrix, { axis: 1 }))).toBe(undefined);
    });
    fc.assert(property, { seed: SEED, numRuns: 30, endOnFailure: true });
    expect(executor.primitiveCounts.foldAcross).toBeGreaterThan(before);
  });

  it("are read where they lie in library memory", () => {
    const shape = [17, 5003];
    const { array } = executor.allocate("f64", shape[0] * shape[1]);
    array.set(draw(array.length));
    const before = executor.primitiveCounts.foldAcross;
    for (const name of ["variance", "norm"] as const) {
      const home = on[name]({ array, shape }, { axis: 0 }).array;
      expect(home).toEqual(on[name]({ array: array.slice(), shape }, { axis: 0 }).array);
      expect(home).toEqual(matricesOn(javascriptExecutor)[name]({ array, shape }, { axis: 0 }).array);
    }
    expect(executor.primitiveCounts.foldAcross - before).toBe(6 * array.length);
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
      const fold = on[name] as unknown as FoldOfLines;
      for (const rows of [1, 2, 7, 64, 1000]) {
        const batch = { array: all.subarray(0, rows * depth), shape: [rows, depth] };
        const { array } = fold(batch, { axis: 1 });
        expect(array[0]).toBe(alone);
        expect(array[rows - 1]).toBe(of[name](all.subarray((rows - 1) * depth, rows * depth)));
        expect(fold(transpose(batch), { axis: 0 }).array).toEqual(array);
      }
    }
  });

  it.each(["covariance", "correlation", "dot", "squaredDistance"] as const)(
    "have the bits of two rows alone, whatever rows come with them: %s",
    long,
    (name) => {
      const depth = 301;
      const all = [draw(1000 * depth), draw(1000 * depth).reverse()];
      const of = algorithmsOn(javascriptExecutor)[name] as (...rows: readonly Float64Array[]) => number;
      for (const rows of [1, 2, 7, 64, 1000]) {
        const batch = all.map((array) => ({ array: array.subarray(0, rows * depth), shape: [rows, depth] }));
        const { array } = (on[name] as unknown as FoldOfPairs)(batch[0], batch[1], { axis: 1 });
        for (const row of new Set([0, rows >> 1, rows - 1])) {
          expect(array[row]).toBe(of(...all.map((each) => each.subarray(row * depth, (row + 1) * depth))));
        }
        const [one, other] = batch.map((each) => transpose(each));
        expect((on[name] as unknown as FoldOfPairs)(one, other, { axis: 0 }).array).toEqual(array);
        const laid = [one, other].map(rowMajorOf);
        expect((on[name] as unknown as FoldOfPairs)(laid[0], laid[1], { axis: 0 }).array).toEqual(array);
      }
    },
  );
});

/** The same elements in a row-major array of their own. */
function rowMajorOf({ array, shape: [rows, columns], strides = [] }: Matrix): Matrix {
  const elements = Float64Array.from({ length: rows * columns }, (_, i) =>
    Number(array[Math.floor(i / columns) * strides[0] + (i % columns) * strides[1]]),
  );
  return { array: elements, shape: [rows, columns] };
}
