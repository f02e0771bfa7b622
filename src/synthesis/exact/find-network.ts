import { metricsOf } from "../../networks/metrics.ts";
import type { Network } from "../../networks/network.ts";
import { checkIntervals } from "../../networks/validators/check-intervals.ts";
import { askSat } from "../../solvers/ask-solver.ts";
import { checkSolver, checkTimeout } from "../../solvers/check-solver.ts";
import type { SatSolver } from "../../solvers/sat.ts";
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
  const { formula, table } = intervalFormula(bounds, "networks");
  const answer = await askSat(solver, formula, timeoutMs);
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
