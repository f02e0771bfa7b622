// What is done with a proof that was followed: a verdict, or the lemmas that it needs.
import { InvalidArgumentError } from "../../values/errors.ts";
import type { Cnf } from "../sat.ts";
import { NO_CLAUSE } from "./clause-base.ts";
import { followProof, type Grounds, type ProofRun } from "./follow-proof.ts";
import type { ProofStep } from "./proof.ts";

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

/**
 * The lemmas of a proof that its contradiction needs, in their order. Deletions are left out: with them proofs are twice as long, and no
 * sooner checked. A second time over, it often finds less still.
 *
 * @throws InvalidArgumentError for a proof that does not hold
 */
export function trimDrat(formula: Cnf, proof: readonly ProofStep[]): readonly ProofStep[] {
  const run = followProof(formula, proof);
  if (!run.holds) throw new InvalidArgumentError("proof", "one that holds", `a fault in step ${run.step}`);
  const needed = neededIn(run);
  const lemmas = run.lemmas.filter(({ id }) => needed.has(id)).map(({ step }) => proof[step]);
  return lemmas.at(-1)?.literals.length === 0 ? lemmas : [...lemmas, { kind: "add", literals: [] }];
}

/** The clauses that the contradiction follows from, at whatever distance. */
function neededIn({ base, lemmas, conflict }: Extract<ProofRun, { holds: true }>): ReadonlySet<number> {
  const needed = new Set<number>();
  const settled = new Set<number>();
  const need = ({ clauses, variables }: Grounds): void => {
    for (const id of clauses) needed.add(id);
    const waiting = [...variables];
    for (let variable = waiting.pop(); variable !== undefined; variable = waiting.pop()) {
      const reason = base.reasonOf(variable);
      if (settled.has(variable) || reason === NO_CLAUSE) continue;
      settled.add(variable);
      needed.add(reason);
      for (const literal of base.literalsOf(reason) ?? []) waiting.push(literal >> 1);
    }
  };
  need(conflict);
  for (const { id, grounds } of [...lemmas].reverse()) if (needed.has(id)) need(grounds);
  return needed;
}
