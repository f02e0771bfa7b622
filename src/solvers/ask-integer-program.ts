import { describe } from "../values/describe.ts";
import { checkAnswer, wrongAnswer } from "./check-answer.ts";
import type { IntegerProgram, IntegerProgramAnswer, IntegerProgramSolver } from "./integer-program.ts";
import { isSolution, sumOf } from "./is-solution.ts";

const PLACE = "solver.solve";

/** Asks a solver, which may be a caller's own. @throws InvalidArgumentError for an answer that is none, and values that miss a row; that they are the best is its word */
export async function askIntegerProgram(
  solver: IntegerProgramSolver,
  program: IntegerProgram,
  timeoutMs: number,
): Promise<IntegerProgramAnswer> {
  const answer: unknown = await solver.solve(program, timeoutMs);
  const { status, reason, fields } = checkAnswer(PLACE, answer, ["optimal", "infeasible", "unknown"]);
  if (status === "infeasible") return { status };
  if (status === "unknown") return { status, reason };
  const { values } = fields;
  if (!(values instanceof Map)) throw wrongAnswer(PLACE, "values, as a Map", describe(values));
  if (!isSolution(program, values)) {
    throw wrongAnswer(PLACE, "values that meet all rows", `some of ${solver.name} that miss one`);
  }
  return { status, values, objective: sumOf(program.objective, values) };
}
