import type { AlgorithmRow } from "../algorithms/algorithm-row.ts";
import type { Answer } from "../algorithms/call.ts";
import type { FloatSumOptions } from "../algorithms/reductions/float-elements.ts";
import { meanCall } from "../algorithms/reductions/mean.ts";
import type { HalfOutput } from "../contracts/options.ts";
import { type LineOutputOptions, ofLines } from "./fold-call.ts";
import type { AnyMatrix, MatrixOr, Rounds } from "./matrix-types.ts";

/** How sums of floats of lines are taken. */
export type FloatLineOptions = LineOutputOptions & Omit<FloatSumOptions, "type" | "output">;

/** A function of a matrix that makes a float of each line. */
export type FloatAlong<When extends "now" | "later", Options> = <Half extends HalfOutput = never>(
  A: AnyMatrix,
  options: Rounds<Options, Half>,
) => Answer<When, MatrixOr<Float64Array | Float32Array, Half>>;

export const FLOAT_LINE_OPTIONS: readonly string[] = ["expression", "determinism", "accumulate"];

/**
 * The mean of each line of a matrix along `axis`, bit for bit `mean` of that line alone: its sum over its length, in f32 for f32 and f64 for all else.
 *
 * Lines and shapes are as those of `reduce`; integers are converted first, and `accumulate: "f64"` has f32 summed in f64.
 *
 * @throws InvalidArgumentError for an axis that is not there, EmptyInputError for empty lines
 * @see docs/matrices.md
 */
export type MeanAlong<When extends "now" | "later"> = FloatAlong<When, FloatLineOptions>;

/** `mean(A, { axis, keepAxes?, expression?, accumulate?, output? })` gives each line's mean along axes */
export const mean: AlgorithmRow = { call: /* @__PURE__ */ ofLines(meanCall, FLOAT_LINE_OPTIONS) };
