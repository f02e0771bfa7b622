import { checkText } from "../values/check-arguments.ts";
import { satAnswer } from "./ask-sat.ts";
import { checkAnswer } from "./check-answer.ts";
import type { Cnf, ProvedAnswer, ProvingSolver } from "./sat.ts";

const PLACE = "solver.prove";

/** As `askSat`, and an "unsat" has a proof, which nobody has followed yet. */
export async function askProof(
  solver: ProvingSolver,
  formula: Cnf,
  timeoutMs: number,
): Promise<ProvedAnswer> {
  const answered = checkAnswer(PLACE, await solver.prove(formula, timeoutMs), ["sat", "unsat", "unknown"]);
  const answer = satAnswer(PLACE, solver.name, formula, answered);
  if (answer.status !== "unsat") return answer;
  return { ...answer, proof: checkText(`${PLACE} proof`, answered.fields.proof) };
}
