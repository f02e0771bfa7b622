import type { ColumnArray } from "../../../values/value-types.ts";
import type { Primitives } from "../../primitives.ts";
import type { WasmParts } from "./parts.ts";
import { reduceEqualLines } from "./reduce-products.ts";
import { wasmProducts } from "./wasm-primitives.ts";
import { wasmSegments } from "./wasm-segments.ts";

/** Products of grids, and segments, of which those of one length are lines. */
export function wasmRows(
  parts: WasmParts,
): Required<Pick<Primitives<ColumnArray>, "reduceProducts" | "segmented">> {
  const { segmented } = wasmSegments(parts);
  return {
    ...wasmProducts(parts),
    segmented(contract, observation, columns, places, empty) {
      const offsets = places as Uint32Array;
      const isReduce = observation === "reduce" && columns.length === 1;
      const lines = isReduce ? reduceEqualLines(parts, contract, columns[0], offsets) : undefined;
      return lines === undefined ? segmented(contract, observation, columns, offsets, empty) : [lines];
    },
  };
}
