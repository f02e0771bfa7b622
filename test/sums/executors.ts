import type { Awaitable, Executor, OnlineExecutor } from "../../src/executors/executor.ts";
import { sumsJavascriptExecutor } from "../../src/executors/javascript/sums-javascript-executor.ts";
import { sumsWasmExecutor } from "../../src/executors/wasm/sums-wasm-executor.ts";

/** An executor with accumulators, opened for a test file. */
interface Contender<Opened = Awaitable<Executor>> {
  readonly name: string;
  open(): Opened;
}

/** Those that take sequences that keep arriving. */
export const ONLINE_CONTENDERS: readonly Contender<OnlineExecutor>[] = [
  { name: "javascript", open: () => sumsJavascriptExecutor },
  { name: "wasm", open: () => sumsWasmExecutor() },
];

/** Every executor that needs nothing but this machine's processor. */
export const CONTENDERS: readonly Contender[] = [...ONLINE_CONTENDERS];
