import type { ContractOptions } from "../contracts/resolve.ts";
import type { SynchronousExecutor } from "../executors/executor.ts";
import { checkOptions } from "./check-options.ts";
import { prepareFunction } from "./prepare-function.ts";
import { preparePlan } from "./prepare-plan.ts";

/** Resolves and checks a contract once, on an executor. What `Prepare` types for the caller is checked here. */
export function prepare(executor: SynchronousExecutor, options: ContractOptions): unknown {
  checkOptions(options);
  return typeof options.operator === "function"
    ? prepareFunction(executor, options)
    : preparePlan(executor, options);
}
