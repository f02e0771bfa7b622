import { askSmt } from "../../solvers/ask-smt.ts";
import type { SmtSolver } from "../../solvers/smt.ts";
import type { Obligation } from "./obligations.ts";

/** Whether a solver finds that an obligation's negation cannot be. */
export async function isShown(
  solver: SmtSolver,
  { script }: Obligation,
  timeoutMs: number,
): Promise<boolean> {
  const answer = await askSmt(solver, script, timeoutMs);
  return answer.status === "unsat";
}
