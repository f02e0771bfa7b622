import { checkInputColumns, checkOutputColumns } from "../contracts/check-columns.ts";
import type { ContractOptions } from "../contracts/resolve.ts";
import type { SynchronousExecutor } from "../executors/executor.ts";
import { shapeValue } from "../values/value-types.ts";
import { cachedRecordPlan } from "./plan-cache.ts";

/** The door's checks of a scan over records, then the plan. The result has the shape of the operator's type. */
export function scanRecords(
  executor: SynchronousExecutor,
  observation: "inclusive-scan" | "exclusive-scan",
  input: unknown,
  options: ContractOptions & { readonly output?: unknown },
): unknown {
  const { contract, plan } = cachedRecordPlan(executor, observation, options);
  const { operator, type } = contract;
  const columns = checkInputColumns(operator, input);
  const { output } = options;
  const outputs = output === undefined ? undefined : checkOutputColumns(operator, columns, output);
  const prefixes =
    observation === "inclusive-scan"
      ? plan.inclusiveScan(columns, outputs)
      : plan.exclusiveScan(columns, outputs);
  return output ?? shapeValue(type, prefixes, (column) => column);
}
