import type { SynchronousAlgorithmExecutor } from "../../primitives.ts";
import type { Heap } from "../memory/heap.ts";
import { openMemory } from "../memory/wasm-memory.ts";
import type { NetworksWasmExecutor } from "../networks-wasm-executor.ts";
import { columnParts, type PrimitiveCounts, type WasmParts } from "./parts.ts";

import { wasmParts } from "./wasm-parts.ts";
import { wasmPrimitives } from "./wasm-primitives.ts";

/** The wasm executor with everything: trees, networks, order-free sums, sequences that keep arriving, and algorithms. */
export interface AlgorithmsWasmExecutor extends NetworksWasmExecutor, SynchronousAlgorithmExecutor {
  /** What each kernel of the primitives took since the executor was made. */
  readonly primitiveCounts: Readonly<PrimitiveCounts>;
}

/** Makes a wasm executor that serves algorithms. Its library memory is that of the process, or `heap`. */
export function algorithmsWasmExecutor(heap?: Heap): AlgorithmsWasmExecutor {
  return openAlgorithmsWasm(heap).executor;
}

/** The same with what its primitives are made with. */
export function openAlgorithmsWasm(heap: Heap | undefined): {
  readonly executor: AlgorithmsWasmExecutor;
  readonly parts: WasmParts;
} {
  const { executor, parts } = wasmParts(columnParts(openMemory(heap)));
  let primitives: ReturnType<typeof wasmPrimitives> | undefined; // which keep nothing of a call: all calls have the same
  const openPrimitives = () => {
    primitives ??= wasmPrimitives(parts);
    return primitives;
  };
  return { executor: { ...executor, primitiveCounts: parts.counts, openPrimitives }, parts };
}
