import type { ColumnArray } from "../../../values/value-types.ts";
import type { Primitives } from "../../primitives.ts";
import { countBetween, countColumn } from "./count-columns.ts";
import type { WasmParts } from "./parts.ts";
import { reduceColumnsByIndex } from "./reduce-columns-by-index.ts";
import { reduceColumnsByKey } from "./reduce-columns-by-key.ts";

/** The primitives of histograms: counting, and reducing into one state for each bin or key. */
export function wasmHistograms(
  parts: WasmParts,
): Required<
  Pick<Primitives<ColumnArray>, "countIndices" | "countBetween" | "reduceByIndex" | "reduceByKey">
> {
  return {
    countIndices: (indices, binCount) => countColumn(parts, indices, binCount),
    countBetween: (sorted, queries, placeCount) => countBetween(parts, sorted, queries, placeCount),
    reduceByIndex: (contract, indices, columns, binCount, empty) =>
      reduceColumnsByIndex(parts, { contract, indices, columns, binCount, empty }),
    reduceByKey: (contract, keys, columns) => reduceColumnsByKey(parts, { contract, keys, columns }),
  };
}
