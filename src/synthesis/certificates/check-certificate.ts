// Follows a certificate without trusting whoever found it.
import { checkIdempotent, checkIntervals } from "../../networks/validators/check-intervals.ts";
import { checkSolver, checkTimeout } from "../../solvers/check-solver.ts";
import type { SmtSolver } from "../../solvers/smt.ts";
import { FormatError, UnsupportedError } from "../../values/errors.ts";
import { expandProgram } from "../programs/expand-program.ts";
import { reverseProgram } from "../programs/reverse-program.ts";
import type { ProgramCertificate, SpanCases } from "./certificate.ts";
import { certificateFrom } from "./decode-certificate.ts";
import {
  FINAL_SPANS,
  INITIAL_SPANS,
  isShown,
  type Obligation,
  type ProofGround,
  sameSpans,
  spansOnLeaving,
  stageObligations,
} from "./obligations.ts";
import { type ProgramStage, programStages } from "./program-stages.ts";
import { leastLevelsOf, leastWidth } from "./proof-ground.ts";

const DEFAULT_TIMEOUT_MS = 30_000;

/**
 * Follows a certificate: tests the small widths, and asks the solver for every obligation again, from the program and the spans alone.
 *
 * @throws FormatError naming what does not hold
 */
export async function checkProgramCertificate(
  given: ProgramCertificate,
  solver: SmtSolver,
  timeoutMs: number = DEFAULT_TIMEOUT_MS,
): Promise<void> {
  const certificate = certificateFrom(given);
  checkSolver(solver, "check");
  checkTimeout(timeoutMs);
  const { program, serves, leastLevels } = certificate;
  const check = serves === "associative" ? checkIntervals : checkIdempotent;
  for (let width = 1; width < leastWidth(leastLevels); width++) {
    if (!check(expandProgram(program, width)).holds) throw refusal(`of a scan of ${width} wires`, "none");
  }
  for (const obligation of certificateObligations(certificate)) {
    if (!(await isShown(solver, obligation, timeoutMs))) {
      throw refusal(
        `with an obligation "${obligation.name}" that ${solver.name} shows`,
        "one that it does not",
      );
    }
  }
}

/**
 * What a certificate says is true: scripts in SMT-LIB 2, each unsatisfiable. Whoever trusts neither this library nor its solver can ask another.
 *
 * @throws FormatError for spans that are too few or too many, and a program that proofs do not reach
 */
export function certificateObligations(certificate: ProgramCertificate): readonly Obligation[] {
  const { program, direction, serves, leastLevels, spans } = certificateFrom(certificate);
  const forward = direction === "forward" ? program : reverseProgram(program);
  const stages = programStages(forward);
  if (stages === undefined || stages.length !== spans.length) {
    throw refusal(`with spans for ${stages?.length ?? "its"} stages`, String(spans.length));
  }
  if (leastLevels < leastLevelsOf(forward, stages)) {
    throw refusal(`from ${leastLevelsOf(forward, stages)} levels on`, String(leastLevels));
  }
  const ground = { leastLevels, rule: serves };
  try {
    return obligationsOf(stages, spans, ground);
  } catch (error) {
    if (error instanceof UnsupportedError) throw refusal("in the language of proofs", error.reason);
    throw error;
  }
}

function obligationsOf(
  stages: readonly ProgramStage[],
  spans: readonly SpanCases[],
  ground: ProofGround,
): readonly Obligation[] {
  let before = INITIAL_SPANS;
  const obligations = stages.flatMap((stage, index) => {
    const mine = stageObligations(index, stage, { before, spans: spans[index] }, ground);
    before = spansOnLeaving(stage, spans[index]);
    return mine;
  });
  return [...obligations, sameSpans("at the end", before, FINAL_SPANS, ground)];
}

function refusal(expected: string, actual: string): FormatError {
  return new FormatError("certificate", expected, actual);
}
