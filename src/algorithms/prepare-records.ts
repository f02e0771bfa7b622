import { checkInputColumns, checkOutputColumns } from "../contracts/check-columns.ts";
import type { ContractOptions } from "../contracts/resolve.ts";
import type { SynchronousExecutor, SynchronousRecordPlan } from "../executors/executor.ts";
import { type ColumnArray, shapeValue, shownScalar } from "../values/value-types.ts";
import { refuseOptions } from "./no-options.ts";
import { prepareObservations } from "./prepare-observations.ts";
import { planOfRecords, requirementOf, resolveRecords } from "./serve.ts";

/** A contract over records, checked once: a call pays for a look at its columns, and at every bool. */
export function prepareRecords(executor: SynchronousExecutor, given: ContractOptions) {
  const options = { ...given };
  const { contract, exclusiveContract, check, achieved, achievedOf } = prepareObservations(
    executor,
    options,
    (observation) => resolveRecords(options, observation),
  );
  const { operator, type } = contract;
  const requirement = requirementOf(options);
  const plan = planOfRecords(executor, contract, requirement);
  let exclusivePlan: SynchronousRecordPlan | undefined;

  /** As over elements. */
  function planExclusive(): SynchronousRecordPlan {
    const hasStart = contract.initial === undefined && exclusiveContract !== undefined;
    return hasStart ? planOfRecords(executor, exclusiveContract, requirement) : plan;
  }

  type RunScan = (
    columns: readonly ColumnArray[],
    outputs?: readonly ColumnArray[],
  ) => readonly ColumnArray[];
  function scan(run: RunScan, input: unknown, output: unknown): unknown {
    const columns = checkInputColumns(operator, input);
    if (output === undefined) return shapeValue(type, run(columns), (column) => column);
    run(columns, checkOutputColumns(operator, columns, output));
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
      return shapeValue(type, plan.reduce(checkInputColumns(operator, input)), shownScalar);
    },
    inclusiveScan(input: unknown, output?: unknown, unlooked?: unknown): unknown {
      refuseOptions(unlooked);
      check("inclusive-scan");
      return scan((columns, outputs) => plan.inclusiveScan(columns, outputs), input, output);
    },
    exclusiveScan(input: unknown, output?: unknown, unlooked?: unknown): unknown {
      refuseOptions(unlooked);
      check("exclusive-scan");
      exclusivePlan ??= planExclusive();
      const exclusive = exclusivePlan;
      return scan((columns, outputs) => exclusive.exclusiveScan(columns, outputs), input, output);
    },
  };
}
