import type { Cnf } from "./sat.ts";

/** A formula in the DIMACS text format: a line `p cnf VARIABLES CLAUSES`, then a line for each clause, ended by 0. */
export function printDimacs({ variableCount, clauses }: Cnf): string {
  const lines = clauses.map((clause) => (clause.length === 0 ? "0" : `${clause.join(" ")} 0`));
  return `${[`p cnf ${variableCount} ${clauses.length}`, ...lines].join("\n")}\n`;
}
