// How a law is decided: samples, rules of combinators, normal forms, a solver, in this order. The cheapest evidence that settles it is the one that is given.
import { hashOf } from "../operators/define-operator.ts";
import type { AnyOperator } from "../operators/operator.ts";
import { openZ3 } from "../solvers/open-z3.ts";
import type { SmtSolver } from "../solvers/smt.ts";
import { FormatError, UnsupportedError } from "../values/errors.ts";
import { certificateText, decodeCertificate } from "./certificate.ts";
import { checkAgainst } from "./check-certificate.ts";
import { decideBySolver, decideOverIntegers, OUT_OF_BUDGET, type SolverFinding } from "./decide-by-solver.ts";
import { haveEqualForms } from "./normal-form.ts";
import { type LawQuestion, questionKey } from "./question.ts";
import type { LawOptions } from "./question-of.ts";
import { ruleFor } from "./rules/rule-for.ts";
import { type Trial, trySamples } from "./try-samples.ts";
import { type Counterexample, isProof, type ProvedByCombinator, type Verdict } from "./verdict.ts";

/** What the questions of one check share. */
export interface Inquiry {
  readonly options: LawOptions;
  readonly access: SolverAccess;
  readonly verdicts: Map<string, Promise<Verdict>>; // by question, premises included
  readonly trials: Map<string, Trial>; // likewise
}

/** The beginning of a check. */
export function beginInquiry(options: LawOptions): Inquiry {
  return { options, access: solverAccess(options), verdicts: new Map(), trials: new Map() };
}

const DEFAULT_TIMEOUT_MS = 10_000;

/** Decides a question, as far as it can be: samples, rules of combinators, normal forms, a solver. Asked twice, it is decided once. */
export function decide(question: LawQuestion, operator: AnyOperator, inquiry: Inquiry): Promise<Verdict> {
  const key = questionKey(question);
  const known = inquiry.verdicts.get(key);
  if (known !== undefined) return known;
  const verdict = decideWithCache(key, question, operator, inquiry);
  inquiry.verdicts.set(key, verdict);
  return verdict;
}

async function decideWithCache(
  key: string,
  question: LawQuestion,
  operator: AnyOperator,
  inquiry: Inquiry,
): Promise<Verdict> {
  const { cache } = inquiry.options;
  const cached = await cache?.get(key);
  if (cached !== undefined) {
    const verdict = fromCache(cached, question, operator);
    if (verdict !== undefined) return verdict;
  }
  const verdict = await decideAnew(question, operator, inquiry);
  // Anything less may be proved another time, by a solver that was not there or with more patience.
  const isSettled = verdict.kind === "refuted" ? !verdict.isOnlyByOverflow : isProof(verdict);
  if (isSettled) await cache?.set(key, certificateText(verdict));
  return verdict;
}

/** What a certificate proves of a question; nothing where it is stale or damaged, since then the entry is made anew. */
function fromCache(text: string, question: LawQuestion, operator: AnyOperator): Verdict | undefined {
  try {
    return checkAgainst(decodeCertificate(text), question, operator);
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

async function decideAnew(question: LawQuestion, operator: AnyOperator, inquiry: Inquiry): Promise<Verdict> {
  const trial = trialOf(question, inquiry);
  const notes = [...trial.notes];
  const common = {
    question,
    operator: operator.name,
    hash: hashOf(question.type, question.body.terms),
    notes,
  };
  if (trial.counterexample !== undefined) {
    const { counterexample } = trial;
    if (!trial.isOnlyByOverflow) return { ...common, kind: "refuted", counterexample };
    return { ...common, ...(await decideWhereItOverflows(question, counterexample, inquiry, notes)) };
  }
  if (trial.isExhaustive) {
    return { ...common, kind: "proved", proof: { method: "exhaustion", count: trial.count } };
  }
  const byRule = await decideByRule(question, operator, inquiry, notes);
  if (byRule !== undefined) return { ...common, kind: "provedByCombinator", ...byRule };
  if (haveEqualForms(question)) return { ...common, kind: "proved", proof: { method: "normal form" } };

  const solver = await solverOrNote(inquiry, notes);
  const finding =
    solver === undefined ? undefined : await decideBySolver(question, solver, timeoutOf(inquiry), notes);
  return { ...common, ...(finding ?? { kind: "tested", count: trial.count }) };
}

/** What samples show of a question, found once. */
export function trialOf(question: LawQuestion, { options, trials }: Inquiry): Trial {
  const key = questionKey(question);
  const trial = trials.get(key) ?? trySamples(question, options.seed ?? 0n, options.sampleCount);
  trials.set(key, trial);
  return trial;
}

/** A law that fails only where a result wraps may still hold of unbounded integers, and that is worth knowing. */
async function decideWhereItOverflows(
  question: LawQuestion,
  counterexample: Counterexample,
  inquiry: Inquiry,
  notes: string[],
): Promise<SolverFinding> {
  const solver = await solverOrNote(inquiry, notes);
  if (solver === undefined) return { kind: "refuted", counterexample, isOnlyByOverflow: true };
  return decideOverIntegers(question, counterexample, solver, timeoutOf(inquiry), notes);
}

async function solverOrNote({ access }: Inquiry, notes: string[]): Promise<SmtSolver | undefined> {
  const solver = await access.open();
  const absence = access.absence();
  if (solver === undefined && absence !== undefined) notes.push(absence);
  return solver;
}

function timeoutOf({ options }: Inquiry): number {
  return options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
}

async function decideByRule(
  question: LawQuestion,
  operator: AnyOperator,
  inquiry: Inquiry,
  notes: string[],
): Promise<Pick<ProvedByCombinator, "rule" | "parts"> | undefined> {
  const rule = ruleFor(question, operator);
  if (rule === undefined) return undefined;
  const parts: Verdict[] = [];
  for (const premise of rule.premises) {
    const verdict = await decide(premise.question, premise.operator, inquiry);
    if (!isProof(verdict)) {
      notes.push(
        `${rule.text}; but that ${premise.operator.name} is ${premise.question.law} is ${verdict.kind}`,
      );
      return undefined;
    }
    parts.push(verdict);
  }
  return { rule: rule.text, parts };
}

/** A solver that is opened when first asked for, and closed if it was opened here. */
interface SolverAccess {
  readonly open: () => Promise<SmtSolver | undefined>; // undefined: no solver, and `absence` says why
  readonly absence: () => string | undefined;
  readonly close: () => Promise<void>;
}

/** The solver that is given; z3 when none is, where it is installed; or none. It is asked as long as the budget lasts. */
export function solverAccess({ solver: given, ...time }: LawOptions): SolverAccess {
  if (given === "none") return constantly(undefined, "without a solver, as asked");
  const bounded = withinBudget(time);
  if (given !== undefined) return constantly(bounded(given), undefined);
  let opening: Promise<SmtSolver | undefined> | undefined;
  let absence: string | undefined;
  const open = (): Promise<SmtSolver | undefined> => {
    opening ??= openZ3().then(bounded, (error: unknown) => {
      if (!(error instanceof UnsupportedError)) throw error;
      absence = `no solver: ${error.reason}; ${error.remedy}`;
      return undefined;
    });
    return opening;
  };
  return { open, absence: () => absence, close: async () => (await opening)?.close() };
}

const OVER = { status: "unknown", reason: OUT_OF_BUDGET } as const;

/** One question gets half of what is left at most, so that a hard one leaves something for those after it. */
function withinBudget({ budgetMs, now }: LawOptions): (solver: SmtSolver) => SmtSolver {
  if (budgetMs === undefined || now === undefined) return (solver) => solver;
  const end = now() + budgetMs;
  return (solver) => ({
    name: solver.name,
    version: solver.version,
    check: async (script, timeoutMs) => {
      const share = Math.floor((end - now()) / 2);
      if (share < 1) return OVER;
      const answer = await solver.check(script, Math.min(share, timeoutMs));
      return answer.status === "unknown" && share < timeoutMs ? OVER : answer;
    },
    close: () => solver.close(),
  });
}

function constantly(solver: SmtSolver | undefined, absence: string | undefined): SolverAccess {
  return { open: async () => solver, absence: () => absence, close: async () => {} };
}
