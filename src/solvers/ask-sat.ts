import { describe } from "../values/describe.ts";
import { type Answered, checkAnswer, wrongAnswer } from "./check-answer.ts";
import type { Cnf, SatAnswer, SatSolver } from "./sat.ts";

const STATUSES = ["sat", "unsat", "unknown"] as const;

/** Asks a solver, which may be a caller's own. @throws InvalidArgumentError for an answer that is none, and a model that is no model of the formula */
export async function askSat(solver: SatSolver, formula: Cnf, timeoutMs: number): Promise<SatAnswer> {
  const answer: unknown = await solver.solve(formula, timeoutMs);
  return satAnswer("solver.solve", solver.name, formula, checkAnswer("solver.solve", answer, STATUSES));
}

/** What was answered to a formula. */
export function satAnswer(
  place: string,
  name: string,
  formula: Cnf,
  { status, reason, fields }: Answered<SatAnswer["status"]>,
): SatAnswer {
  if (status === "unsat") return { status };
  if (status === "unknown") return { status, reason };
  const { model } = fields;
  if (!(model instanceof Uint8Array) || model.length !== formula.variableCount + 1) {
    const expected = `a model of ${formula.variableCount + 1} bytes, as a Uint8Array`;
    throw wrongAnswer(place, expected, describe(model));
  }
  const isMet = (literal: number): boolean => model[Math.abs(literal)] === (literal > 0 ? 1 : 0);
  const missed = formula.clauses.findIndex((clause) => !clause.some(isMet));
  if (missed === -1) return { status, model };
  throw wrongAnswer(place, "a model of the formula", `one of ${name} that misses clause ${missed}`);
}
