import type { AlgorithmRow } from "../algorithms/algorithm-row.ts";
import { type Answer, type Call, done, type Steps } from "../algorithms/call.ts";
import { orderOf } from "../algorithms/order/order-options.ts";
import type { Primitives, SortOrder } from "../executors/primitives.ts";
import { checkOptionNames } from "../values/check-name.ts";
import type { ElementArray } from "../values/element-types.ts";
import { checkSize, outputOf } from "./cells-call.ts";
import {
  type Axes,
  eachInLines,
  type Lines,
  lineNumbers,
  lineSteps,
  linesAlong,
  rowMajorSteps,
} from "./lines.ts";
import { type GivenMatrix, givenMatrix, type Matrix, sizeOf } from "./matrix.ts";
import type { AnyMatrix, WideArray } from "./matrix-types.ts";

interface SortAlongOptions<Output> {
  readonly axis: Axes;
  readonly descending?: boolean | undefined; // default: false; true: the reverse, equal elements in their order still
  readonly output?: Output | undefined; // row-major; default: a fresh array
}

/**
 * Each line of a matrix in order along `axis`, in a row-major matrix of the same shape: −0 before +0, NaNs last.
 *
 * The order is that of `sort`, and as stable. One sort of everything, then one by line: work O(n) by digit of 8 bits.
 *
 * @throws InvalidArgumentError for an axis that is not there
 * @see docs/matrices.md
 */
export type SortAlong<When extends "now" | "later"> = <Given extends AnyMatrix>(
  A: Given,
  options: SortAlongOptions<WideArray<Given>>,
) => Answer<When, Matrix<WideArray<Given>>>;

/**
 * For each line of a matrix the places of its elements in order along `axis`: `A[argsort(A)]` is `sort(A)`, line by line.
 *
 * Of several axes places count along them, the last named innermost. The order is that of `sort`, and as stable.
 *
 * @throws InvalidArgumentError for an axis that is not there
 * @see docs/matrices.md
 */
export type ArgsortAlong<When extends "now" | "later"> = (
  A: AnyMatrix,
  options: SortAlongOptions<Uint32Array>,
) => Answer<When, Matrix<Uint32Array>>;

interface Asked {
  readonly matrix: GivenMatrix;
  readonly lines: Lines;
  readonly order: SortOrder;
}

function asked(A: unknown, options: SortAlongOptions<unknown>): Asked {
  checkOptionNames(options, ["axis", "descending", "output"]);
  const matrix = givenMatrix("A", A);
  const lines = linesAlong(matrix, options.axis);
  return { matrix, lines, order: orderOf(matrix.type, { descending: options.descending }) };
}

/** The call of `sort`. */
function sortCall(A: unknown, options: SortAlongOptions<unknown>): Call<Matrix> {
  const { matrix, lines, order } = asked(A, options);
  const { shape, type } = matrix;
  checkSize(shape, type);
  return {
    input: [lines.elements],
    output: outputOf(options.output, type, sizeOf(shape), [matrix]),
    *steps(on, [vector]) {
      return yield* rowMajorSteps(on, lines, [yield* sortedLineSteps(on, lines, order, vector)]);
    },
    result: ([array]) => ({ array: array as ElementArray, shape }),
  };
}

/** The call of `argsort`. */
function argsortCall(A: unknown, options: SortAlongOptions<unknown>): Call<Matrix> {
  const { matrix, lines, order } = asked(A, options);
  const { shape } = matrix;
  checkSize(shape, "u32");
  return {
    input: [lines.elements],
    output: outputOf(options.output, "u32", sizeOf(shape), [matrix]),
    *steps(on, [vector]) {
      const elements = yield* lineSteps(on, lines, vector);
      return yield* rowMajorSteps(on, lines, yield* placeSteps(on, lines, order, elements));
    },
    result: ([array]) => ({ array: array as ElementArray, shape }),
  };
}

/** Each line in order, one after the other. */
export function* sortedLineSteps<Vector>(
  on: Primitives<Vector>,
  lines: Lines,
  order: SortOrder,
  vector: Vector,
): Steps<Vector> {
  const elements = yield* lineSteps(on, lines, vector);
  const { keys, payload } = yield* done(on.sort(elements, [lineNumbers(on, lines)], order));
  return (yield* done(on.sort(payload[0], [keys], byLine(lines)))).payload[0];
}

function* placeSteps<Vector>(
  on: Primitives<Vector>,
  lines: Lines,
  order: SortOrder,
  elements: Vector,
): Steps<readonly Vector[]> {
  const columns = [lineNumbers(on, lines), on.place(eachInLines(lines, (_, k) => k))];
  const { payload } = yield* done(on.sort(elements, columns, order));
  return (yield* done(on.sort(payload[0], [payload[1]], byLine(lines)))).payload;
}

/** Back into lines: of their numbers the bits that the last one has. */
export function byLine({ count }: Lines): SortOrder {
  return { isDescending: false, bits: [0, Math.max(1, 32 - Math.clz32(Math.max(0, count - 1)))] };
}

/** `sort(A, { axis, descending?, output? })` gives each line in order */
export const sort: AlgorithmRow = { call: sortCall };

/** `argsort(A, { axis, descending?, output? })` gives the places that put each line in order */
export const argsort: AlgorithmRow = { call: argsortCall };
