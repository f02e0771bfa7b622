import { bisection } from "./families/bisection/family.ts";
import { custom } from "./families/custom/family.ts";
import { dyadic } from "./families/dyadic/family.ts";
import { fold } from "./families/fold/family.ts";
import { lanes } from "./families/lanes/family.ts";
import { type WasmExecutor, wasmMachine } from "./machine.ts";
import type { Heap } from "./memory/heap.ts";
import { openMemory } from "./memory/wasm-memory.ts";

export type { WasmExecutor } from "./machine.ts";

/** Makes a wasm executor of trees, for whole calls. Its library memory is that of the process, or `heap`. */
export function wasmExecutor(heap?: Heap): WasmExecutor {
  return wasmMachine([dyadic, lanes, fold, bisection, custom], openMemory(heap)).executor;
}
