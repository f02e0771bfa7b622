import type { Cnf } from "../sat.ts";
import { followProof } from "./follow-proof.ts";
import type { ProofStep } from "./proof-step.ts";

/** What is found of a proof: that nothing satisfies the formula, or the first step that does not hold. */
export type ProofVerdict =
  | { readonly holds: true; readonly lemmaCount: number } // lemmas up to the contradiction
  | { readonly holds: false; readonly step: number; readonly reason: string };

/**
 * Whether a DRAT proof refutes a formula. Every added clause must follow by unit propagation (RUP), or be one that only models
 * without it can lose (RAT on its first literal); in the end no clause may be left to satisfy.
 *
 * The check shares nothing with a solver. It takes about as long as the solver did, or several times that.
 *
 * @see Wetzler, Heule, Hunt, DRAT-trim: Efficient Checking and Trimming Using Expressive Clausal Proofs, 2014
 */
export function checkDrat(formula: Cnf, proof: readonly ProofStep[]): ProofVerdict {
  const run = followProof(formula, proof);
  if (run.holds) return { holds: true, lemmaCount: run.lemmas.length };
  const { step, lemma } = run;
  const reason =
    lemma === undefined
      ? "the proof ends without a contradiction"
      : `the clause (${lemma.join(" ")}) does not follow, and is no resolution on ${lemma[0] ?? "nothing"}`;
  return { holds: false, step, reason };
}
