import type { AlgorithmRow } from "../algorithms/algorithm-row.ts";
import type { Answer } from "../algorithms/call.ts";
import { sumCall } from "../algorithms/reductions/sum.ts";
import type { AccumulationOf, HalfOutput, SumOf } from "../contracts/options.ts";
import type { ContractOptions } from "../contracts/resolve.ts";
import type { ElementArray, ElementType } from "../values/element-types.ts";
import { type LineOptions, ofLines } from "./fold-call.ts";
import type { AnyMatrix, MatrixOr, Rounds, TypeOfMatrix } from "./matrix-types.ts";
import { FLOAT_LINE_OPTIONS } from "./mean.ts";

/** How sums of lines are taken. */
export interface SumLineOptions<Sum extends ElementType> extends LineOptions {
  readonly accumulate?: Sum | undefined; // default: the element type
  readonly expression?: ContractOptions["expression"]; // default: blockDyadic(32)
  readonly determinism?: ContractOptions["determinism"]; // default: "everywhere"; below it an executor may choose the expression
  readonly output?: ElementArray<Sum> | undefined; // row-major; default: a fresh array
}

/**
 * The sum of each line of a matrix along `axis`, bit for bit `sum` of that line alone; of an empty line 0.
 *
 * Lines and shapes are as those of `reduce`, of which it is the case that `operator` is add.
 *
 * @throws InvalidArgumentError for an axis that is not there
 * @see docs/matrices.md
 */
export type SumAlong<When extends "now" | "later"> = <
  Given extends AnyMatrix,
  Sum extends AccumulationOf<TypeOfMatrix<Given>> = SumOf<TypeOfMatrix<Given>>,
  Half extends HalfOutput = never,
>(
  A: Given,
  options: Rounds<SumLineOptions<Sum>, Half>,
) => Answer<When, MatrixOr<ElementArray<Sum>, Half>>;

/** `sum(A, { axis, keepAxes?, expression?, accumulate?, output? })` gives each line's sum along axes */
export const sum: AlgorithmRow = { call: /* @__PURE__ */ ofLines(sumCall, FLOAT_LINE_OPTIONS) };
