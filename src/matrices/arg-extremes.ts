import type { AlgorithmRow } from "../algorithms/algorithm-row.ts";
import type { Answer } from "../algorithms/call.ts";
import { argMaxCall, argMinCall } from "../algorithms/reductions/first-of-extreme.ts";
import { type LineOptions, ofLines } from "./fold-call.ts";
import type { Matrix } from "./matrix.ts";
import type { AnyMatrix } from "./matrix-types.ts";

/** Where indices of lines go. */
interface IndexLineOptions extends LineOptions {
  readonly output?: Uint32Array | undefined; // row-major; default: a fresh array
}

/** A function of a matrix that makes an index of each line. */
type IndexAlong<When extends "now" | "later"> = (
  A: AnyMatrix,
  options: IndexLineOptions,
) => Answer<When, Matrix<Uint32Array>>;

/**
 * The place of the first largest element of each line of a matrix along `axis`, as `argMax` has it: a NaN wins, and −0 is less than +0.
 *
 * Of several axes places count along them, the last named innermost. Lines and shapes are as those of `reduce`.
 *
 * @throws InvalidArgumentError for an axis that is not there, EmptyInputError for empty lines
 * @see docs/matrices.md
 */
export type ArgMaxAlong<When extends "now" | "later"> = IndexAlong<When>;

/**
 * The place of the first smallest element of each line of a matrix along `axis`, as `argMin` has it: a NaN wins, and −0 is less than +0.
 *
 * Of several axes places count along them, the last named innermost. Lines and shapes are as those of `reduce`.
 *
 * @throws InvalidArgumentError for an axis that is not there, EmptyInputError for empty lines
 * @see docs/matrices.md
 */
export type ArgMinAlong<When extends "now" | "later"> = IndexAlong<When>;

/** `argMax(A, { axis, keepAxes?, output? })` gives the place of each line's first largest element */
export const argMax: AlgorithmRow = { call: /* @__PURE__ */ ofLines(argMaxCall, []) };

/** `argMin(A, { axis, keepAxes?, output? })` gives the place of each line's first smallest element */
export const argMin: AlgorithmRow = { call: /* @__PURE__ */ ofLines(argMinCall, []) };
