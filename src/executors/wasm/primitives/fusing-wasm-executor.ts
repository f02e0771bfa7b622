import type { Heap } from "../heap.ts";
import { type AlgorithmsWasmExecutor, openAlgorithmsWasm } from "./algorithms-wasm-executor.ts";
import { type FusionCounts, foldMapped } from "./fold-mapped.ts";
import { wasmPrimitives } from "./wasm-primitives.ts";

/** The wasm executor that folds elements as they are computed as well: apart, because algorithms have no use for it. */
export interface FusingWasmExecutor extends AlgorithmsWasmExecutor {
  /** What fused folds took since the executor was made. */
  readonly fusionCounts: Readonly<FusionCounts>;
}

/** Below so many elements columns between are as good: reduces and scans of i32 broke even at some 4,000, sums of what a filter keeps at 2,000. */
const SHORTEST = 4096;

/**
 * Makes a wasm executor that fuses folds of `shortest` elements or more. Its library memory is its own, or `heap`.
 */
export function fusingWasmExecutor(heap?: Heap, shortest: number = SHORTEST): FusingWasmExecutor {
  const { executor, parts } = openAlgorithmsWasm(heap);
  const fusionCounts = { elements: 0, kept: 0 };
  return {
    ...executor,
    fusionCounts,
    openPrimitives: () => ({
      ...wasmPrimitives(parts),
      foldMapped: (contract, observation, elements) =>
        elements.length < shortest
          ? undefined
          : foldMapped(parts, fusionCounts, contract, observation, elements),
    }),
  };
}
