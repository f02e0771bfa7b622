import { someElementaryFunction } from "../operators/elementary-terms.ts";
import type { Term } from "../operators/term.ts";
import { termList } from "../operators/term-list.ts";
import { askSmt } from "../solvers/ask-solver.ts";
import type { SmtAnswer, SmtSolver } from "../solvers/smt.ts";
import { InternalError } from "../values/errors.ts";
import { counterexampleOf, lawEvaluator } from "./law-evaluator.ts";
import { isRingOnly, lawSides } from "./law-sides.ts";
import type { LawQuestion } from "./question.ts";
import { type LawScript, lawScript, readModel, type SmtTheory } from "./smt-law.ts";
import type { Counterexample, HoldsWithoutOverflow, Refuted, SolverProof } from "./verdict.ts";

/** What a solver has found out of a law. */
export type SolverFinding =
  | { readonly kind: "proved"; readonly proof: SolverProof }
  | Pick<HoldsWithoutOverflow, "kind" | "proof" | "counterexample">
  | Pick<Refuted, "kind" | "counterexample" | "isOnlyByOverflow">;

/**
 * Asks a solver for a counterexample: among bits first, which decides; then, where that took too long, among unbounded integers.
 *
 * Whatever it finds is evaluated; only a counterexample that refutes the law here is one. What was tried without an answer goes to `notes`, and
 * undefined is returned where nothing was found.
 */
export async function decideBySolver(
  question: LawQuestion,
  solver: SmtSolver,
  timeoutMs: number,
  notes: string[],
): Promise<SolverFinding | undefined> {
  const bits = await ask(question, "bits", solver, timeoutMs, notes);
  if (bits?.answer.status === "unsat") {
    return { kind: "proved", proof: { method: "bits", ...bits.evidence } };
  }
  if (bits?.answer.status === "sat") {
    const counterexample = counterexampleIn(question, bits.script, bits.answer.model);
    if (counterexample !== undefined) return { kind: "refuted", counterexample };
    const { left, right, assumptions } = lawSides(question);
    const unknown = someElementaryFunction([...left, ...right, ...assumptions]);
    if (unknown !== undefined) {
      notes.push(
        `no proof for any function in the place of ${unknown}, which is all that a solver knows of it`,
      );
      return undefined;
    }
    throw new InternalError(
      `${solver.name} has a counterexample to ${question.law} that evaluation does not confirm`,
    );
  }
  const integers = await ask(question, "integers", solver, timeoutMs, notes);
  if (integers?.answer.status === "unsat") {
    const { evidence } = integers;
    return isRingOnly(lawSides(question))
      ? { kind: "proved", proof: { method: "integers, ring operations only", ...evidence } }
      : { kind: "holdsWithoutOverflow", proof: { method: "integers", ...evidence } };
  }
  if (integers?.answer.status !== "sat") return undefined;
  const counterexample = counterexampleIn(question, integers.script, integers.answer.model);
  if (counterexample !== undefined) return { kind: "refuted", counterexample };
  notes.push("false of unbounded integers");
  return undefined;
}

/** Asks a solver whether a law that fails where results wrap holds where they do not. */
export async function decideOverIntegers(
  question: LawQuestion,
  counterexample: Counterexample,
  solver: SmtSolver,
  timeoutMs: number,
  notes: string[],
): Promise<SolverFinding> {
  const integers = await ask(question, "integers", solver, timeoutMs, notes);
  if (integers?.answer.status === "sat") return { kind: "refuted", counterexample };
  if (integers?.answer.status !== "unsat") return { kind: "refuted", counterexample, isOnlyByOverflow: true };
  return {
    kind: "holdsWithoutOverflow",
    proof: { method: "integers", ...integers.evidence },
    counterexample,
  };
}

/** Why a question was not answered after which no other will be. */
export const OUT_OF_BUDGET = "the time for all questions is over";

/** Z3 writes products out before it looks at its time: of 2^40 factors it took 4 GB and minutes. */
const MOST_DEGREE = 2 ** 12;

interface Asked {
  readonly script: LawScript;
  readonly answer: SmtAnswer;
  readonly evidence: { readonly solver: string; readonly script: string };
}

async function ask(
  question: LawQuestion,
  theory: SmtTheory,
  solver: SmtSolver,
  timeoutMs: number,
  notes: string[],
): Promise<Asked | undefined> {
  const sides = lawSides(question);
  const degree = degreeOfTerms([...sides.left, ...sides.right]);
  if (degree > MOST_DEGREE) {
    notes.push(`products of ${degree} factors, too many for a solver (${theory})`);
    return undefined;
  }
  const script = lawScript(question, theory);
  if (script === undefined) {
    if (theory === "bits") notes.push("not expressible over bits");
    return undefined;
  }
  const answer = await askSmt(solver, script.script, timeoutMs);
  if (answer.status === "unknown") {
    const time = answer.reason === OUT_OF_BUDGET ? "" : `, ${timeoutMs} ms`;
    notes.push(`unknown: ${answer.reason} (${theory}${time})`);
  }
  return { script, answer, evidence: { solver: `${solver.name} ${solver.version}`, script: script.script } };
}

function counterexampleIn(
  question: LawQuestion,
  script: LawScript,
  model: ReadonlyMap<string, string>,
): Counterexample | undefined {
  const evaluator = lawEvaluator(question);
  const operands = readModel(question, script, model).slice(0, evaluator.operandCount);
  if (!evaluator.isRefutedBy(operands)) return undefined;
  return counterexampleOf(question, evaluator, operands, "solver");
}

/** The largest degree of some terms as polynomials of the operands: how many factors a product has, written out. */
function degreeOfTerms(terms: readonly Term[]): number {
  const degrees: number[] = [];
  for (const { term, operands } of termList(terms).nodes) {
    const of = operands.map((place) => degrees[place]);
    const isProduct = term.kind === "binary" && term.operation === "multiply";
    if (term.kind === "left" || term.kind === "right") degrees.push(1);
    else degrees.push(isProduct ? of[0] + of[1] : Math.max(0, ...of));
  }
  return Math.max(0, ...degrees);
}
