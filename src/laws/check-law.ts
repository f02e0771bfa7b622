import { type AnyOperator, checkOwnOperator } from "../operators/operator.ts";
import { checkName, checkOptionNames } from "../values/check-name.ts";
import { describe } from "../values/describe.ts";
import { InvalidArgumentError, LawError } from "../values/errors.ts";
import { beginInquiry, decide, type Inquiry, trialOf } from "./decide.ts";
import { describeCounterexample, findingText } from "./describe-verdict.ts";
import type { Law, LawQuestion } from "./question.ts";
import { checkLawOptions, type LawOptions, lawsThatApply, questionOf } from "./question-of.ts";
import { ruleFor } from "./rules/rule-for.ts";
import {
  type Counterexample,
  checkOwnVerdict,
  isProof,
  ownVerdict,
  type Verdict,
  type VerdictKind,
} from "./verdict.ts";

/**
 * What is known of one law of an operator: samples that refute it, or else rules of combinators, normal forms and a solver that prove it.
 *
 * Where the operator only claims a carrier, the law is asked of every value first, and of the carrier if it fails there. Without z3
 * everything short of it works, and the verdict's notes say how to get it. Milliseconds without a solver; with one at most two timeouts.
 *
 * @throws InvalidArgumentError for a law that lacks an identity or a carrier, and for a carrier that the operator leads out of
 */
export async function checkLaw(operator: AnyOperator, law: Law, options: LawOptions = {}): Promise<Verdict> {
  checkLawOptions(options);
  checkOwnOperator("operator", operator);
  const inquiry = beginInquiry(options);
  try {
    return ownVerdict(await inquire(operator, law, inquiry));
  } finally {
    await inquiry.access.close();
  }
}

/** One law, within an inquiry that may hold others. */
async function inquire(operator: AnyOperator, law: Law, inquiry: Inquiry): Promise<Verdict> {
  const { options } = inquiry;
  const question = questionOf(operator, law, options);
  if (law === "closed" || question.carrier === undefined) return decide(question, operator, inquiry);
  const closed = questionOf(operator, "closed", options);
  refuseIfOpen({ question: closed, ...trialOf(closed, inquiry) });
  const { carrier: _, ...everywhere } = question;
  // A rule that is about the carrier alone says that the law is not meant for more: no solver need be kept busy with that.
  const isMeantForMore =
    ruleFor(question, operator) === undefined || ruleFor(everywhere, operator) !== undefined;
  if (options.carrier === undefined && isMeantForMore) {
    const verdict = await decide(everywhere, operator, inquiry);
    if (isProof(verdict)) return verdict;
  }
  const verdict = await decide(question, operator, inquiry);
  if (verdict.kind === "refuted") return verdict;
  const closure = await decide(closed, operator, inquiry);
  if (closure.kind === "refuted") refuseIfOpen(closure);
  const notes = isProof(closure)
    ? verdict.notes
    : [...verdict.notes, `that the carrier is closed is ${closure.kind}`];
  return { ...verdict, closure, notes };
}

/** Operands in the carrier whose combination is not, unless that is a matter of overflow: then the law may still hold short of it. */
function refuseIfOpen(found: {
  readonly question: LawQuestion;
  readonly counterexample?: Counterexample;
  readonly isOnlyByOverflow?: boolean;
}): void {
  const { counterexample, isOnlyByOverflow, question } = found;
  if (counterexample === undefined || isOnlyByOverflow) return;
  const fact = describeCounterexample({ question, counterexample });
  throw new InvalidArgumentError("carrier", "closed under the operator", fact);
}

/** Options of `checkLaws`. */
export interface LawsOptions extends LawOptions {
  readonly laws?: readonly Law[] | undefined; // default: all that can be asked
}

/**
 * What is known of every law that can be asked of an operator: about an identity or a carrier only where one is given or claimed.
 *
 * @throws InvalidArgumentError as `checkLaw` does
 */
export async function checkLaws(
  operator: AnyOperator,
  options: LawsOptions = {},
): Promise<readonly Verdict[]> {
  checkLawOptions(options, ["laws"]);
  checkOwnOperator("operator", operator);
  const { laws } = options;
  if (laws !== undefined && !Array.isArray(laws)) {
    throw new InvalidArgumentError("laws", "an array of laws", describe(laws));
  }
  const inquiry = beginInquiry(options);
  try {
    const verdicts: Verdict[] = [];
    for (const law of laws ?? lawsThatApply(operator, options))
      verdicts.push(ownVerdict(await inquire(operator, law, inquiry)));
    return verdicts;
  } finally {
    await inquiry.access.close();
  }
}

/** Options of `requireLaw`: which evidence is enough. */
export interface RequireOptions {
  readonly accept?: readonly Exclude<VerdictKind, "refuted">[]; // besides proofs; default: nothing less
}

const ACCEPTABLE: readonly VerdictKind[] = ["proved", "provedByCombinator", "holdsWithoutOverflow", "tested"];

/**
 * Passes a verdict on if it is a proof, or of a kind that is accepted by name.
 *
 * On a carrier its closure must be known as well.
 *
 * @throws LawError with the operands and both sides where the law is refuted, or with what is missing for a proof
 */
export function requireLaw(verdict: Verdict, options: RequireOptions = {}): Verdict {
  checkOwnVerdict("verdict", verdict);
  checkOptionNames(options, ["accept"]);
  const { accept = [] } = options;
  if (!Array.isArray(accept)) throw new InvalidArgumentError("accept", "an array of kinds", describe(accept));
  for (const kind of accept.values()) checkName("accept", ACCEPTABLE, kind);
  const accepted: readonly VerdictKind[] = ["proved", "provedByCombinator", ...accept];
  const refuse = (fact: string): LawError => new LawError(verdict.operator, verdict.question.law, fact);
  if (verdict.kind === "refuted") throw refuse(findingText(verdict));
  if (!accepted.includes(verdict.kind)) {
    throw refuse(
      `${[findingText(verdict), ...verdict.notes].join("; ")}; accept "${verdict.kind}" to go on all the same`,
    );
  }
  const { closure } = verdict;
  if (closure !== undefined && !accepted.includes(closure.kind)) {
    throw refuse(`known on a carrier of which closure is ${findingText(closure)}`);
  }
  return verdict;
}
