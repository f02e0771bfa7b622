import { type ColumnArray, columnType } from "../../../values/value-types.ts";
import { elementCount, type Primitives } from "../../primitives.ts";
import { headFlags, mapColumns } from "./map-columns.ts";
import { concat, fill, gather, iota, scatter, segmentIds, slice } from "./move-columns.ts";
import type { WasmParts } from "./parts.ts";
import { compact, flagIndices, partition } from "./select-columns.ts";
import { wasmFolds } from "./wasm-folds.ts";
import { wasmHistograms } from "./wasm-histograms.ts";
import { wasmOrder } from "./wasm-order.ts";
import { wasmSegments } from "./wasm-segments.ts";

/** The primitives of the wasm executor: `work-memory.ts` tells where columns lie and for how long. */
export function wasmPrimitives(parts: WasmParts): Primitives<ColumnArray> {
  const { counts } = parts;
  const moved = <Columns extends readonly ColumnArray[]>(columns: Columns): Columns => {
    for (const { length } of columns) counts.moved += length;
    return columns;
  };
  return {
    executor: parts.executor.name,
    place: (column) => column,
    take(vector, output) {
      if (output === undefined) return vector;
      (output as Uint8Array).set(vector as Uint8Array);
      return output;
    },
    typeOf: columnType,
    release() {},
    map: (terms, left, right = []) => mapColumns(parts, terms, left, right),
    iota: (like) => iota(like.length),
    lengthOf: (vector) => Uint32Array.of(vector.length),
    fill: (type, value, length) => fill(type, value, elementCount(length)),
    slice,
    concat,
    gather: (columns, indices) => moved(columns.map((column) => gather(column, indices))),
    scatter: (columns, indices, into) => moved(columns.map((column, i) => scatter(column, indices, into[i]))),
    compact: (columns, flags) => compact(parts, columns, flags),
    partition: (columns, flags) => partition(parts, columns, flags),
    flagIndices: (flags, isClosed) => flagIndices(parts, flags, isClosed),
    headFlags: (columns) => headFlags(parts, columns),
    segmentIds: (offsets, length) => segmentIds(offsets, elementCount(length)),
    ...wasmFolds(parts),
    ...wasmOrder(parts),
    ...wasmSegments(parts),
    ...wasmHistograms(parts),
  };
}
