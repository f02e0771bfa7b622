import { describe, expect, it } from "vitest";
import {
  argsort,
  boxSum,
  exclusiveScan,
  inclusiveScan,
  type Matrix,
  mean,
  minMax,
  reduce,
  slice,
  sort,
  summedAreaTable,
  transpose,
} from "../matrices.ts";
import { EmptyInputError, InvalidArgumentError } from "../values/errors.ts";

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
    expect(() => minMax(none, { axis: 1 })).toThrow(EmptyInputError);
  });

  it("results are written where they are told to", () => {
    const output = new Float64Array(3);
    expect(reduce(A, { axis: 0, output }).array).toBe(output);
    expect([...output]).toEqual([5, 7, 9]);
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
