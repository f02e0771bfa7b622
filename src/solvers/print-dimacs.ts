import { checkCnf } from "./check-cnf.ts";
import type { Cnf } from "./sat.ts";

/** A formula in the DIMACS text format: a line `p cnf VARIABLES CLAUSES`, then a line for each clause, ended by 0. @throws InvalidArgumentError for what is no formula */
export function printDimacs(formula: Cnf): string {
  const { variableCount, clauses } = checkCnf(formula);
  const lines = clauses.map((clause) => (clause.length === 0 ? "0" : `${clause.join(" ")} 0`));
  return `${[`p cnf ${variableCount} ${clauses.length}`, ...lines].join("\n")}\n`;
}
