import { checkName } from "../values/check-name.ts";
import { checkOptionNames } from "../values/check-option-names.ts";
import { describe } from "../values/describe.ts";
import { InvalidArgumentError, LawError } from "../values/errors.ts";
import { findingText } from "./describe-verdict.ts";
import { checkOwnVerdict, type Verdict, type VerdictKind } from "./verdict.ts";

const ACCEPTABLE: readonly VerdictKind[] = ["proved", "provedByCombinator", "holdsWithoutOverflow", "tested"];

export interface RequireOptions {
  readonly accept?: readonly Exclude<VerdictKind, "refuted">[]; // besides proofs; default: nothing less
}

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
