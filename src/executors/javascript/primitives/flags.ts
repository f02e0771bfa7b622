import { allocateColumn } from "../../../values/allocate-column.ts";
import type { ColumnArray, Columns } from "../../../values/value-types.ts";
import type { Parted } from "../../primitives.ts";
import { gather } from "./columns.ts";

/** The indices of the flags that have this value, in order; `isClosed`: followed by the number of flags. */
export function flagIndices(flags: ColumnArray, isSet: boolean, isClosed = false): Uint32Array {
  const bytes = flags as Uint8Array;
  let count = isClosed ? 1 : 0;
  for (let i = 0; i < bytes.length; i++) if ((bytes[i] !== 0) === isSet) count++;
  const indices = allocateColumn("u32", count) as Uint32Array;
  for (let i = 0, k = 0; i < bytes.length; i++) {
    if ((bytes[i] !== 0) === isSet) indices[k++] = i;
  }
  if (isClosed) indices[count - 1] = flags.length;
  return indices;
}

/** The elements whose flag is set, in order. */
export function compact(columns: Columns, flags: ColumnArray): Columns {
  const indices = flagIndices(flags, true);
  return columns.map((column) => gather(column, indices));
}

/** The elements whose flag is set, and the others. */
export function partition(columns: Columns, flags: ColumnArray): Parted<ColumnArray> {
  const unset = flagIndices(flags, false);
  return { kept: compact(columns, flags), others: columns.map((column) => gather(column, unset)) };
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
  const ids = allocateColumn("u32", length) as Uint32Array;
  for (let segment = 0; segment + 1 < offsets.length; segment++) {
    ids.fill(segment, Number(offsets[segment]), Number(offsets[segment + 1]));
  }
  return ids;
}

/** How often each of 0 … binCount − 1 occurs, and how many indices are beyond. */
export function countIndices(
  indices: ColumnArray,
  binCount: number,
): { readonly counts: Uint32Array; readonly outsideCount: Uint32Array } {
  const counts = allocateColumn("u32", binCount) as Uint32Array;
  const outsideCount = new Uint32Array(1);
  for (let i = 0; i < indices.length; i++) {
    const index = Number(indices[i]);
    if (index < binCount) counts[index]++;
    else outsideCount[0]++;
  }
  return { counts, outsideCount };
}
