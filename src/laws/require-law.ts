import { LawError } from "../values/errors.ts";
import { describeFinding } from "./describe-verdict.ts";
import type { Verdict, VerdictKind } from "./verdict.ts";

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
  const accepted: readonly VerdictKind[] = ["proved", "provedByCombinator", ...(options.accept ?? [])];
  const refuse = (fact: string): LawError => new LawError(verdict.operator, verdict.question.law, fact);
  if (verdict.kind === "refuted") throw refuse(describeFinding(verdict));
  if (!accepted.includes(verdict.kind)) {
    throw refuse(
      `${[describeFinding(verdict), ...verdict.notes].join("; ")}; accept "${verdict.kind}" to go on all the same`,
    );
  }
  const { closure } = verdict;
  if (closure !== undefined && !accepted.includes(closure.kind)) {
    throw refuse(`known on a carrier of which closure is ${describeFinding(closure)}`);
  }
  return verdict;
}
