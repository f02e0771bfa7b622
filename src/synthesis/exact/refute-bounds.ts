// That there is no smaller circuit, as a proof that anyone can follow: files of `proofs/`.
import { askProof } from "../../solvers/ask-solver.ts";
import { checkSolver, checkTimeout } from "../../solvers/check-solver.ts";
import { checkDrat, type ProofVerdict, trimDrat } from "../../solvers/drat/check-drat.ts";
import { checkProof, type ProofStep, parseDrat } from "../../solvers/drat/proof.ts";
import type { ProvingSolver } from "../../solvers/sat.ts";
import { InternalError } from "../../values/errors.ts";
import { intervalFormula } from "./interval-formula.ts";
import { checkBounds, type NetworkBounds } from "./network-bounds.ts";

/** `refuted`: no circuit keeps within the bounds, with a proof that holds. `possible`: some circuit does. */
export type Refutation =
  | { readonly status: "refuted"; readonly proof: readonly ProofStep[] }
  | { readonly status: "possible" }
  | { readonly status: "unknown"; readonly reason: string };

/**
 * That no circuit keeps within the bounds, with a proof: trimmed, and checked before it is given.
 *
 * @throws InvalidArgumentError for bounds that are no whole numbers, and widths above 128
 */
export async function refuteBounds(
  bounds: NetworkBounds,
  solver: ProvingSolver,
  timeoutMs: number,
): Promise<Refutation> {
  checkBounds(bounds);
  checkSolver(solver, "prove");
  checkTimeout(timeoutMs);
  const { formula } = intervalFormula(bounds, "circuits");
  const { proof: text, ...answer } = await askProof(solver, formula, timeoutMs);
  if (answer.status === "unknown") return answer;
  if (answer.status === "sat") return { status: "possible" };
  const once = trimDrat(formula, parseDrat(text ?? ""));
  const proof = trimDrat(formula, once);
  const verdict = checkDrat(formula, proof);
  if (verdict.holds) return { status: "refuted", proof };
  throw new InternalError(`a trimmed proof of ${solver.name} does not hold: ${verdict.reason}`);
}

/** Whether a proof shows that no circuit keeps within the bounds; the formula is made anew. */
export function checkRefutation(bounds: NetworkBounds, proof: readonly ProofStep[]): ProofVerdict {
  checkProof(proof);
  return checkDrat(intervalFormula(bounds, "circuits").formula, proof);
}
