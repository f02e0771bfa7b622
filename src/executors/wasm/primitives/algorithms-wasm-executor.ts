import type { SynchronousAlgorithmExecutor } from "../../primitives.ts";
import type { Heap } from "../heap.ts";
import { openSumsWasm, type SumsWasmExecutor } from "../order-free/sums-wasm-executor.ts";
import { noPrimitiveCounts, type PrimitiveCounts } from "./primitive-counts.ts";
import { wasmPrimitives } from "./wasm-primitives.ts";
import { openWorkMemory } from "./work-memory.ts";

/** The wasm executor with everything: trees, order-free sums, sequences that keep arriving, and algorithms. */
export interface AlgorithmsWasmExecutor extends SumsWasmExecutor, SynchronousAlgorithmExecutor {
  /** What each kernel of the primitives took since the executor was made. */
  readonly primitiveCounts: Readonly<PrimitiveCounts>;
}

/** Makes a wasm executor that serves algorithms. Its library memory is its own, or `heap`. */
export function algorithmsWasmExecutor(heap?: Heap): AlgorithmsWasmExecutor {
  const { executor, arenas } = openSumsWasm(heap);
  const counts = noPrimitiveCounts();
  const parts = { executor, arenas, work: openWorkMemory(arenas), counts };
  return { ...executor, primitiveCounts: counts, openPrimitives: () => wasmPrimitives(parts) };
}
