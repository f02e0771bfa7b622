import { checkInputColumns } from "../contracts/check-columns.ts";
import type { ContractOptions } from "../contracts/resolve.ts";
import type { SynchronousExecutor } from "../executors/executor.ts";
import { shapeValue, shownScalar } from "../values/value-types.ts";
import { cachedRecordPlan } from "./plan-cache.ts";

/** The door's checks of a reduce over records, then the plan. The result has the shape of the operator's type, bools as booleans. */
export function reduceRecords(
  executor: SynchronousExecutor,
  input: unknown,
  options: ContractOptions,
): unknown {
  const { contract, plan } = cachedRecordPlan(executor, "reduce", options);
  return shapeValue(contract.type, plan.reduce(checkInputColumns(contract.operator, input)), shownScalar);
}
