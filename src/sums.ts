import { bind } from "./algorithms/bind.ts";
import type { Prepare } from "./algorithms/prepared-plan.ts";
import type { Reduce } from "./algorithms/reduce.ts";
import type { Scan } from "./algorithms/scan.ts";
import type { ContractOptions } from "./contracts/resolve.ts";
import type { SynchronousExecutor } from "./executors/executor.ts";
import { sumsJavascriptExecutor } from "./executors/javascript/sums-javascript-executor.ts";

// The door `samebits/sums`: the functions of `samebits`, with the sums that no order changes among their expressions.

function executorFor(_options: ContractOptions | undefined): SynchronousExecutor {
  return sumsJavascriptExecutor;
}

const algorithms = bind(executorFor);

/** All elements combined to one value, as `samebits` documents it; by `exact` and `binned` too. */
export const reduce: Reduce = algorithms.reduce;

/** Every prefix that contains its own element, as `samebits` documents it; by `exact` and `binned` too. */
export const inclusiveScan: Scan = algorithms.inclusiveScan;

/** Every prefix that leaves its own element out, as `samebits` documents it; by `exact` and `binned` too. */
export const exclusiveScan: Scan = algorithms.exclusiveScan;

/** A contract checked once and ready to be used often, as `samebits` documents it; by `exact` and `binned` too. */
export const prepare: Prepare = algorithms.prepare;

export { sumsJavascriptExecutor as javascriptExecutor } from "./executors/javascript/sums-javascript-executor.ts";
export * from "./vocabulary.ts";
