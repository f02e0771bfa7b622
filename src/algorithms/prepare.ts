import type { ContractOptions } from "../contracts/resolve.ts";
import type { SynchronousExecutor } from "../executors/executor.ts";
import { checkOptions } from "./check-options.ts";
import { hasRecordOperator } from "./has-record-operator.ts";
import { prepareFunction } from "./prepare-function.ts";
import { prepareRecords } from "./prepare-records.ts";
import { prepareTyped } from "./prepare-typed.ts";

/** Resolves and checks a contract once, on an executor. What `Prepare` types for the caller is checked here. */
export function prepare(executor: SynchronousExecutor, options: ContractOptions): unknown {
  checkOptions(options);
  if (typeof options.operator === "function") return prepareFunction(executor, options);
  return hasRecordOperator(options) ? prepareRecords(executor, options) : prepareTyped(executor, options);
}
