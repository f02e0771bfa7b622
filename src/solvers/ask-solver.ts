// Solvers may be a caller's own. Whatever they answer is checked here, once, before anybody reads it.
import { checkText } from "../values/check-arguments.ts";
import { checkName } from "../values/check-name.ts";
import { describe } from "../values/describe.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import {
  type IntegerProgram,
  type IntegerProgramAnswer,
  type IntegerProgramSolver,
  isSolution,
  sumOf,
} from "./integer-program.ts";
import type { Cnf, ProvedAnswer, ProvingSolver, SatAnswer, SatSolver } from "./sat.ts";
import type { SmtAnswer, SmtSolver } from "./smt.ts";

const STATUSES = ["sat", "unsat", "unknown"] as const;

/** Asks for a model of a formula. @throws InvalidArgumentError for something else than an answer, and for a model that is not one of the formula */
export async function askSat(solver: SatSolver, formula: Cnf, timeoutMs: number): Promise<SatAnswer> {
  const place = "solver.solve";
  const answered = checkAnswer(place, await solver.solve(formula, timeoutMs), STATUSES);
  return satAnswer(place, solver.name, formula, answered);
}

/** As `askSat`, and an "unsat" has a proof, which nobody has followed yet. */
export async function askProof(
  solver: ProvingSolver,
  formula: Cnf,
  timeoutMs: number,
): Promise<ProvedAnswer> {
  const place = "solver.prove";
  const answered = checkAnswer(place, await solver.prove(formula, timeoutMs), STATUSES);
  const answer = satAnswer(place, solver.name, formula, answered);
  if (answer.status !== "unsat") return answer;
  return { ...answer, proof: checkText(`${place} proof`, answered.fields.proof) };
}

function satAnswer(
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

/** Asks about a script. Whether the model's values are of the right sorts is checked by those who read them. @throws InvalidArgumentError for something else than an answer */
export async function askSmt(solver: SmtSolver, script: string, timeoutMs: number): Promise<SmtAnswer> {
  const place = "solver.check";
  const { status, reason, fields } = checkAnswer(place, await solver.check(script, timeoutMs), STATUSES);
  if (status === "unsat") return { status };
  if (status === "unknown") return { status, reason };
  const { model } = fields;
  if (!(model instanceof Map)) throw wrongAnswer(place, "a model, as a Map", describe(model));
  for (const [name, value] of model as ReadonlyMap<unknown, unknown>) {
    if (typeof name === "string" && typeof value === "string") continue;
    throw wrongAnswer(place, "a model of texts by name", `${describe(name)} with ${describe(value)}`);
  }
  return { status, model };
}

/** Asks for the best solution of a program. That it is the best is the solver's word. @throws InvalidArgumentError for something else than an answer, and for values that miss a row */
export async function askIntegerProgram(
  solver: IntegerProgramSolver,
  program: IntegerProgram,
  timeoutMs: number,
): Promise<IntegerProgramAnswer> {
  const place = "solver.solve";
  const answer: unknown = await solver.solve(program, timeoutMs);
  const { status, reason, fields } = checkAnswer(place, answer, ["optimal", "infeasible", "unknown"]);
  if (status === "infeasible") return { status };
  if (status === "unknown") return { status, reason };
  const { values } = fields;
  if (!(values instanceof Map)) throw wrongAnswer(place, "values, as a Map", describe(values));
  if (!isSolution(program, values)) {
    throw wrongAnswer(place, "values that meet all rows", `some of ${solver.name} that miss one`);
  }
  return { status, values, objective: sumOf(program.objective, values) };
}

interface Answered<Status> {
  readonly status: Status;
  readonly reason: string; // of "unknown"; otherwise empty
  readonly fields: Readonly<Record<string, unknown>>; // not checked yet
}

/** Checks the status of an answer; `place` is the method that gave it. An "unknown" must say why. */
function checkAnswer<Status extends string>(
  place: string,
  given: unknown,
  statuses: readonly Status[],
): Answered<Status> {
  if (typeof given !== "object" || given === null) {
    throw wrongAnswer(place, `an answer with a status of ${statuses.join(", ")}`, describe(given));
  }
  const fields = given as Readonly<Record<string, unknown>>;
  const status = checkName(`${place} status`, statuses, fields.status);
  const reason = status === "unknown" ? checkText(`${place} reason`, fields.reason) : "";
  return { status, reason, fields };
}

/** The error for an answer that is not one, or is wrong. */
export function wrongAnswer(place: string, expected: string, fact: string): InvalidArgumentError {
  return new InvalidArgumentError(place, `answered by ${expected}`, fact);
}
