import { columnContract } from "../contracts/column-contract.ts";
import {
  type Contract,
  OBSERVATIONS,
  type Observation,
  type RecordContract,
  type TypedContract,
} from "../contracts/contract.ts";
import { type Achieved, isAtLeast } from "../contracts/levels.ts";
import type { ContractOptions } from "../contracts/resolve.ts";
import type { Executor, Request } from "../executors/executor.ts";
import { InternalError, InvalidArgumentError, type SamebitsError } from "../values/errors.ts";
import { checkOptions } from "./check-options.ts";
import { achievedBy, refusalError, resolve, resolveFunction } from "./serve.ts";

/** The contract of each observation, or why it cannot be had: some options serve a reduce but no scan. */
interface PreparedObservations<Resolved extends Contract> {
  readonly contract: Resolved; // of reduce and of the inclusive scan
  readonly exclusiveContract: Resolved | undefined;
  /** Throws the error of an observation that cannot be had; does nothing for the others. */
  readonly check: (observation: Observation) => void;
  /** What all of them meet that can be had: of their levels the weakest. */
  readonly achieved: Achieved;
  /** What one of them meets. Throws where `check` does. */
  readonly achievedOf: (observation: Observation) => Achieved;
}

/**
 * Resolves options for all three observations at once.
 *
 * @throws InvalidArgumentError from the options
 * @throws UnsupportedError where the executor refuses every observation
 */
export function prepareObservations<Resolved extends Contract>(
  executor: Executor,
  options: ContractOptions,
  resolve: (observation: Observation) => Resolved,
): PreparedObservations<Resolved> {
  const contract = resolve("reduce");
  const exclusive = contractOrError(() => resolve("exclusive-scan"));
  const errorOf = (observation: Observation): SamebitsError | undefined => {
    const asked = observation === "exclusive-scan" ? exclusive : contract;
    if (asked instanceof InvalidArgumentError)
      return new InvalidArgumentError(asked.argument, asked.expected, asked.actual);
    return refusalError(executor, computed(asked), observation, options);
  };
  const served = OBSERVATIONS.filter((observation) => errorOf(observation) === undefined);
  const check = (observation: Observation): void => {
    if (served.includes(observation)) return;
    const error = errorOf(observation);
    if (error !== undefined) throw error;
  };
  if (served.length === 0) check("reduce");
  const achievedOf = (observation: Observation): Achieved => {
    check(observation);
    const asked = observation === "exclusive-scan" ? exclusive : contract;
    return achievedBy(executor, computed(asked as Resolved), observation, options);
  };
  const achieved = served
    .map(achievedOf)
    .reduce((left, right) => (isAtLeast(right.determinism, left.determinism) ? left : right));
  return {
    contract,
    exclusiveContract: exclusive instanceof InvalidArgumentError ? undefined : exclusive,
    check,
    achieved,
    achievedOf,
  };
}

/** As executors know it. */
function computed(contract: Contract): Request["contract"] {
  return contract.kind === "function" ? contract : columnContract(contract);
}

function contractOrError<Resolved>(resolve: () => Resolved): Resolved | InvalidArgumentError {
  try {
    return resolve();
  } catch (error) {
    if (error instanceof InvalidArgumentError) return error;
    throw error;
  }
}

/**
 * The contracts of options on an executor that takes no plain functions.
 *
 * @throws InvalidArgumentError from the options
 * @throws UnsupportedError where the executor refuses every observation
 */
export function prepareContracts(
  executor: Executor,
  given: ContractOptions,
): PreparedObservations<TypedContract | RecordContract> {
  checkOptions(given);
  const options = { ...given };
  if (typeof options.operator === "function") {
    const contract = resolveFunction(options, "reduce", undefined);
    throw (
      refusalError(executor, contract, "reduce", options) ??
      new InternalError(`executor ${executor.name} neither refuses plain functions nor plans them`)
    );
  }
  return prepareObservations(executor, options, (observation) => resolve(options, observation));
}
