import type { SynchronousAlgorithmExecutor } from "../../primitives.ts";
import type { Heap } from "../heap.ts";
import { type NetworksWasmExecutor, openNetworksWasm } from "../networks/networks-wasm-executor.ts";
import { keepPlans } from "./keep-plans.ts";
import type { WasmParts } from "./parts.ts";
import { noPrimitiveCounts, type PrimitiveCounts } from "./primitive-counts.ts";
import { wasmPrimitives } from "./wasm-primitives.ts";
import { openWorkMemory } from "./work-memory.ts";

/** The wasm executor with everything: trees, networks, order-free sums, sequences that keep arriving, and algorithms. */
export interface AlgorithmsWasmExecutor extends NetworksWasmExecutor, SynchronousAlgorithmExecutor {
  /** What each kernel of the primitives took since the executor was made. */
  readonly primitiveCounts: Readonly<PrimitiveCounts>;
}

/** Makes a wasm executor that serves algorithms. Its library memory is its own, or `heap`. */
export function algorithmsWasmExecutor(heap?: Heap): AlgorithmsWasmExecutor {
  return openAlgorithmsWasm(heap).executor;
}

/** The same with what its primitives are made with. */
export function openAlgorithmsWasm(heap: Heap | undefined): {
  readonly executor: AlgorithmsWasmExecutor;
  readonly parts: WasmParts;
} {
  const { executor, arenas } = openNetworksWasm(heap);
  const counts = noPrimitiveCounts();
  const parts = { executor: keepPlans(executor), arenas, work: openWorkMemory(arenas), counts };
  return {
    executor: { ...executor, primitiveCounts: counts, openPrimitives: () => wasmPrimitives(parts) },
    parts,
  };
}
