import { checkName, checkOptionNames } from "../values/check-name.ts";
import { checkExpression, checkLength } from "./check-expression.ts";

import { depthOf } from "./depth.ts";
import type { Expression, TreeExpression } from "./expression.ts";

/** Half the distance from 1 to the next larger value: the largest relative error of one rounding. */
const UNIT_ROUNDOFF = { f64: 2 ** -53, f32: 2 ** -24 } as const;

const ROUNDED_TYPES = ["f64", "f32"] as const;

/** Binary digits of a bin of the binned sum. */
const BIN_WIDTH = { f64: 40, f32: 13 } as const;

/** The types whose additions round. */
export type RoundedType = keyof typeof UNIT_ROUNDOFF;

/** Options of `errorBound`: where an initial value is added, if there is one. */
export interface ErrorBoundOptions {
  readonly initialPlacement?: "outside" | "first"; // of an initial value; default: no initial value
}

/**
 * How far a sum can be from the true one, as a factor on the sum of magnitudes: `|error| ≤ errorBound · Σ|x_i|`.
 *
 * γ_d = d·u/(1 − d·u), where d is the depth of the tree and u is 2^−53 for f64, 2^−24 for f32; infinite once d·u reaches 1. An
 * initial value is one of the x_i. For `exact` it is u. For `binned(K)` it is n·2^((1−K)·W) + 7ε/(1 − 6√ε − 7ε) with ε = 2u and bins
 * of W = 40 (f64) or 13 (f32) digits, where no term is so small that its bins are beyond the last one. `type` is the accumulation type: elements that it widens lose nothing. Holds for float add,
 * rounded to nearest, without overflow.
 *
 * @throws InvalidArgumentError for a length that is not a positive integer, and for a type whose additions do not round
 * @see Higham, Accuracy and Stability of Numerical Algorithms, §4.2; Ahrens, Demmel, Nguyen, TOMS 46(3), 2020
 */
export function errorBound(
  given: Expression,
  length: number,
  type: RoundedType,
  options: ErrorBoundOptions = {},
): number {
  const expression = checkExpression(given);
  checkOptionNames(options, ["initialPlacement"]);
  if (isPlaced(options)) checkName("initialPlacement", ["outside", "first"], options.initialPlacement);
  checkName("type", ROUNDED_TYPES, type);
  checkLength(length, 1);
  if (expression.kind === "exact") return UNIT_ROUNDOFF[type];
  if (expression.kind === "binned") {
    const termCount = length + (isPlaced(options) ? 1 : 0);
    return termCount * 2 ** ((1 - expression.fold) * BIN_WIDTH[type]) + errorOfObserving(type);
  }
  const error = UNIT_ROUNDOFF[type] * depthWithInitial(expression, length, options);
  return error < 1 ? error / (1 - error) : Number.POSITIVE_INFINITY;
}

/** Of the float sequence that makes one value of the bins. */
function errorOfObserving(type: RoundedType): number {
  const epsilon = 2 * UNIT_ROUNDOFF[type];
  return (7 * epsilon) / (1 - 6 * Math.sqrt(epsilon) - 7 * epsilon);
}

function isPlaced({ initialPlacement }: ErrorBoundOptions): boolean {
  return initialPlacement !== undefined;
}

function depthWithInitial(
  expression: TreeExpression,
  length: number,
  { initialPlacement }: ErrorBoundOptions,
): number {
  switch (initialPlacement) {
    case undefined:
      return depthOf(expression, length);
    case "outside":
      return depthOf(expression, length) + 1;
    case "first":
      return depthOf(expression, length + 1);
    default:
      return initialPlacement satisfies never;
  }
}
