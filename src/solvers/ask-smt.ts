import { describe } from "../values/describe.ts";
import { checkAnswer, wrongAnswer } from "./check-answer.ts";
import type { SmtAnswer, SmtSolver } from "./smt.ts";

const PLACE = "solver.check";

/** Asks a solver, which may be a caller's own. That its values are of the right sorts is for who reads them. @throws InvalidArgumentError for an answer that is none */
export async function askSmt(solver: SmtSolver, script: string, timeoutMs: number): Promise<SmtAnswer> {
  const answer: unknown = await solver.check(script, timeoutMs);
  const { status, reason, fields } = checkAnswer(PLACE, answer, ["sat", "unsat", "unknown"]);
  if (status === "unsat") return { status };
  if (status === "unknown") return { status, reason };
  const { model } = fields;
  if (!(model instanceof Map)) throw wrongAnswer(PLACE, "a model, as a Map", describe(model));
  for (const [name, value] of model as ReadonlyMap<unknown, unknown>) {
    if (typeof name === "string" && typeof value === "string") continue;
    throw wrongAnswer(PLACE, "a model of texts by name", `${describe(name)} with ${describe(value)}`);
  }
  return { status, model };
}
