import { checkAnyOutput } from "../contracts/check-output.ts";
import type { ContractOptions } from "../contracts/resolve.ts";
import type { SynchronousExecutor } from "../executors/executor.ts";
import { checkAnyInput } from "./check-input.ts";
import { refuseOptions } from "./no-options.ts";
import { prepareObservations } from "./prepare-observations.ts";
import type { PreparedFunctionPlan } from "./prepared-plan.ts";
import { planOfFunction, resolveFunction } from "./serve.ts";

/** A plain function's contract, checked once. */
export function prepareFunction(
  executor: SynchronousExecutor,
  given: ContractOptions,
): PreparedFunctionPlan<unknown> {
  const options = { ...given };
  const { contract, exclusiveContract, check, achieved, achievedOf } = prepareObservations(
    executor,
    options,
    (observation) => resolveFunction(options, observation, undefined),
  );
  const plan = planOfFunction(executor, contract);
  const placed = (input: ArrayLike<unknown>, output: unknown): unknown[] | undefined =>
    output === undefined ? undefined : checkAnyOutput(input, output);
  return {
    contract,
    exclusiveContract,
    achieved,
    achievedOf,
    reduce(input, unlooked?: unknown) {
      refuseOptions(unlooked);
      check("reduce");
      return plan.reduce(checkAnyInput(input, options.type));
    },
    inclusiveScan(input, output, unlooked?: unknown) {
      refuseOptions(unlooked);
      check("inclusive-scan");
      const values = checkAnyInput(input, options.type);
      return plan.inclusiveScan(values, placed(values, output));
    },
    exclusiveScan(input, output, unlooked?: unknown) {
      refuseOptions(unlooked);
      check("exclusive-scan");
      const values = checkAnyInput(input, options.type);
      // A plain function has no start, so that both contracts have the same initial value: the caller's.
      return plan.exclusiveScan(values, placed(values, output));
    },
  };
}
