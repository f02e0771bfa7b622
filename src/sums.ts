import { bind, executorRule } from "./algorithms/bind.ts";

import type { Prepare } from "./algorithms/prepared-plan.ts";
import type { Reduce } from "./algorithms/reduce.ts";
import type { Scan } from "./algorithms/scan.ts";
import { sumsJavascriptExecutor } from "./executors/javascript/sums-javascript-executor.ts";
import { sumsWasmExecutor } from "./executors/wasm/sums-wasm-executor.ts";

// The entry point `samebits/sums`: the functions of `samebits`, with the sums that no order changes among their expressions.

const elementsExecutor = sumsWasmExecutor();
const algorithms = bind(executorRule(elementsExecutor, sumsJavascriptExecutor));

/** All elements combined to one value, as `samebits` documents it; by `exact` and `binned` too. */
export const reduce: Reduce = algorithms.reduce;

/** Every prefix that contains its own element, as `samebits` documents it; by `exact` and `binned` too. */
export const inclusiveScan: Scan = algorithms.inclusiveScan;

/** Every prefix that leaves its own element out, as `samebits` documents it; by `exact` and `binned` too. */
export const exclusiveScan: Scan = algorithms.exclusiveScan;

/** A contract checked once and ready to be used often, as `samebits` documents it; by `exact` and `binned` too. */
export const prepare: Prepare = algorithms.prepare;

export { sumsJavascriptExecutor as javascriptExecutor } from "./executors/javascript/sums-javascript-executor.ts";
export { countCombines } from "./executors/wasm/families/dyadic/count-combines.ts";
export type { Allocation } from "./executors/wasm/memory/heap.ts";
export { allocate } from "./executors/wasm/memory/wasm-memory.ts";
export {
  type SumsWasmExecutor,
  sumsWasmExecutor as wasmExecutor,
} from "./executors/wasm/sums-wasm-executor.ts";
export * from "./vocabulary.ts";
