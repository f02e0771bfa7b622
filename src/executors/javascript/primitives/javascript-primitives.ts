import { allocateColumn } from "../../../values/allocate-column.ts";
import { frozen } from "../../../values/frozen.ts";
import { type ColumnArray, columnType, newColumn } from "../../../values/value-types.ts";
import type { SynchronousExecutor } from "../../executor.ts";
import { elementCount, type Primitives, type SynchronousAlgorithmExecutor } from "../../primitives.ts";
import { networksJavascriptExecutor } from "../networks-javascript-executor.ts";
import { countIndices } from "./count-indices.ts";
import { compact, flagIndices, headFlags, partition, segmentIds } from "./flags.ts";
import { mapColumns } from "./map-columns.ts";
import { concat, gather, iota, scatter } from "./move-columns.ts";
import { searchSorted, sort } from "./order.ts";
import { scanColumns, segmentedColumns } from "./segmented-columns.ts";

/** The javascript executor with the primitives of algorithms: plain loops, which say what each of them means. */
export const algorithmsJavascriptExecutor: typeof networksJavascriptExecutor & SynchronousAlgorithmExecutor =
  frozen({
    ...networksJavascriptExecutor,
    openPrimitives: () => javascriptPrimitives(),
  });

/** The primitives over typed arrays, wherever they are. */
export function javascriptPrimitives(
  executor: SynchronousExecutor = networksJavascriptExecutor,
): Primitives<ColumnArray> {
  return {
    executor: executor.name,
    place: (column) => column,
    take(vector, output) {
      if (output === undefined) return vector;
      (output as Uint8Array).set(vector as Uint8Array);
      return output;
    },
    typeOf: columnType,
    release() {},
    map: (terms, left, right = []) => mapColumns(terms, left, right, [...left, ...right][0].length),
    iota: (like) => iota(like.length),
    lengthOf: (vector) => Uint32Array.of(vector.length),
    fill: (type, value, length) => allocateColumn(type, elementCount(length)).fill(value as never),
    slice: (vector, start, length) => vector.slice(start, length < 0 ? length : start + length),
    concat,
    gather: (columns, indices) => columns.map((column) => gather(column, asIndices(indices))),
    scatter: (columns, indices, into) =>
      columns.map((column, i) => scatter(column, asIndices(indices), into[i])),
    compact,
    partition,
    flagIndices: (flags, isClosed) => flagIndices(flags, true, isClosed),
    headFlags,
    segmentIds: (offsets, length) => segmentIds(offsets, elementCount(length)),
    sort,
    searchSorted,
    reduce(contract, columns) {
      const value = executor.plan(contract).reduce(columns);
      return contract.sums.map((type, i) => newColumn(type, 1).fill(value[i] as never));
    },
    scan: (contract, observation, columns) => scanColumns(executor.plan(contract), observation, columns),
    segmented: (contract, observation, columns, offsets, empty) =>
      segmentedColumns(executor.plan(contract), contract, observation, columns, offsets, empty),
    countIndices,
  };
}

function asIndices(vector: ColumnArray): Uint32Array {
  return vector as Uint32Array;
}
