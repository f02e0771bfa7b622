import { InvalidArgumentError } from "../../values/errors.ts";
import type { Cnf } from "../sat.ts";
import { NO_CLAUSE } from "./clause-base.ts";
import { followProof, type Grounds, type ProofRun } from "./follow-proof.ts";
import type { ProofStep } from "./proof-step.ts";

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
