import { describe } from "../values/describe.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import type { Cnf } from "./sat.ts";

/** A model has a byte for each. */
export const MOST_VARIABLES = 2 ** 28;

/** @throws InvalidArgumentError for what is no formula, naming the first literal that is 0, no integer, or of a variable beyond `variableCount` */
export function checkCnf(given: unknown): Cnf {
  if (typeof given !== "object" || given === null) {
    throw new InvalidArgumentError("formula", "a formula, { variableCount, clauses }", describe(given));
  }
  const { variableCount, clauses } = given as Cnf;
  if (!Number.isInteger(variableCount) || variableCount < 0 || variableCount > MOST_VARIABLES) {
    const expected = `an integer from 0 to ${MOST_VARIABLES}`;
    throw new InvalidArgumentError("formula.variableCount", expected, describe(variableCount));
  }
  if (!Array.isArray(clauses)) {
    throw new InvalidArgumentError("formula.clauses", "an array of clauses", describe(clauses));
  }
  for (const [index, clause] of clauses.entries()) {
    checkLiterals(clause, variableCount, `formula.clauses[${index}]`);
  }
  return { variableCount, clauses };
}

/** @throws InvalidArgumentError for what is no array of such literals */
export function checkLiterals(
  given: unknown,
  variableCount: number,
  place: string,
): asserts given is readonly number[] {
  if (!Array.isArray(given)) throw new InvalidArgumentError(place, "an array of literals", describe(given));
  for (const literal of given) {
    const variable = Math.abs(Number.isInteger(literal) ? literal : 0);
    if (variable >= 1 && variable <= variableCount) continue;
    const expected = `of literals from 1 to ${variableCount} or their negations`;
    throw new InvalidArgumentError(place, expected, describe(literal));
  }
}
