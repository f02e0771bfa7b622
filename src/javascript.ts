import { bind } from "./algorithms/bind.ts";
import type { Prepare } from "./algorithms/prepared-plan.ts";
import type { Reduce } from "./algorithms/reduce.ts";
import type { Scan } from "./algorithms/scan.ts";
import { fastJavascriptExecutor } from "./executors/javascript/fast-javascript-executor.ts";

// The entry point `samebits/javascript`: the functions and the bits of `samebits`, by plain loops. It uses neither WebAssembly nor code
// generation, for pages and hosts that forbid both. It has the order-free sums too, and takes the expressions of `samebits/networks`.
const algorithms = bind(() => fastJavascriptExecutor);

/** All elements combined to one value, as `samebits` documents it. */
export const reduce: Reduce = algorithms.reduce;

/** Every prefix that contains its own element, as `samebits` documents it. */
export const inclusiveScan: Scan = algorithms.inclusiveScan;

/** Every prefix that leaves its own element out, as `samebits` documents it. */
export const exclusiveScan: Scan = algorithms.exclusiveScan;

/** A contract checked once and ready to be used often, as `samebits` documents it. */
export const prepare: Prepare = algorithms.prepare;

export { countCombines } from "./executors/javascript/count-combines.ts";
export { fastJavascriptExecutor as javascriptExecutor } from "./executors/javascript/fast-javascript-executor.ts";
export * from "./vocabulary.ts";
