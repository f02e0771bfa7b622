import { checkFunction } from "../values/check-arguments.ts";
import { checkName } from "../values/check-name.ts";
import { checkOptionNames } from "../values/check-option-names.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { checkExpression } from "./check-expression.ts";
import { checkLength } from "./check-length.ts";
import type { Expression } from "./expression.ts";
import { SYMBOLIC_OPTIONS, type SymbolicOptions, symbolic } from "./symbolic.ts";

/** Outputs whose brackets are written: with the square of their number of names. */
const MOST_OUTPUTS = 2 ** 12;

const OBSERVATIONS = ["inclusive-scan", "exclusive-scan"] as const;

/**
 * The brackets of every output of a scan of x[0..length), in the order of the outputs.
 *
 * Inclusive output i covers x[0..i], exclusive output i covers x[0..i); backward they cover x[i..length) and x[i+1..length).
 * An exclusive scan needs `initial`. Text of about length² names in all: for looking at, not for long arrays.
 *
 * @throws InvalidArgumentError for a length that is not an integer, below 0 or above 2^12, and for an exclusive scan without `initial`
 */
export function symbolicScan(
  given: Expression,
  observation: (typeof OBSERVATIONS)[number],
  length: number,
  options: SymbolicOptions = {},
): readonly string[] {
  const expression = checkExpression(given);
  checkLength(length, 0, MOST_OUTPUTS);
  checkName("observation", OBSERVATIONS, observation);
  checkOptionNames(options, SYMBOLIC_OPTIONS);
  const isExclusive = observation === "exclusive-scan";
  if (isExclusive && options.initial === undefined) {
    throw new InvalidArgumentError("initial", "the text of an initial value for an exclusive scan", "none");
  }
  const { leaf = (index) => `x${index}` } = options;
  checkFunction("leaf", leaf);
  return Array.from({ length }, (_, index) => {
    const before = isExclusive ? index : index + 1;
    if (options.direction !== "backward") return symbolic(expression, before, options);
    const start = isExclusive ? index + 1 : index;
    return symbolic(expression, length - start, { ...options, leaf: (offset) => leaf(start + offset) });
  });
}
