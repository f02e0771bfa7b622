import type { AlgorithmRow } from "../algorithms/algorithm-row.ts";
import { standardDeviationCall } from "../algorithms/reductions/standard-deviation.ts";
import { varianceCall } from "../algorithms/reductions/variance.ts";
import { ofLines } from "./fold-call.ts";
import { FLOAT_LINE_OPTIONS, type FloatAlong, type FloatLineOptions } from "./mean.ts";

/** How deviations of lines are taken. */
export interface SpreadLineOptions extends FloatLineOptions {
  readonly correction?: number | undefined; // what is taken from n in the divisor: by default 0, for a population; 1 for a sample
}

/**
 * The variance of each line of a matrix along `axis`, divided by n unless a `correction` is given, bit for bit `variance` of that line alone.
 *
 * Lines and shapes are as those of `reduce`; elements are read twice.
 *
 * @throws InvalidArgumentError for an axis that is not there, EmptyInputError for empty lines
 * @see docs/matrices.md
 */
export type VarianceAlong<When extends "now" | "later"> = FloatAlong<When, SpreadLineOptions>;

/**
 * The standard deviation of each line of a matrix along `axis`, by n unless a `correction` is given, bit for bit `standardDeviation` of that line alone.
 *
 * Lines and shapes are as those of `reduce`; elements are read twice.
 *
 * @throws InvalidArgumentError for an axis that is not there, EmptyInputError for empty lines
 * @see docs/matrices.md
 */
export type StandardDeviationAlong<When extends "now" | "later"> = FloatAlong<When, SpreadLineOptions>;

const OPTIONS: readonly string[] = [...FLOAT_LINE_OPTIONS, "correction"];

/** `variance(A, { axis, keepAxes?, correction?, expression?, accumulate?, output? })` gives each line's variance */
export const variance: AlgorithmRow = { call: /* @__PURE__ */ ofLines(varianceCall, OPTIONS) };

/** `standardDeviation(A, { axis, keepAxes?, correction?, expression?, accumulate?, output? })` gives each line's standard deviation */
export const standardDeviation: AlgorithmRow = {
  call: /* @__PURE__ */ ofLines(standardDeviationCall, OPTIONS),
};
