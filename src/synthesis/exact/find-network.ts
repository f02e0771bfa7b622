import { metricsOf } from "../../networks/metrics.ts";
import type { Network } from "../../networks/network.ts";
import { checkIntervals } from "../../networks/validators/check-intervals.ts";
import { askProof, askSat } from "../../solvers/ask-solver.ts";
import { checkSolver, checkTimeout } from "../../solvers/check-solver.ts";
import { lateAfterThird, unlessLate } from "../../solvers/cnf-builder.ts";
import { checkDrat, type ProofVerdict, trimDrat } from "../../solvers/drat/check-drat.ts";
import { checkProof, type ProofStep, parseDrat } from "../../solvers/drat/proof.ts";
import type { ProvingSolver, SatSolver } from "../../solvers/sat.ts";
import { InternalError } from "../../values/errors.ts";
import { intervalFormula } from "./interval-formula.ts";
import { readModel } from "./interval-table.ts";
import { checkBounds, type NetworkBounds } from "./network-bounds.ts";
import { readersOf } from "./smallest-known.ts";

/** `none`: there is no such network. `unknown` is no answer. */
export type NetworkAnswer =
  | { readonly status: "found"; readonly network: Network }
  | { readonly status: "none" }
  | { readonly status: "unknown"; readonly reason: string };

/**
 * A forward scan network within bounds of depth, size and readers of a value, for every associative operator; checked before it is given.
 *
 * @throws InvalidArgumentError for bounds that are no whole numbers, and widths above 128
 */
export async function findNetwork(
  bounds: NetworkBounds,
  solver: SatSolver,
  timeoutMs: number,
): Promise<NetworkAnswer> {
  checkBounds(bounds);
  checkSolver(solver, "solve");
  checkTimeout(timeoutMs);
  return findWithin(bounds, solver, () => timeoutMs);
}

/** The same until a clock says that nothing is left, which writing the formula down may take too. */
export async function findWithin(
  bounds: NetworkBounds,
  solver: SatSolver,
  leftMs: () => number,
): Promise<NetworkAnswer> {
  const made = unlessLate(() => intervalFormula(bounds, "networks", lateAfterThird(leftMs)));
  const left = leftMs();
  if (made === undefined || left < 1) return { status: "unknown", reason: "timeout" };
  const { formula, table } = made;
  const answer = await askSat(solver, formula, left);
  if (answer.status === "unknown") return answer;
  if (answer.status === "unsat") return { status: "none" };
  const network = readModel(answer.model, table, bounds.width);
  const fault = faultOf(network, bounds);
  if (fault === undefined) return { status: "found", network };
  throw new InternalError(`a network found by ${solver.name} ${fault}`);
}

function faultOf(network: Network, { depth, size, readers }: NetworkBounds): string | undefined {
  const { size: count, stepCount } = metricsOf(network);
  const verdict = checkIntervals(network);
  if (!verdict.holds) return `computes ${verdict.computes} instead of ${verdict.expected}`;
  if (stepCount > depth || count > size) return `has ${count} combines in ${stepCount} steps`;
  if (readers !== undefined && readersOf(network) > readers)
    return `has a value with ${readersOf(network)} readers`;
  return undefined;
}

// That there is no smaller circuit, as a proof that anyone can follow: files of `proofs/`.

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
