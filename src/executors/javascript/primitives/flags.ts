import type { ColumnArray } from "../../../values/value-types.ts";
import { gather } from "./move-columns.ts";

type Columns = readonly ColumnArray[];

/** The indices of the flags that have this value, in order; `isClosed`: followed by the number of flags. */
export function flagIndices(flags: ColumnArray, isSet: boolean, isClosed = false): Uint32Array {
  const indices: number[] = [];
  for (let i = 0; i < flags.length; i++) {
    if ((flags[i] !== 0) === isSet) indices.push(i);
  }
  if (isClosed) indices.push(flags.length);
  return Uint32Array.from(indices);
}

/** The elements whose flag is set, in order. */
export function compact(columns: Columns, flags: ColumnArray): Columns {
  const indices = flagIndices(flags, true);
  return columns.map((column) => gather(column, indices));
}

/** The elements whose flag is set, then the others; and how many are set. */
export function partition(
  columns: Columns,
  flags: ColumnArray,
): { readonly columns: Columns; readonly keptCount: Uint32Array } {
  const kept = flagIndices(flags, true);
  const indices = new Uint32Array(flags.length);
  indices.set(kept);
  indices.set(flagIndices(flags, false), kept.length);
  return {
    columns: columns.map((column) => gather(column, indices)),
    keptCount: Uint32Array.of(kept.length),
  };
}

/** Set at 0, and where an element differs in any column from the one before: `Object.is` says what is equal. */
export function headFlags(columns: Columns): Uint8Array {
  const flags = new Uint8Array(columns[0].length);
  for (let i = 0; i < flags.length; i++) {
    const isHead = i === 0 || columns.some((column) => !Object.is(column[i], column[i - 1]));
    flags[i] = isHead ? 1 : 0;
  }
  return flags;
}

/** The segment of each element. */
export function segmentIds(offsets: ColumnArray, length: number): Uint32Array {
  const ids = new Uint32Array(length);
  for (let segment = 0; segment + 1 < offsets.length; segment++) {
    ids.fill(segment, Number(offsets[segment]), Number(offsets[segment + 1]));
  }
  return ids;
}
