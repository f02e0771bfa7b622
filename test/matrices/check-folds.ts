import { algorithmsOn } from "../../src/algorithms/algorithms-on.ts";
import { algorithmsJavascriptExecutor } from "../../src/executors/javascript/primitives/javascript-primitives.ts";
import type { Matrix, MatrixFunctions } from "../../src/matrices.ts";
import { fn } from "../../src/operators.ts";
import type { ElementArray } from "../../src/values/element-types.ts";
import { differenceOf } from "../algorithms/difference.ts";
import { type LinesDraw, linesOf } from "./check-lines.ts";

const POSITIVE = {
  f64: fn`(x: f64) => x > 0`,
  f32: fn`(x: f32) => x > 0`,
  i64: fn`(x: i64) => x > 0`,
  u64: fn`(x: u64) => x > 7`,
  i32: fn`(x: i32) => x > 0`,
  u32: fn`(x: u32) => x > 7`,
};

const PLAIN = algorithmsOn(algorithmsJavascriptExecutor);

/** A function of columns with what it is called with but for its columns. */
type Row = readonly [name: string, before: readonly unknown[], options: object];

/** Every fold along axes of one matrix, then of two, held to its function of columns on plain loops, line by line. */
export async function checkFolds(
  on: MatrixFunctions<"now"> | MatrixFunctions<"later">,
  draw: LinesDraw,
): Promise<void> {
  const { type, matrix, axis, keepAxes, expression } = draw;
  const { lines, places, shape } = linesOf(draw);
  if (lines.length === 0 || lines[0].length === 0) return;
  const sums = { expression };
  const predicate = POSITIVE[type];
  const one: readonly Row[] = [
    ["sum", [], sums],
    ["variance", [], { ...sums, correction: 1 }],
    ["standardDeviation", [], sums],
    ["norm", [], sums],
    ["norm", [], { ...sums, p: 1 }],
    ["norm", [], { p: Number.POSITIVE_INFINITY }],
    ["argMin", [], {}],
    ["argMax", [], {}],
    ["count", [predicate], {}],
    ["any", [predicate], {}],
    ["all", [predicate], {}],
    ["median", [], {}],
    ["quantile", [0.3], { method: 6 }],
    ["logSumExp", [], sums],
  ];
  for (const [name, before, options] of one) {
    const actual = (await call(on, name, [matrix, ...before, { ...options, axis, keepAxes }])) as Matrix;
    const expected = lines.map((line) => Number(columnsCall(name, [line, ...before, options])));
    fail(name, [actual.shape, [...actual.array].map(Number)], [shape, expected]);
  }
  const shares = (await call(on, "softmax", [matrix, { ...sums, axis }])) as Matrix;
  const inPlaces = new Array(shares.array.length);
  for (const [i, line] of lines.entries()) {
    const softmax = columnsCall("softmax", [line, sums]) as ElementArray;
    for (const [k, share] of softmax.entries()) inPlaces[places[i][k]] = share;
  }
  fail("softmax", [shares.shape, [...shares.array]], [matrix.shape, inPlaces]);
  const other = otherOf(matrix);
  const others = linesOf({ ...draw, matrix: other }).lines;
  const two: readonly Row[] = [
    ["dot", [], sums],
    ["squaredDistance", [], sums],
    ["covariance", [], { ...sums, correction: 0.5 }],
    ["correlation", [], sums],
  ];
  for (const second of [other, matrix]) {
    for (const [name, , options] of two) {
      const actual = (await call(on, name, [matrix, second, { ...options, axis, keepAxes }])) as Matrix;
      const expected = lines.map((line, i) =>
        columnsCall(name, [line, second === matrix ? line : others[i], options]),
      );
      fail(name, [actual.shape, [...actual.array]], [shape, expected]);
    }
  }
}

/** A matrix of the same shape with other elements, row-major. */
function otherOf({ array, shape }: LinesDraw["matrix"]): LinesDraw["matrix"] {
  const strides = shape.map((_, axis) => shape.slice(axis + 1).reduce((size, length) => size * length, 1));
  const size = shape.reduce((product, length) => product * length, 1);
  const elements = array.slice(0, 0).constructor as { new (length: number): ElementArray };
  const other = new elements(size);
  for (let i = 0; i < size; i++) other[i] = array[(i * 7 + 3) % array.length] as never;
  return { array: other, shape, strides, offset: 0 };
}

function call(on: object, name: string, given: readonly unknown[]): unknown {
  return (on as Record<string, (...all: readonly unknown[]) => unknown>)[name](...given);
}

function columnsCall(name: string, given: readonly unknown[]): unknown {
  return call(PLAIN, name, given);
}

function fail(what: string, actual: unknown, expected: unknown): void {
  const difference = differenceOf(actual, expected);
  if (difference !== undefined) throw new Error(`${what}: ${difference}`);
}
