import type { AlgorithmRow } from "../algorithms/algorithm-row.ts";
import type { Answer, Call } from "../algorithms/call.ts";
import { correlationCall, covarianceCall } from "../algorithms/reductions/covariance.ts";
import { dotFoldCall } from "../algorithms/reductions/dot.ts";
import { EXACT_PRODUCTS } from "../algorithms/reductions/exact-products.ts";
import { squaredDistanceCall } from "../algorithms/reductions/squared-distance.ts";
import type { AccumulationOf, HalfOutput, SumOf } from "../contracts/options.ts";
import type { ElementArray } from "../values/element-types.ts";
import { exactDotCall } from "./exact-cells.ts";
import { type GivenLineOptions, ofLinePairs } from "./fold-call.ts";
import type { Matrix } from "./matrix.ts";
import type { AnyMatrix, MatrixOfType, MatrixOr, Rounds, TypeOfMatrix } from "./matrix-types.ts";
import { FLOAT_LINE_OPTIONS, type FloatLineOptions } from "./mean.ts";
import type { SpreadLineOptions } from "./spread.ts";
import type { SumLineOptions } from "./sum.ts";

/** A function of two matrices of one shape that makes a float of each two lines. */
type FloatOfPairs<When extends "now" | "later", Options> = <
  Given extends AnyMatrix,
  Half extends HalfOutput = never,
>(
  A: Given,
  B: MatrixOfType<TypeOfMatrix<Given>>,
  options: Rounds<Options, Half>,
) => Answer<When, MatrixOr<Float64Array | Float32Array, Half>>;

/**
 * The dot product of each line of a matrix along `axis` and the same line of another, bit for bit `dot` of these alone; of empty lines 0.
 *
 * Both have one shape and one type; lines and shapes are as those of `reduce`. The products of every row and every column are `multiply`.
 *
 * @throws InvalidArgumentError for shapes or types that differ, or an axis that is not there
 * @see docs/matrices.md
 */
export type DotAlong<When extends "now" | "later"> = <
  Given extends AnyMatrix,
  Sum extends AccumulationOf<TypeOfMatrix<Given>> = SumOf<TypeOfMatrix<Given>>,
  Half extends HalfOutput = never,
>(
  A: Given,
  B: MatrixOfType<TypeOfMatrix<Given>>,
  options: Rounds<SumLineOptions<Sum>, Half>,
) => Answer<When, MatrixOr<ElementArray<Sum>, Half>>;

/**
 * The square of the distance of each line of a matrix along `axis` and the same line of another, bit for bit `squaredDistance` of these; of empty lines 0.
 *
 * As `dot` in all else.
 *
 * @throws InvalidArgumentError for shapes or types that differ, or an axis that is not there
 * @see docs/matrices.md
 */
export type SquaredDistanceAlong<When extends "now" | "later"> = FloatOfPairs<When, FloatLineOptions>;

/**
 * The covariance of each line of a matrix along `axis` and the same line of another, divided by n unless a `correction` is given, bit for bit `covariance`.
 *
 * As `dot` in all else.
 *
 * @throws InvalidArgumentError for shapes or types that differ, or an axis that is not there, EmptyInputError for empty lines
 * @see docs/matrices.md
 */
export type CovarianceAlong<When extends "now" | "later"> = FloatOfPairs<When, SpreadLineOptions>;

/**
 * Pearson's correlation of each line of a matrix along `axis` and the same line of another, bit for bit `correlation` of these.
 *
 * As `dot` in all else.
 *
 * @throws InvalidArgumentError for shapes or types that differ, or an axis that is not there, EmptyInputError for empty lines
 * @see docs/matrices.md
 */
export type CorrelationAlong<When extends "now" | "later"> = FloatOfPairs<When, FloatLineOptions>;

const dotOfFolds = /* @__PURE__ */ ofLinePairs(dotFoldCall, FLOAT_LINE_OPTIONS);

/** The call of `dot`. */
function dotAlongCall(A: unknown, B: unknown, options: GivenLineOptions): Call<Matrix> {
  return options?.expression === EXACT_PRODUCTS ? exactDotCall(A, B, options) : dotOfFolds(A, B, options);
}

/** `dot(A, B, { axis, keepAxes?, expression?, accumulate?, output? })` gives the dot product of each two lines */
export const dot: AlgorithmRow = { call: dotAlongCall };

/** `squaredDistance(A, B, { axis, keepAxes?, expression?, accumulate?, output? })` gives the squared distance of each two lines */
export const squaredDistance: AlgorithmRow = {
  call: /* @__PURE__ */ ofLinePairs(squaredDistanceCall, FLOAT_LINE_OPTIONS),
};

/** `covariance(A, B, { axis, keepAxes?, correction?, expression?, accumulate?, output? })` gives the covariance of each two lines */
export const covariance: AlgorithmRow = {
  call: /* @__PURE__ */ ofLinePairs(covarianceCall, [...FLOAT_LINE_OPTIONS, "correction"]),
};

/** `correlation(A, B, { axis, keepAxes?, expression?, accumulate?, output? })` gives the correlation of each two lines */
export const correlation: AlgorithmRow = {
  call: /* @__PURE__ */ ofLinePairs(correlationCall, FLOAT_LINE_OPTIONS),
};
