import type { AlgorithmRow } from "../algorithms/algorithm-row.ts";
import { type Answer, type Call, done, type Steps } from "../algorithms/call.ts";
import { differenceSteps, givenOrder } from "../algorithms/recurrences/differences.ts";
import { roundable } from "../algorithms/rounded-call.ts";
import type { HalfOutput } from "../contracts/options.ts";
import type { Primitives } from "../executors/primitives.ts";
import { checkOptionNames } from "../values/check-name.ts";
import type { ElementArray } from "../values/element-types.ts";
import { checkSize, outputOf } from "./cells-call.ts";
import { lineSteps, linesAlong, oneAxis, zeroOf } from "./lines.ts";
import { givenMatrix, type Matrix, rowMajor, sizeOf } from "./matrix.ts";
import type { AnyMatrix, MatrixOr, Rounds, WideArray } from "./matrix-types.ts";

interface DifferencesAlongOptions<Elements> {
  readonly axis: number;
  readonly order?: number | undefined; // how often differences are taken, at most 64; default: 1
  readonly output?: Elements | undefined; // row-major; default: a fresh array
}

/**
 * From each element of a matrix to the next along `axis`, bit for bit `differences` of that line alone, in a row-major matrix whose axis is shorter by
 * `order`, or empty.
 *
 * One axis, since several would leave no shape. Each difference rounds once. Work O(n · order).
 *
 * @throws InvalidArgumentError for an axis that is not there, and for an order that is no integer from 0 to 64
 * @see docs/matrices.md
 */
export type DifferencesAlong<When extends "now" | "later"> = <
  Given extends AnyMatrix,
  Half extends HalfOutput = never,
>(
  A: Given,
  options: Rounds<DifferencesAlongOptions<WideArray<Given>>, Half>,
) => Answer<When, MatrixOr<WideArray<Given>, Half>>;

/** The call of `differences`. */
function differencesCall(A: unknown, options: DifferencesAlongOptions<unknown>): Call<Matrix> {
  checkOptionNames(options, ["axis", "order", "output"]);
  const matrix = givenMatrix("A", A);
  const axis = oneAxis(matrix, options.axis);
  const order = givenOrder(options.order);
  const shape = matrix.shape.map((length, each) => (each === axis ? Math.max(0, length - order) : length));
  const all = linesAlong(
    matrix,
    matrix.shape.map((_, each) => each),
  );
  const size = sizeOf(shape);
  checkSize(shape, matrix.type);
  return {
    input: [all.elements],
    output: outputOf(options.output, matrix.type, size, [matrix]),
    *steps(on, [vector]) {
      if (size === 0) return [yield* done(on.fill(matrix.type, zeroOf(matrix.type), 0))];
      // Row-major elements, each less the one a stride before: what reaches from one line into another is left out at the end.
      let found = yield* lineSteps(on, all, vector);
      const lag = rowMajor(matrix.shape)[axis];
      for (let taken = 0; taken < order; taken++) found = yield* differenceSteps(on, found, matrix.type, lag);
      return [yield* withinSteps(on, found, { shape, from: matrix.shape, axis })];
    },
    result: ([array]) => ({ array: array as ElementArray, shape }),
  };
}

/** Of row-major elements those within a shape that is shorter along one axis. */
function* withinSteps<Vector>(
  on: Primitives<Vector>,
  vector: Vector,
  given: { readonly shape: readonly number[]; readonly from: readonly number[]; readonly axis: number },
): Steps<Vector> {
  const { shape, from, axis } = given;
  const outer = sizeOf(shape.slice(0, axis));
  if (outer === 1 || shape[axis] === from[axis]) return vector;
  const [kept, whole] = [shape, from].map((lengths) => sizeOf(lengths.slice(axis)));
  const indices = new Uint32Array(outer * kept);
  for (let block = 0; block < outer; block++) {
    for (let i = 0; i < kept; i++) indices[block * kept + i] = block * whole + i;
  }
  return (yield* done(on.gather([vector], on.place(indices))))[0];
}

/** `differences(A, { axis, order?, output? })` gives from each element to the next along an axis what is between them */
export const differences: AlgorithmRow = { call: /* @__PURE__ */ roundable(differencesCall) };
