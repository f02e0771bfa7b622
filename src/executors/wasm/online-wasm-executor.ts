import type { OnlineExecutor } from "../executor.ts";
import type { Heap } from "./heap.ts";
import { onlinePass } from "./online-pass.ts";
import { openWasm, type WasmExecutor } from "./wasm-executor.ts";

export type OnlineWasmExecutor = WasmExecutor & OnlineExecutor;

/**
 * Makes a wasm executor that takes sequences that keep arriving as well. Its library memory is its own, or `heap`: one that is shared
 * with other threads, or a part of theirs.
 */
export function onlineWasmExecutor(heap?: Heap): OnlineWasmExecutor {
  const { executor, arenas } = openWasm(heap);
  return { ...executor, openPass: (contract, from) => onlinePass(arenas, contract, from) };
}
