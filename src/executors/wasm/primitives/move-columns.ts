import { allocateColumn } from "../../../values/allocate-column.ts";
import type { Scalar, ScalarType } from "../../../values/element-types.ts";
import { type ColumnArray, columnType } from "../../../values/value-types.ts";

/*
 * Moves whose addresses are read from other columns: loops of JavaScript, since a kernel would need the whole of a column in its memory
 * first, which costs a third to a half as much again, and waits for memory as long. Elements go as words of 8 or 32 bits, because a NaN that
 * is read as a float may lose its payload; 64 bits are two words, because a bigint may be allocated for each. One loop for each width: a
 * loop that has met two kinds of arrays is slow for both.
 */

/** `out[i] = column[indices[i]]`; beyond the column a zero. */
export function gather(column: ColumnArray, indices: ColumnArray): ColumnArray {
  const output = allocateColumn(columnType(column), indices.length);
  const { length } = column;
  const at = indices as Uint32Array;
  if (column instanceof Uint8Array) gatherBytes(output as Uint8Array, column, length, at);
  else if (column.BYTES_PER_ELEMENT === 4) gatherWords(wordsOf(output), wordsOf(column), length, at);
  else gatherPairs(wordsOf(output), wordsOf(column), length, at);
  return output;
}

/** A copy of `into` with `out[indices[i]] = column[i]`; beyond it nothing, and the last of several stays. */
export function scatter(column: ColumnArray, indices: ColumnArray, into: ColumnArray): ColumnArray {
  const output = slice(into, 0, into.length);
  const { length } = output;
  const at = indices as Uint32Array;
  if (column instanceof Uint8Array) scatterBytes(output as Uint8Array, column, length, at);
  else if (column.BYTES_PER_ELEMENT === 4) scatterWords(wordsOf(output), wordsOf(column), length, at);
  else scatterPairs(wordsOf(output), wordsOf(column), length, at);
  return output;
}

/** 0, 1, 2, … */
export function iota(length: number): Uint32Array {
  const output = allocateColumn("u32", length) as Uint32Array;
  for (let i = 0; i < length; i++) output[i] = i;
  return output;
}

export function fill(type: ScalarType, value: Scalar, length: number): ColumnArray {
  return allocateColumn(type, length).fill(value as never);
}

/** Elements [start, start + length), or as many as there are; of a negative length without as many of the last. */
export function slice(column: ColumnArray, start: number, length: number): ColumnArray {
  const part = column.subarray(start, length < 0 ? length : start + length);
  const output = allocateColumn(columnType(column), part.length);
  (output as Uint8Array).set(part as Uint8Array);
  return output;
}

export function concat(first: ColumnArray, second: ColumnArray): ColumnArray {
  const output = allocateColumn(columnType(first), first.length + second.length) as Uint8Array;
  output.set(first as Uint8Array);
  output.set(second as Uint8Array, first.length);
  return output;
}

/** Segments this long or longer, on average, are filled one by one; for shorter ones the calls would cost more than the elements. */
const FILLED_LENGTH = 64;

/** The segment of each element. */
export function segmentIds(offsets: ColumnArray, length: number): Uint32Array {
  const starts = offsets as Uint32Array;
  const segmentCount = Math.max(0, starts.length - 1);
  const ids = allocateColumn("u32", length) as Uint32Array;
  if (segmentCount * FILLED_LENGTH <= length) {
    for (let segment = 0; segment < segmentCount; segment++) {
      ids.fill(segment, starts[segment], starts[segment + 1]);
    }
    return ids;
  }
  // The last segment that starts at an element owns it and what follows: no branch asks how long segments are. Those that start at the
  // end are written nowhere.
  for (let segment = 0; segment < segmentCount; segment++) ids[starts[segment]] = segment;
  let current = 0;
  for (let i = 0; i < length; i++) {
    current = Math.max(current, ids[i]);
    ids[i] = current;
  }
  return ids;
}

function wordsOf({ buffer, byteOffset, byteLength }: ColumnArray): Uint32Array {
  return new Uint32Array(buffer, byteOffset, byteLength / 4);
}

function gatherBytes(to: Uint8Array, from: Uint8Array, length: number, indices: Uint32Array): void {
  for (let i = 0; i < indices.length; i++) {
    const index = indices[i];
    if (index < length) to[i] = from[index];
  }
}

function gatherWords(to: Uint32Array, from: Uint32Array, length: number, indices: Uint32Array): void {
  for (let i = 0; i < indices.length; i++) {
    const index = indices[i];
    if (index < length) to[i] = from[index];
  }
}

function gatherPairs(to: Uint32Array, from: Uint32Array, length: number, indices: Uint32Array): void {
  for (let i = 0; i < indices.length; i++) {
    const index = indices[i];
    if (index < length) {
      to[2 * i] = from[2 * index];
      to[2 * i + 1] = from[2 * index + 1];
    }
  }
}

function scatterBytes(to: Uint8Array, from: Uint8Array, length: number, indices: Uint32Array): void {
  for (let i = 0; i < indices.length; i++) {
    const index = indices[i];
    if (index < length) to[index] = from[i];
  }
}

function scatterWords(to: Uint32Array, from: Uint32Array, length: number, indices: Uint32Array): void {
  for (let i = 0; i < indices.length; i++) {
    const index = indices[i];
    if (index < length) to[index] = from[i];
  }
}

function scatterPairs(to: Uint32Array, from: Uint32Array, length: number, indices: Uint32Array): void {
  for (let i = 0; i < indices.length; i++) {
    const index = indices[i];
    if (index < length) {
      to[2 * index] = from[2 * i];
      to[2 * index + 1] = from[2 * i + 1];
    }
  }
}
