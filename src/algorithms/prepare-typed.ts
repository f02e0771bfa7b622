import { checkOutput } from "../contracts/check-output.ts";
import type { ContractOptions } from "../contracts/resolve.ts";
import type { SynchronousExecutor, SynchronousPlan } from "../executors/executor.ts";
import { type ElementArray, elementTypeOf, type Scalar } from "../values/element-types.ts";
import { checkInput } from "./check-input.ts";
import { refuseOptions } from "./no-options.ts";
import { prepareObservations } from "./prepare-observations.ts";
import { requirementOf, resolveTyped } from "./serve.ts";

/** A contract over elements, checked once: a call pays for a look at its arrays and nothing else. */
export function prepareTyped(executor: SynchronousExecutor, given: ContractOptions) {
  const options = { ...given };
  const { contract, exclusiveContract, check, achieved, achievedOf } = prepareObservations(
    executor,
    options,
    (observation) => resolveTyped(options, observation, undefined),
  );
  const { type, accumulate } = contract;
  const requirement = requirementOf(options);
  const plan = executor.plan(contract, requirement);
  let exclusivePlan: SynchronousPlan | undefined;

  /** An initial value of the caller's is in both contracts, an operator's start in one; where there is neither, `check` has thrown. */
  function planExclusive(): SynchronousPlan {
    const hasStart = contract.initial === undefined && exclusiveContract !== undefined;
    return hasStart ? executor.plan(exclusiveContract, requirement) : plan;
  }

  function elementsOf(input: unknown): ElementArray {
    const isReady = elementTypeOf(input) === type && (input as ElementArray).length > 0;
    return isReady ? (input as ElementArray) : checkInput(type, input);
  }
  return {
    contract,
    exclusiveContract,
    achieved,
    achievedOf,
    reduce(input: unknown, unlooked?: unknown): Scalar {
      refuseOptions(unlooked);
      check("reduce");
      return plan.reduce(elementsOf(input));
    },
    inclusiveScan(input: unknown, output?: unknown, unlooked?: unknown): ElementArray {
      refuseOptions(unlooked);
      check("inclusive-scan");
      const elements = elementsOf(input);
      if (output === undefined) return plan.inclusiveScan(elements);
      return plan.inclusiveScan(elements, checkOutput(accumulate, elements, output));
    },
    exclusiveScan(input: unknown, output?: unknown, unlooked?: unknown): ElementArray {
      refuseOptions(unlooked);
      check("exclusive-scan");
      const elements = elementsOf(input);
      exclusivePlan ??= planExclusive();
      if (output === undefined) return exclusivePlan.exclusiveScan(elements);
      return exclusivePlan.exclusiveScan(elements, checkOutput(accumulate, elements, output));
    },
  };
}
