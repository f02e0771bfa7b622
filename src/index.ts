import { bind, executorRule } from "./algorithms/bind.ts";

import type { Prepare } from "./algorithms/prepared-plan.ts";
import type { Reduce } from "./algorithms/reduce.ts";
import type { Scan } from "./algorithms/scan.ts";
import { javascriptExecutor } from "./executors/javascript/javascript-executor.ts";
import { type WasmExecutor, wasmExecutor } from "./executors/wasm/wasm-executor.ts";

const elementsExecutor: WasmExecutor = wasmExecutor();
const algorithms = bind(executorRule(elementsExecutor, javascriptExecutor));

/**
 * Combines all elements to one value, in the tree that the expression names: `reduce(x) = T(x0, …, x(n−1))`.
 *
 * A typed array picks the element type; `accumulate` may widen it. The last value of `inclusiveScan` with the same options has the
 * same bits, on every machine. n − 1 combines, n with an initial value. An operator over records takes an object of columns and gives
 * one record. A plain function as operator takes any values and runs on the javascript executor, as does a custom expression.
 *
 * @throws EmptyInputError for nothing without `initial`
 * @throws InvalidArgumentError, UnsupportedError before anything runs
 * @see docs/expressions.md, P4229R0 §4
 */
export const reduce: Reduce = algorithms.reduce;

/**
 * Combines every element with all before it: `out[i] = reduce(x[0..i])`, or `reduce(x[i..n))` backward.
 *
 * The output has the input's length and the accumulation type; nothing gives an empty array. It may be the caller's `output`, and
 * that may be the input. Records go in and come out as columns: `inclusiveScan({ value, index }, { operator })`. Each prefix has the
 * bits of its own reduce, on every machine. About (log2 B)/2 + 1 combines per element for blockDyadic(B).
 *
 * @throws InvalidArgumentError, LengthMismatchError, UnsupportedError before anything runs
 * @see docs/expressions.md, P4229R0 §6.4
 */
export const inclusiveScan: Scan = algorithms.inclusiveScan;

/**
 * Combines the initial value with all elements before each: `out[0] = initial`, `out[i] = initial·reduce(x[0..i))`.
 *
 * Without `initial` the operator's start stands there, exactly as if it had been given "outside"; an operator without one, and a
 * plain function, needs it. Shapes, bits and cost as for `inclusiveScan`.
 *
 * @throws InvalidArgumentError, LengthMismatchError, UnsupportedError before anything runs
 * @see docs/expressions.md
 */
export const exclusiveScan: Scan = algorithms.exclusiveScan;

/**
 * Checks a contract once, for many calls: `prepare({ type: "f64" }).reduce(x) = reduce(x)`.
 *
 * Gives `contract`, `achieved` (level, executor and expression; `achievedOf` for one function) and the three functions, with the output
 * as their second argument. Where only some of them can be served (a scan by bisection, an exclusive scan without a start) the others work and these throw.
 *
 * @throws InvalidArgumentError, UnsupportedError where none can be served
 */
export const prepare: Prepare = algorithms.prepare;

export { javascriptExecutor } from "./executors/javascript/javascript-executor.ts";
export type { Allocation } from "./executors/wasm/memory/heap.ts";
export { allocate } from "./executors/wasm/memory/wasm-memory.ts";
export { type WasmExecutor, wasmExecutor } from "./executors/wasm/wasm-executor.ts";
export * from "./vocabulary.ts";
