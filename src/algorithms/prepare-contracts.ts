import type { RecordContract, TypedContract } from "../contracts/contract.ts";
import type { ContractOptions } from "../contracts/resolve.ts";
import type { Executor } from "../executors/executor.ts";
import { InternalError } from "../values/errors.ts";
import { checkOptions } from "./check-options.ts";
import { type PreparedObservations, prepareObservations } from "./prepare-observations.ts";
import { refusalError, resolve, resolveFunction } from "./serve.ts";

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
