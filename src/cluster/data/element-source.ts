// Elements by range, over the ends of files, row groups and batches: what the steps of a run read, whatever it lies in.

import { InternalError } from "../../values/errors.ts";
import {
  newColumn,
  newStorageArray,
  type StoredArray,
  type StoredColumns,
  type StoredType,
} from "../../values/value-types.ts";
import type { DatasetColumn } from "./dataset.ts";

/** A sequence of elements, or of records by column, that is read a range at a time. */
export interface ElementSource {
  readonly types: readonly StoredType[];
  readonly length: number;
  /** The columns of [start, end). They may be changed, and are valid until the next call. */
  read(start: number, end: number): Promise<StoredColumns>;
  close(): Promise<void>;
}

/** A stretch of a sequence that lies together. */
export interface Stretch {
  readonly length: number;
  /** The columns of [start, end) of the stretch, valid until the next call. */
  read(start: number, end: number): Promise<StoredColumns>;
}

/** A file whose header has been read. */
export interface OpenPart extends Stretch {
  readonly columns: readonly DatasetColumn[];
  close(): Promise<void>;
}

/** Reads a range that may lie in several stretches. Of one it is given as it is, of several it is copied into memory that the next range uses again. */
export function readerOver(
  types: readonly StoredType[],
  stretches: readonly Stretch[],
): (start: number, end: number) => Promise<StoredColumns> {
  const starts: number[] = [];
  let length = 0;
  for (const stretch of stretches) {
    starts.push(length);
    length += stretch.length;
  }
  let joined: readonly StoredArray[] = types.map((type) => newStored(type, 0));
  return async (start, end) => {
    if (start < 0 || end > length || start > end)
      throw new InternalError(`elements [${start}, ${end}) of ${length}`);
    let at = lastStartUpTo(starts, start);
    if (end <= starts[at] + stretches[at].length)
      return stretches[at].read(start - starts[at], end - starts[at]);
    if (joined[0].length < end - start) joined = types.map((type) => newStored(type, end - start));
    for (let place = start; place < end; at++) {
      const until = Math.min(end, starts[at] + stretches[at].length);
      if (until === place) continue;
      const columns = await stretches[at].read(place - starts[at], until - starts[at]);
      for (const [i, column] of columns.entries()) {
        (joined[i] as Float64Array).set(column as Float64Array, place - start);
      }
      place = until;
    }
    return joined.map((column) => column.subarray(0, end - start));
  };
}

/** The last stretch that starts at or before a place; of empty ones behind one another the last. */
function lastStartUpTo(starts: readonly number[], place: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (starts[middle] <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Memory that elements are read into, until it is released. */
export interface ReadMemory {
  readonly array: StoredArray;
  release(): void;
}

/** Gives such memory: an executor's own, which it computes in without a copy, or any. */
export type Allocate = (type: StoredType, length: number) => ReadMemory;

export function anyMemory(type: StoredType, length: number): ReadMemory {
  return { array: newStored(type, length), release: () => {} };
}

function newStored(type: StoredType, length: number): StoredArray {
  return type === "bool" ? newColumn(type, length) : newStorageArray(type, length);
}
