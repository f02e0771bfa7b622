import type { ColumnArray } from "../../../values/value-types.ts";
import type { FusionCounts, Primitives } from "../../primitives.ts";
import type { Heap } from "../memory/heap.ts";
import { type AlgorithmsWasmExecutor, openAlgorithmsWasm } from "./algorithms-wasm-executor.ts";
import { collectMapped } from "./collect-mapped.ts";
import { FEWEST_FUSED, foldMapped } from "./fold-mapped.ts";
import { wasmProducts } from "./wasm-primitives.ts";

/** The wasm executor that folds elements as they are computed as well: apart, because algorithms have no use for it. */
export interface FusingWasmExecutor extends AlgorithmsWasmExecutor {
  /** What was fused since the executor was made. */
  readonly fusionCounts: Readonly<FusionCounts>;
}

/**
 * Makes a wasm executor that fuses folds of `shortest` elements or more. Its library memory is that of the process, or `heap`.
 */
export function fusingWasmExecutor(heap?: Heap, shortest: number = FEWEST_FUSED): FusingWasmExecutor {
  const { executor, parts } = openAlgorithmsWasm(heap);
  const fusionCounts = { elements: 0, kept: 0 };
  const fusing: Pick<Primitives<ColumnArray>, "foldMapped" | "collectMapped" | "view" | "spreads"> = {
    spreads: true,
    foldMapped: (contract, observation, elements) =>
      elements.length < shortest
        ? undefined
        : foldMapped(parts, fusionCounts, contract, observation, elements),
    collectMapped: (elements) =>
      elements.length < shortest ? undefined : collectMapped(parts, fusionCounts, elements),
    view: (vector, start, length) => vector.subarray(start, start + length),
  };
  let primitives: Primitives<ColumnArray> | undefined;
  const openPrimitives = () => {
    primitives ??= { ...executor.openPrimitives(), ...wasmProducts(parts), ...fusing };
    return primitives;
  };
  return { ...executor, fusionCounts, openPrimitives };
}
