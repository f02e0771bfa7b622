import type { ColumnArray } from "../../../values/value-types.ts";
import type { Primitives } from "../../primitives.ts";
import type { Heap } from "../memory/heap.ts";
import { type AlgorithmsWasmExecutor, openAlgorithmsWasm } from "./algorithms-wasm-executor.ts";
import { wasmRows } from "./equal-lines.ts";
import { wasmLines } from "./wasm-primitives.ts";

/** Makes a wasm executor that has kernels for products of matrices as well: apart, because algorithms have no use for them. Its library memory is that of the process, or `heap`. */
export function matricesWasmExecutor(heap?: Heap): AlgorithmsWasmExecutor {
  const { executor, parts } = openAlgorithmsWasm(heap);
  let primitives: Primitives<ColumnArray> | undefined;
  const openPrimitives = () => {
    primitives ??= { ...executor.openPrimitives(), ...wasmRows(parts), ...wasmLines(parts) };
    return primitives;
  };
  return { ...executor, openPrimitives };
}
