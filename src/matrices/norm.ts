import type { AlgorithmRow } from "../algorithms/algorithm-row.ts";
import { normCall } from "../algorithms/reductions/norm.ts";
import { ofLines } from "./fold-call.ts";
import { FLOAT_LINE_OPTIONS, type FloatAlong, type FloatLineOptions } from "./mean.ts";

/** Which norm, and how its sum is taken. */
interface NormLineOptions extends FloatLineOptions {
  readonly p?: 1 | 2 | typeof Number.POSITIVE_INFINITY | undefined; // default: 2
}

/**
 * The norm of each line of a matrix along `axis`, bit for bit `norm` of that line alone: each line has a scale of its own. Of an empty line 0.
 *
 * Lines and shapes are as those of `reduce`; for `p: 2` elements are read twice.
 *
 * @throws InvalidArgumentError for an axis that is not there, or another `p`
 * @see docs/matrices.md
 */
export type NormAlong<When extends "now" | "later"> = FloatAlong<When, NormLineOptions>;

/** `norm(A, { axis, keepAxes?, p?, expression?, accumulate?, output? })` gives each line's norm */
export const norm: AlgorithmRow = { call: /* @__PURE__ */ ofLines(normCall, [...FLOAT_LINE_OPTIONS, "p"]) };
