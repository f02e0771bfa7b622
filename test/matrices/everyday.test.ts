import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { algorithmsOn } from "../../src/algorithms/algorithms-on.ts";
import * as algorithms from "../../src/algorithms.ts";
import { algorithmsJavascriptExecutor } from "../../src/executors/javascript/primitives/javascript-primitives.ts";
import { MATRIX_ROWS } from "../../src/matrices/matrix-rows.ts";
import {
  differences,
  javascriptExecutor,
  type Matrix,
  type MatrixFunctions,
  matricesOn,
  quantile,
  topK,
  transpose,
  wasmExecutor,
} from "../../src/matrices.ts";
import { type ElementArray, newElementArray } from "../../src/values/element-types.ts";
import { differenceOf } from "../algorithms/difference.ts";
import { anyLines, type LinesDraw, linesOf } from "./check-lines.ts";
import { SEED } from "./check-products.ts";

const long = { timeout: 60_000 };

/** The everyday functions over columns, by which ones along axes are held. */
const EVERYDAY = [
  ...["sum", "mean", "variance", "standardDeviation", "dot", "norm", "squaredDistance", "covariance"],
  ...["correlation", "minMax", "argMin", "argMax", "topK", "median", "quantile", "logSumExp", "softmax"],
  ...["count", "any", "all", "cumulativeProduct", "differences", "groupedDescribe"],
];

/** Those that are not along axes, and why. */
const NOT_ALONG_AXES = new Map([
  [
    "groupedDescribe",
    "its groups are rows with equal keys, of any number in a line: no shape holds their results",
  ],
]);

describe("everyday functions", () => {
  it.each(EVERYDAY)("%s goes along axes, or says why not", (name) => {
    expect(name in algorithms).toBe(true);
    expect(name in MATRIX_ROWS).toBe(!NOT_ALONG_AXES.has(name));
  });
});

const plain = algorithmsOn(algorithmsJavascriptExecutor);

describe.each([
  ["plain loops", javascriptExecutor, 40],
  ["wasm", wasmExecutor(), 120],
] as const)("lines of another length on %s", (_, executor, numRuns) => {
  const on = matricesOn(executor);

  it("are what they are of each line alone", long, () => {
    const property = fc.property(anyLines(70), fc.nat(3), fc.nat(100), (draw, order, share) => {
      const axis = [draw.axis].flat()[0];
      checkLengths(on, { ...draw, axis }, { axis, order, share });
    });
    fc.assert(property, { seed: SEED, numRuns, endOnFailure: true });
  });
});

interface Asked {
  readonly axis: number;
  readonly order: number;
  readonly share: number; // of a line that is wanted, in hundredths
}

function checkLengths(on: MatrixFunctions<"now">, draw: LinesDraw, { axis, order, share }: Asked): void {
  const { matrix, expression } = draw;
  const { lines } = linesOf(draw);
  if (lines.length === 0) return;
  const [{ length }] = lines;
  const whole = (depth: number, of: (line: ElementArray) => ElementArray): Matrix => {
    const shape = matrix.shape.map((each, i) => (i === axis ? depth : each));
    const results = lines.map(of);
    const array = emptyLike(results[0], depth * lines.length);
    const { places } = linesOf({ ...draw, matrix: { ...matrix, shape, strides: shape.map(() => 0) } });
    for (const [i, line] of results.entries()) {
      for (const [k, value] of line.entries()) array[places[i][k]] = value as never;
    }
    return { array, shape };
  };
  const shorter = whole(Math.max(0, length - order), (line) => plain.differences(line, { order }));
  expect(differenceOf(on.differences(matrix, { axis, order }), shorter)).toBe(undefined);
  const products = whole(length, (line) => plain.cumulativeProduct(line, { expression }) as ElementArray);
  const product = on.cumulativeProduct(matrix, { axis, expression });
  expect(differenceOf(product, products)).toBe(undefined);
  const count = Math.floor((length * share) / 100);
  for (const from of ["largest", "smallest"] as const) {
    const top = (line: ElementArray) => plain.topK(line, count, { order: from });
    const { values, indices } = on.topK(matrix, count, { axis, order: from });
    expect(
      differenceOf(
        values,
        whole(count, (line) => top(line).values),
      ),
    ).toBe(undefined);
    expect(
      differenceOf(
        indices,
        whole(count, (line) => top(line).indices),
      ),
    ).toBe(undefined);
  }
}

function emptyLike(array: ElementArray, length: number): ElementArray {
  return new (array.constructor as { new (count: number): ElementArray })(length);
}

describe("topK of long lines", () => {
  const executor = wasmExecutor();
  const on = matricesOn(executor);
  const depth = 4096;
  const array = Float32Array.from({ length: 7 * depth }, (_, i) => ((i * 7919) % 1009) - 500);
  const rows = { array, shape: [7, depth] };

  it("selects, with the bits of a row alone in batches of 1, 2 and 7", () => {
    const before = executor.primitiveCounts.leading;
    for (const count of [1, 2, 7]) {
      const batch = { array: array.subarray(0, count * depth), shape: [count, depth] };
      const { values, indices } = on.topK(batch, 10, { axis: 1 });
      for (let row = 0; row < count; row++) {
        const alone = plain.topK(array.subarray(row * depth, (row + 1) * depth), 10);
        expect(values.array.subarray(row * 10, row * 10 + 10)).toEqual(alone.values);
        expect(indices.array.subarray(row * 10, row * 10 + 10)).toEqual(alone.indices);
      }
    }
    expect(executor.primitiveCounts.leading - before).toBe(10 * depth);
    expect(topK(transpose(rows), 10, { axis: 0 }).values.shape).toEqual([10, 7]);
  });
});

describe("lines in batches of 1, 2, 7, 64 and 1,000", () => {
  const depth = 67;
  const array = Float64Array.from(
    { length: 1000 * depth },
    (_, i) => 1 + (((i * 7919) % 1009) - 500) / 2 ** 13,
  );
  const on = matricesOn(wasmExecutor());

  it.each([1, 2, 7, 64, 1000])("have the bits that they have alone: %i", (rows) => {
    const batch = { array: array.subarray(0, rows * depth), shape: [rows, depth] };
    const products = on.cumulativeProduct(batch, { axis: 1 }).array;
    const steps = on.differences(batch, { axis: 1, order: 2 }).array;
    const { values } = on.topK(batch, 5, { axis: 1 });
    for (const row of new Set([0, rows >> 1, rows - 1])) {
      const line = array.subarray(row * depth, (row + 1) * depth);
      const part = (all: ElementArray, length: number) => all.subarray(row * length, (row + 1) * length);
      expect(part(products, depth)).toEqual(plain.cumulativeProduct(line));
      expect(part(steps, depth - 2)).toEqual(plain.differences(line, { order: 2 }));
      expect(part(values.array, 5)).toEqual(plain.topK(line, 5).values);
    }
  });
});

describe("bad input", () => {
  const A = { array: Float64Array.of(1, 2, 3, 4, 5, 6), shape: [2, 3] };
  it("is named", () => {
    expect(() => topK(A, 4, { axis: 1 })).toThrow(
      '"count" must be a whole number from 0 to 3, the length of axis 1, got 4',
    );
    expect(() => differences(A, { axis: [0, 1] as never })).toThrow(
      '"axis" must be one axis, for several leave no shape',
    );
    expect(() => differences(A, { axis: 2 })).toThrow('"axis" must be 0 to 1');
    expect(() => differences(A, { axis: 0, order: 65 })).toThrow('"order"');
    expect(() => topK(A, 1, { axis: 0, order: "first" as never })).toThrow(
      '"order" must be "largest" or "smallest"',
    );
  });
  it("of no elements is empty", () => {
    const none = { array: newElementArray("f64", 0), shape: [0, 3] };
    expect(differences(none, { axis: 0 }).shape).toEqual([0, 3]);
    expect(topK(none, 0, { axis: 0 }).values.shape).toEqual([0, 3]);
  });
});

it("a quantile between infinities is the canonical NaN", () => {
  const matrix = { array: Float64Array.of(-Infinity, Infinity), shape: [2, 1] };
  const { array } = quantile(matrix, 0.5, { axis: 0 });
  expect(new BigUint64Array((array as Float64Array).slice().buffer)).toEqual(
    BigUint64Array.of(0x7ff8000000000000n),
  );
});
