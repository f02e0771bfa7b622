import type { AlgorithmRow } from "../algorithms/algorithm-row.ts";
import type { Answer, Call } from "../algorithms/call.ts";
import { minMaxCall } from "../algorithms/reductions/min-max.ts";
import type { ElementArray } from "../values/element-types.ts";
import { type GivenLineOptions, type LineOptions, lineFoldCall } from "./fold-call.ts";
import { givenMatrix, type Matrix } from "./matrix.ts";
import type { AnyMatrix, WideArray } from "./matrix-types.ts";

/** The extremes of lines. */
interface ExtremesAlong<Elements extends ElementArray> {
  readonly min: Matrix<Elements>;
  readonly max: Matrix<Elements>;
}

/**
 * The smallest and the largest element of each line of a matrix along `axis`, as `minMax` has them: a NaN is both, and −0 is less than +0.
 *
 * Lines and shapes are as those of `reduce`.
 *
 * @throws InvalidArgumentError for an axis that is not there, EmptyInputError for empty lines
 * @see docs/matrices.md
 */
export type MinMaxAlong<When extends "now" | "later"> = <Given extends AnyMatrix>(
  A: Given,
  options: LineOptions,
) => Answer<When, ExtremesAlong<WideArray<Given>>>;

/** The call of `minMax`. */
function minMaxAlongCall(A: unknown, options: GivenLineOptions): Call<ExtremesAlong<ElementArray>> {
  return lineFoldCall(
    {
      callOf: ([elements], own) => minMaxCall(elements, own),
      names: [],
      result: ([min, max], shape) => ({ min: { array: min, shape }, max: { array: max, shape } }),
    },
    [givenMatrix("A", A)],
    options,
  );
}

/** `minMax(A, { axis, keepAxes? })` gives each line's smallest and largest element along axes */
export const minMax: AlgorithmRow = { call: minMaxAlongCall };
