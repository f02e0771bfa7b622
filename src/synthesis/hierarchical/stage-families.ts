import type { CnfBuilder } from "../../solvers/cnf-builder.ts";
import type { RowLiterals } from "./encode-stages.ts";

/** What a stage is required to be: every row of all before it; the last row alone of all, the others of themselves; each row of itself. */
export type StageFamily = "scan" | "reduce" | "nothing";

/** Sets the rows of a stage. */
export function requireFamily(builder: CnfBuilder, rows: RowLiterals, family: StageFamily): void {
  rows.forEach((row, number) => {
    const isFull = family === "scan" || (family === "reduce" && number === rows.length - 1);
    for (const literal of row) builder.add(isFull ? literal : -literal);
  });
}
