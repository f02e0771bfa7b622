import { InvalidArgumentError } from "../values/errors.ts";
import { oneOf } from "../values/nearest-name.ts";
import { checkLength } from "./check-length.ts";
import { depthOf } from "./depth.ts";
import type { Expression } from "./expression.ts";

/** Half the distance from 1 to the next larger value: the largest relative error of one rounding. */
const UNIT_ROUNDOFF = { f64: 2 ** -53, f32: 2 ** -24 } as const;

/** The types whose additions round. */
export type RoundedType = keyof typeof UNIT_ROUNDOFF;

export interface ErrorBoundOptions {
  readonly initialPlacement?: "outside" | "first"; // of an initial value; default: there is none
}

/**
 * How far a sum can be from the true one, as a factor on the sum of magnitudes: `|error| ≤ errorBound · Σ|x_i|`.
 *
 * γ_d = d·u/(1 − d·u), where d is the depth of the tree and u is 2^−53 for f64, 2^−24 for f32; infinite once d·u reaches 1. An
 * initial value is one of the x_i. `type` is the accumulation type: elements that it widens lose nothing. Holds for float add,
 * rounded to nearest, without overflow.
 *
 * @throws InvalidArgumentError for a length that is not a positive integer, and for a type whose additions do not round
 * @see Higham, Accuracy and Stability of Numerical Algorithms, §4.2
 */
export function errorBound(
  expression: Expression,
  length: number,
  type: RoundedType,
  options: ErrorBoundOptions = {},
): number {
  if (!Object.hasOwn(UNIT_ROUNDOFF, type)) {
    throw new InvalidArgumentError("type", oneOf(String(type), Object.keys(UNIT_ROUNDOFF)), `"${type}"`);
  }
  const error = UNIT_ROUNDOFF[type] * depthWithInitial(expression, checkLength(length, 1), options);
  return error < 1 ? error / (1 - error) : Number.POSITIVE_INFINITY;
}

function depthWithInitial(
  expression: Expression,
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
      throw new InvalidArgumentError(
        "initialPlacement",
        oneOf(String(initialPlacement satisfies never), ["outside", "first"]),
        `"${initialPlacement}"`,
      );
  }
}
