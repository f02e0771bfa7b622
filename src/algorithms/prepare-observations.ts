import type { Contract, Observation } from "../contracts/contract.ts";
import type { ContractOptions } from "../contracts/resolve.ts";
import type { Executor } from "../executors/executor.ts";
import { InvalidArgumentError, type SamebitsError } from "../values/errors.ts";
import { refusalError } from "./serve.ts";

/** The contract of each observation, or why it cannot be had: some options serve a reduce but no scan. */
export interface PreparedObservations<Resolved extends Contract> {
  readonly contract: Resolved; // of reduce and of the inclusive scan
  readonly exclusiveContract: Resolved | undefined;
  /** Throws the error of an observation that cannot be had; does nothing for the others. */
  readonly check: (observation: Observation) => void;
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
    return refusalError(executor, asked, observation, options);
  };
  const isServed: Readonly<Record<Observation, boolean>> = {
    reduce: errorOf("reduce") === undefined,
    "inclusive-scan": errorOf("inclusive-scan") === undefined,
    "exclusive-scan": errorOf("exclusive-scan") === undefined,
  };
  const check = (observation: Observation): void => {
    if (isServed[observation]) return;
    const error = errorOf(observation);
    if (error !== undefined) throw error;
  };
  if (!Object.values(isServed).includes(true)) check("reduce");
  return {
    contract,
    exclusiveContract: exclusive instanceof InvalidArgumentError ? undefined : exclusive,
    check,
  };
}

function contractOrError<Resolved>(resolve: () => Resolved): Resolved | InvalidArgumentError {
  try {
    return resolve();
  } catch (error) {
    if (error instanceof InvalidArgumentError) return error;
    throw error;
  }
}
