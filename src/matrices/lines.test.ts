import { describe, expect, it } from "vitest";
import {
  all,
  any,
  argMax,
  argMin,
  argsort,
  boxSum,
  correlation,
  count,
  covariance,
  dot,
  exclusiveScan,
  inclusiveScan,
  logSumExp,
  type Matrix,
  mean,
  median,
  minMax,
  norm,
  quantile,
  reduce,
  slice,
  softmax,
  sort,
  squaredDistance,
  standardDeviation,
  sum,
  summedAreaTable,
  transpose,
  variance,
} from "../matrices.ts";
import { fn } from "../operators.ts";
import { EmptyInputError, InvalidArgumentError, OutOfMemoryError } from "../values/errors.ts";

const A: Matrix<Float64Array> = { array: Float64Array.of(1, 2, 3, 4, 5, 6), shape: [2, 3] };
const cube: Matrix<Int32Array> = { array: Int32Array.from({ length: 24 }, (_, i) => i), shape: [2, 3, 4] };

describe("along axes", () => {
  it("lines become values", () => {
    expect(reduce(A, { axis: 0 })).toEqual({ array: Float64Array.of(5, 7, 9), shape: [3] });
    expect(reduce(A, { axis: 1, keepAxes: true })).toEqual({ array: Float64Array.of(6, 15), shape: [2, 1] });
    expect(reduce(A, { axis: [0, 1] })).toEqual({ array: Float64Array.of(21), shape: [] });
    expect(reduce(cube, { axis: [2, 0], operator: "max" })).toEqual({
      array: Int32Array.of(15, 19, 23),
      shape: [3],
    });
    expect(reduce(A, { axis: 1, initial: 10 }).array).toEqual(Float64Array.of(16, 25));
    expect(mean(A, { axis: 0 })).toEqual({ array: Float64Array.of(2.5, 3.5, 4.5), shape: [3] });
    expect(mean(cube, { axis: [1, 2] }).array).toEqual(Float64Array.of(5.5, 17.5));
    expect(minMax(A, { axis: 1 })).toEqual({
      min: { array: Float64Array.of(1, 4), shape: [2] },
      max: { array: Float64Array.of(3, 6), shape: [2] },
    });
  });

  it("several axes are read in the order of their names", () => {
    const minus = { array: Float32Array.of(2 ** 24, 1, -(2 ** 24), 1), shape: [2, 2] };
    expect(reduce(minus, { axis: [0, 1] }).array).toEqual(Float32Array.of(1)); // (x0 + x1) + (x2 + x3), 2²⁴ + 1 to even
    expect(reduce(minus, { axis: [1, 0] }).array).toEqual(Float32Array.of(2)); // (x0 + x2) + (x1 + x3)
  });

  it("lines become lines", () => {
    expect(inclusiveScan(A, { axis: 0 })).toEqual({
      array: Float64Array.of(1, 2, 3, 5, 7, 9),
      shape: [2, 3],
    });
    expect(exclusiveScan(A, { axis: 1 }).array).toEqual(Float64Array.of(0, 1, 3, 0, 4, 9));
    const mixed = { array: Float64Array.of(3, -0, Number.NaN, 0, 1, 2), shape: [2, 3] };
    expect(sort(mixed, { axis: 1 }).array).toEqual(Float64Array.of(-0, 3, Number.NaN, 0, 1, 2));
    expect(sort(mixed, { axis: 0, descending: true }).array).toEqual(
      Float64Array.of(3, 1, Number.NaN, 0, -0, 2),
    );
    expect(argsort(mixed, { axis: 1 })).toEqual({ array: Uint32Array.of(1, 0, 2, 0, 1, 2), shape: [2, 3] });
  });

  it("nothing has nothing, a start, or an error", () => {
    const none = { array: new BigInt64Array(0), shape: [3, 0] };
    expect(reduce(none, { axis: 1 })).toEqual({ array: new BigInt64Array(3), shape: [3] });
    expect(reduce(none, { axis: 0 })).toEqual({ array: new BigInt64Array(0), shape: [0] });
    expect(inclusiveScan(none, { axis: 0 })).toEqual(none);
    expect(sort(none, { axis: 1 })).toEqual(none);
    expect(argsort(none, { axis: 1 }).array).toEqual(new Uint32Array(0));
    expect(() => mean(none, { axis: 1 })).toThrow(EmptyInputError);
    expect(() => mean(none, { axis: 1 })).toThrow(
      '"A" must have at least one element along "axis", got none',
    );
    expect(() => minMax(none, { axis: 1 })).toThrow(EmptyInputError);
  });

  it("a view of more elements than memory holds is refused before any is copied", () => {
    const view = { array: Float64Array.of(1), shape: [2 ** 20, 2 ** 20], strides: [0, 0] };
    for (const call of [() => mean(view, { axis: [1, 0] }), () => reduce(view, { axis: [1, 0] })]) {
      expect(call).toThrow(OutOfMemoryError);
      expect(call).toThrow('"A" of 1048576 × 1048576, copied so that lines stand side by side, must fit in');
    }
    expect(() => sort(view, { axis: 0 })).toThrow('"output" of 1048576 × 1048576 must fit in');
  });

  it("results are written where they are told to", () => {
    const output = new Float64Array(3);
    expect(reduce(A, { axis: 0, output }).array).toBe(output);
    expect([...output]).toEqual([5, 7, 9]);
  });
});

describe("functions of lines", () => {
  it("are those of columns", () => {
    const B: Matrix<Float64Array> = {
      array: Float64Array.of(1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16, 3, 3, 3, 3),
      shape: [2, 4],
    };
    expect(sum(A, { axis: 0 }).array).toEqual(Float64Array.of(5, 7, 9));
    expect(variance(B, { axis: 1 }).array).toEqual(Float64Array.of(22.5, 0));
    expect(variance(B, { axis: 1, correction: 1 }).array).toEqual(Float64Array.of(30, 0));
    expect(standardDeviation(B, { axis: 1, keepAxes: true })).toEqual({
      array: Float64Array.of(Math.sqrt(22.5), 0),
      shape: [2, 1],
    });
    const large = { array: Float64Array.of(3e300, 3e-320, 4e300, 4e-320), shape: [2, 2] };
    expect(norm(large, { axis: 0 }).array).toEqual(Float64Array.of(5e300, 5e-320));
    const mixed = { array: Float64Array.of(3, -0, Number.NaN, 0, 1, 2), shape: [2, 3] };
    expect(argMin(mixed, { axis: 0 })).toEqual({ array: Uint32Array.of(1, 0, 0), shape: [3] });
    expect(argMax(mixed, { axis: [1, 0] }).array).toEqual(Uint32Array.of(4));
    const positive = fn`(x: f64) => x > 0`;
    expect(count(mixed, positive, { axis: 1 })).toEqual({ array: Uint32Array.of(1, 2), shape: [2] });
    expect(any(mixed, positive, { axis: 0 })).toEqual({ array: Uint8Array.of(1, 1, 1), shape: [3] });
    expect(all(mixed, positive, { axis: 0, keepAxes: true })).toEqual({
      array: Uint8Array.of(0, 0, 0),
      shape: [1, 3],
    });
    expect(median(mixed, { axis: 1 }).array).toEqual(Float64Array.of(Number.NaN, 1));
    expect(quantile(A, [0, 0.5], { axis: 0 })).toEqual({
      array: Float64Array.of(1, 2, 3, 2.5, 3.5, 4.5),
      shape: [2, 3],
    });
    expect(logSumExp({ array: Float64Array.of(1000, 0, 1000, 0), shape: [2, 2] }, { axis: 0 }).array).toEqual(
      Float64Array.of(1000 + Math.LN2, Math.LN2),
    );
    const power = 0.049787068367863944; // exp(−3)
    expect(softmax(A, { axis: 0 }).array.slice(0, 3)).toEqual(new Float64Array(3).fill(power / (power + 1)));
    expect(dot(A, A, { axis: 1 }).array).toEqual(Float64Array.of(14, 77));
    expect(squaredDistance(A, slice(A, [[1, -1, -1]]), { axis: 0 }).array).toEqual(
      Float64Array.of(18, 18, 18),
    );
    expect(covariance(A, A, { axis: 1 })).toEqual(variance(A, { axis: 1 }));
    const root = Math.SQRT2; // of the squares' sum, 2: its square is rounded up
    expect(correlation(A, A, { axis: 1 }).array).toEqual(new Float64Array(2).fill(2 / (root * root)));
  });

  it("of nothing have a value, or an error", () => {
    const none = { array: new Float64Array(0), shape: [2, 0] };
    expect(sum(none, { axis: 1 }).array).toEqual(new Float64Array(2));
    expect(norm(none, { axis: 1 }).array).toEqual(new Float64Array(2));
    expect(dot(none, none, { axis: 1 }).array).toEqual(new Float64Array(2));
    expect(logSumExp(none, { axis: 1 }).array).toEqual(new Float64Array(2).fill(Number.NEGATIVE_INFINITY));
    expect(all(none, fn`(x: f64) => x > 0`, { axis: 1 }).array).toEqual(Uint8Array.of(1, 1));
    expect(softmax(none, { axis: 1 })).toEqual(none);
    expect(median(none, { axis: 0 })).toEqual({ array: new Float64Array(0), shape: [0] });
    for (const call of [variance, argMin, median]) {
      expect(() => call(none, { axis: 1 })).toThrow(EmptyInputError);
      expect(call(none, { axis: 0 }).shape).toEqual([0]);
    }
  });

  it("write where they are told to", () => {
    const output = new Uint32Array(3);
    expect(argMax(A, { axis: 0, output }).array).toBe(output);
    expect([...output]).toEqual([1, 1, 1]);
  });
});

describe("views", () => {
  it("copy nothing", () => {
    const turned = transpose(A);
    expect(turned).toEqual({ array: A.array, shape: [3, 2], strides: [1, 3], offset: 0 });
    expect(turned.array).toBe(A.array);
    expect(transpose(cube, [1, 2, 0]).shape).toEqual([3, 4, 2]);
    expect(reduce(transpose(A), { axis: 0 }).array).toEqual(Float64Array.of(6, 15));
  });

  it("take places, ranges and steps", () => {
    expect(reduce(slice(A, [1]), { axis: 0 }).array).toEqual(Float64Array.of(15));
    expect(slice(cube, [undefined, [0, 3, 2], 1])).toEqual({
      array: cube.array,
      shape: [2, 2],
      strides: [12, 8],
      offset: 1,
    });
    const backwards = slice(A, [undefined, [2, -1, -1]]);
    expect(inclusiveScan(backwards, { axis: 1 }).array).toEqual(Float64Array.of(3, 5, 6, 6, 11, 15));
    expect(slice(A, [[1, 1]]).shape).toEqual([0, 3]);
    expect(reduce(slice(A, [[2, 2]]), { axis: 0 }).array).toEqual(new Float64Array(3));
  });
});

describe("summed areas", () => {
  it("are scans along each axis in turn", () => {
    const table = summedAreaTable(cube);
    const inTurn = inclusiveScan(inclusiveScan(inclusiveScan(cube, { axis: 0 }), { axis: 1 }), { axis: 2 });
    expect(table).toEqual(inTurn);
    expect(boxSum(table, { from: [0, 0, 0], to: [2, 3, 4] })).toBe(276);
    expect(boxSum(table, { from: [1, 1, 2], to: [2, 3, 4] })).toBe(18 + 19 + 22 + 23);
    expect(boxSum(table, { from: [1, 3, 0], to: [2, 3, 4] })).toBe(0);
  });

  it("of floats round as they are written", () => {
    const array = Float64Array.from({ length: 35 }, (_, i) => Math.fround(1 / (i + 1)) * 3 ** (i % 7));
    const table = summedAreaTable({ array, shape: [5, 7] });
    const at = (i: number, j: number): number => table.array[i * 7 + j];
    expect(boxSum(table, { from: [2, 3], to: [4, 6] })).toBe(at(3, 5) - at(3, 2) - (at(1, 5) - at(1, 2)));
    expect(boxSum(table, { from: [0, 3], to: [4, 6] })).toBe(at(3, 5) - at(3, 2));
    const wide = summedAreaTable(
      { array: Int32Array.of(2 ** 31 - 1, 1), shape: [1, 2] },
      { accumulate: "i64" },
    );
    expect(boxSum(wide, { from: [0, 0], to: [1, 2] })).toBe(2n ** 31n);
  });
});

describe("bad input along axes", () => {
  it.each<readonly [string, () => unknown, string]>([
    [
      "an axis that is not there",
      () => reduce(A, { axis: 2 }),
      '"axis" must be 0 to 1, of those that "A" of 2 × 3 has, got 2',
    ],
    [
      "an axis twice",
      () => reduce(A, { axis: [1, 1] }),
      '"axis" must be one axis, or several that differ, got [1, 1]',
    ],
    [
      "matrices of two shapes",
      () => dot(A, transpose(A), { axis: 0 }),
      '"B.shape" must be 2 × 3, as that of "A", got 3 × 2',
    ],
    [
      "matrices of two types",
      () => covariance(A, { array: new Float32Array(6), shape: [2, 3] } as never, { axis: 0 }),
      '"B.array" must be an array of f64, as "A" has, got f32',
    ],
    [
      "a function as a predicate",
      () => count(A, ((x: number) => x > 0) as never, { axis: 0 }),
      '"predicate" must be an element function such as fn`(value: f64) => value > 0`, got a function',
    ],
    [
      "a predicate of another type",
      () => any(A, fn`(x: f32) => x > 0` as never, { axis: 0 }),
      '"predicate" must be a function of f64, got one of f32',
    ],
    ["a quantile beyond 1", () => quantile(A, 1.5, { axis: 0 }), '"q" must be a number from 0 to 1, got 1.5'],
    [
      "a correction that is none",
      () => variance(A, { axis: 0, correction: Number.NaN }),
      '"correction" must be a finite number',
    ],
    ["a norm that is none", () => norm(A, { axis: 0, p: 3 as never }), '"p" must be 1, 2 or Infinity, got 3'],
    ["a type", () => sum(A, { axis: 0, type: "f32" } as never), '"type"'],
    ["no axis", () => sort(A, {} as never), '"axis" must be 0 to 1'],
    [
      "an axis of a single value",
      () => reduce({ array: A.array, shape: [], offset: 0 }, { axis: 0 }),
      '"axis" must be of those that "A" of without axes has',
    ],
    [
      "a plain function",
      () => reduce(A, { axis: 0, operator: ((x: number) => x) as never }),
      '"operator" must be a built-in operator',
    ],
    ["a range beyond", () => slice(A, [[0, 3]]), '"ranges[0][1]" must be an integer from 0 to 2, got 3'],
    ["a place beyond", () => slice(A, [2]), '"ranges[0]" must be a place of 0 to 1, got 2'],
    ["a step of 0", () => slice(A, [[0, 2, 0]]), '"ranges[0][2]" must be an integer but 0, got 0'],
    [
      "too many ranges",
      () => slice(A, [0, 0, 0]),
      '"ranges" must be at most one for each axis of 2 × 3, got 3',
    ],
    [
      "axes that are no order",
      () => transpose(A, [0, 0]),
      '"axes" must be each axis of "A" of 2 × 3 once, got [0, 0]',
    ],
    [
      "a box beyond",
      () => boxSum(A, { from: [0, 0], to: [3, 3] }),
      '"box.to[0]" must be an integer from 0 to 2, got 3',
    ],
    [
      "a box upside down",
      () => boxSum(A, { from: [2, 0], to: [1, 3] }),
      '"box.from[0]" must be an integer from 0 to 1, got 2',
    ],
  ])("%s is an InvalidArgumentError", (_, call, message) => {
    expect(call).toThrow(InvalidArgumentError);
    expect(call).toThrow(message);
  });
});
