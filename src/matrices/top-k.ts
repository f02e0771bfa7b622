import type { AlgorithmRow } from "../algorithms/algorithm-row.ts";
import { type Answer, type Call, done, type Steps } from "../algorithms/call.ts";
import { orderOf } from "../algorithms/order/order-options.ts";
import { isLargestFirst } from "../algorithms/order/top-k.ts";
import type { Primitives } from "../executors/primitives.ts";
import { checkInteger } from "../values/check-arguments.ts";
import { checkOptionNames } from "../values/check-name.ts";
import type { ElementArray } from "../values/element-types.ts";
import { checkSize } from "./cells-call.ts";
import {
  eachInLines,
  type Lines,
  lineNumbers,
  lineSteps,
  linesAlong,
  oneAxis,
  rowMajorSteps,
  zeroOf,
} from "./lines.ts";
import { givenMatrix, type Matrix, sizeOf } from "./matrix.ts";
import type { AnyMatrix, WideArray } from "./matrix-types.ts";
import { joinedSteps } from "./product-steps.ts";
import { byLine } from "./sort.ts";

interface TopKAlongOptions {
  readonly axis: number;
  readonly order?: "largest" | "smallest" | undefined; // default: "largest", which come largest first
}

/** The first elements of each line in an order, and their places there. */
interface TopAlong<Elements extends ElementArray> {
  readonly values: Matrix<Elements>;
  readonly indices: Matrix<Uint32Array>;
}

/**
 * The k largest elements of each line of a matrix along `axis`, the largest first, and their places in it, bit for bit `topK` of that line alone; or
 * the k smallest. Both are row-major matrices whose axis has length `count`.
 *
 * One axis, since several would leave no shape. A NaN is larger than all numbers; of equal elements the first comes first. Long lines are selected
 * from, one after the other, where `topK` does that; else all are sorted: work O(n) by digit of 8 bits.
 *
 * @throws InvalidArgumentError for an axis that is not there, and for a `count` that is no whole number from 0 to its length
 * @see docs/matrices.md
 */
export type TopKAlong<When extends "now" | "later"> = <Given extends AnyMatrix>(
  A: Given,
  count: number,
  options: TopKAlongOptions,
) => Answer<When, TopAlong<WideArray<Given>>>;

/** The call of `topK`. */
function topKCall(A: unknown, given: unknown, options: TopKAlongOptions): Call<TopAlong<ElementArray>> {
  checkOptionNames(options, ["axis", "order"]);
  const matrix = givenMatrix("A", A);
  const axis = oneAxis(matrix, options.axis);
  const lines = linesAlong(matrix, axis);
  const isDescending = isLargestFirst(options.order);
  const { depth } = lines;
  const expected = `a whole number from 0 to ${depth}, the length of axis ${axis}`;
  const count = checkInteger("count", given, 0, depth, expected);
  const shape = matrix.shape.map((length, each) => (each === axis ? count : length));
  checkSize(shape, matrix.type);
  return {
    input: [lines.elements],
    *steps(on, [vector]) {
      if (sizeOf(shape) === 0) {
        const none = on.fill(matrix.type, zeroOf(matrix.type), 0);
        return [yield* done(none), yield* done(on.fill("u32", 0, 0))];
      }
      const elements = yield* lineSteps(on, lines, vector);
      const wanted = { count, isDescending };
      const first =
        (yield* selectedSteps(on, lines, elements, wanted)) ??
        (yield* sortedSteps(on, lines, elements, wanted));
      return yield* rowMajorSteps(on, { ...lines, matrix: { ...matrix, shape }, depth: count }, first);
    },
    result: ([values, indices]) => ({
      values: { array: values as ElementArray, shape },
      indices: { array: indices as Uint32Array, shape },
    }),
  };
}

interface Wanted {
  readonly count: number;
  readonly isDescending: boolean;
}

/** Elements of a line from which it is worth a call to select. */
const SHORTEST_SELECTION = 2048;

/** By the executor's own selection from each line; undefined where it has none. */
function* selectedSteps<Vector>(
  on: Primitives<Vector>,
  lines: Lines,
  elements: Vector,
  { count, isDescending }: Wanted,
): Steps<readonly Vector[] | undefined> {
  if (on.leading === undefined || lines.depth < SHORTEST_SELECTION) return undefined;
  const values: Vector[] = [];
  const indices: Vector[] = [];
  for (let line = 0; line < lines.count; line++) {
    const keys = yield* done(on.slice(elements, line * lines.depth, lines.depth));
    const leading = on.leading(keys, count, isDescending);
    if (leading === undefined) return undefined;
    const first = yield* done(leading);
    values.push(first.keys);
    indices.push(first.indices);
  }
  return [yield* joinedSteps(on, values), yield* joinedSteps(on, indices)];
}

/** All sorted, of which the first of each line are taken. */
function* sortedSteps<Vector>(
  on: Primitives<Vector>,
  lines: Lines,
  elements: Vector,
  { count, isDescending }: Wanted,
): Steps<readonly Vector[]> {
  const order = orderOf(lines.matrix.type, { descending: isDescending });
  const columns = [lineNumbers(on, lines), on.place(eachInLines(lines, (_, k) => k))];
  const { keys, payload } = yield* done(on.sort(elements, columns, order));
  const sorted = (yield* done(on.sort(payload[0], [keys, payload[1]], byLine(lines)))).payload;
  const first = eachInLines({ count: lines.count, depth: count }, (line, k) => line * lines.depth + k);
  return yield* done(on.gather(sorted, on.place(first)));
}

/** `topK(A, count, { axis, order? })` gives `{ values, indices }` of the largest or smallest of each line */
export const topK: AlgorithmRow = { call: topKCall };
