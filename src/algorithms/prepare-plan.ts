import { columnContract } from "../contracts/column-contract.ts";
import type { ContractOptions } from "../contracts/resolve.ts";
import type { SynchronousExecutor, SynchronousPlan } from "../executors/executor.ts";
import type { Columns } from "../values/value-types.ts";
import { callShape } from "./call-shape.ts";
import { refuseOptions } from "./no-options.ts";
import { prepareObservations } from "./prepare-observations.ts";
import { requirementOf, resolve } from "./serve.ts";

/** A contract over elements or records, checked once: a call pays for a look at its arrays, and at every bool. */
export function preparePlan(executor: SynchronousExecutor, given: ContractOptions) {
  const options = { ...given };
  const { contract, exclusiveContract, check, achieved, achievedOf } = prepareObservations(
    executor,
    options,
    (observation) => resolve(options, observation),
  );
  const shape = callShape(contract);
  const requirement = requirementOf(options);
  const plan = executor.plan(columnContract(contract), requirement);
  let exclusivePlan: SynchronousPlan | undefined;

  /** An initial value of the caller's is in both contracts, an operator's start in one; where there is neither, `check` has thrown. */
  function planExclusive(): SynchronousPlan {
    const hasStart = contract.initial === undefined && exclusiveContract !== undefined;
    return hasStart ? executor.plan(columnContract(exclusiveContract), requirement) : plan;
  }
  type Run = (columns: Columns, outputs?: Columns) => Columns;
  function scan(run: Run, input: unknown, output: unknown): unknown {
    const columns = shape.columnsOf(input);
    if (output === undefined) return shape.prefixesOf(run(columns));
    run(columns, shape.outputOf(columns, output));
    return output;
  }
  return {
    contract,
    exclusiveContract,
    achieved,
    achievedOf,
    reduce(input: unknown, unlooked?: unknown): unknown {
      refuseOptions(unlooked);
      check("reduce");
      return shape.valueOf(plan.reduce(shape.columnsOf(input)));
    },
    inclusiveScan(input: unknown, output?: unknown, unlooked?: unknown): unknown {
      refuseOptions(unlooked);
      check("inclusive-scan");
      return scan(plan.inclusiveScan, input, output);
    },
    exclusiveScan(input: unknown, output?: unknown, unlooked?: unknown): unknown {
      refuseOptions(unlooked);
      check("exclusive-scan");
      exclusivePlan ??= planExclusive();
      return scan(exclusivePlan.exclusiveScan, input, output);
    },
  };
}
