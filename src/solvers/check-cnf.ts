import { InvalidArgumentError } from "../values/errors.ts";
import type { Cnf } from "./sat.ts";

/** @throws InvalidArgumentError naming the first literal that is 0, no integer, or of a variable beyond `variableCount` */
export function checkCnf({ variableCount, clauses }: Cnf): void {
  if (!Number.isInteger(variableCount) || variableCount < 0) {
    throw new InvalidArgumentError("formula.variableCount", "a whole number", String(variableCount));
  }
  const expected = `a literal from 1 to ${variableCount} or its negation`;
  clauses.forEach((clause, index) => {
    for (const literal of clause) {
      const variable = Math.abs(literal);
      if (Number.isInteger(literal) && variable >= 1 && variable <= variableCount) continue;
      throw new InvalidArgumentError(`formula.clauses[${index}]`, expected, String(literal));
    }
  });
}
