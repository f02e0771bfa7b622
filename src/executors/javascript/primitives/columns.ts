import { allocateColumn } from "../../../values/allocate-column.ts";
import { bitsView } from "../../../values/total-order.ts";
import { type ColumnArray, columnType } from "../../../values/value-types.ts";
import { wordsOf } from "./key-words.ts";

// Elements are moved as unsigned integers, since a NaN that passes through a float variable may lose its payload; of 64 bits as two words, as bigints take ten times as long.

/** `out[i] = column[indices[i]]`; beyond the column a zero. */
export function gather(column: ColumnArray, indices: Uint32Array): ColumnArray {
  const output = allocateColumn(columnType(column), indices.length);
  if (column instanceof Uint8Array) gatherBytes(column, indices, output as Uint8Array);
  else if (column.BYTES_PER_ELEMENT === 4) gatherWords(wordsOf(column), indices, wordsOf(output));
  else gatherPairs(wordsOf(column), indices, wordsOf(output));
  return output;
}

function gatherBytes(from: Uint8Array, indices: Uint32Array, to: Uint8Array): void {
  for (let i = 0; i < indices.length; i++) if (indices[i] < from.length) to[i] = from[indices[i]];
}

function gatherWords(from: Uint32Array, indices: Uint32Array, to: Uint32Array): void {
  for (let i = 0; i < indices.length; i++) if (indices[i] < from.length) to[i] = from[indices[i]];
}

function gatherPairs(from: Uint32Array, indices: Uint32Array, to: Uint32Array): void {
  const { length } = indices;
  for (let i = 0; i < length; i++) {
    const index = 2 * indices[i];
    if (index >= from.length) continue;
    to[2 * i] = from[index];
    to[2 * i + 1] = from[index + 1];
  }
}

/** A copy of `into` with `out[indices[i]] = column[i]`; beyond it nothing, and the last of several stays. */
export function scatter(column: ColumnArray, indices: Uint32Array, into: ColumnArray): ColumnArray {
  const output = into.slice();
  if (column instanceof Uint8Array) scatterBytes(column, indices, output as Uint8Array);
  else if (column.BYTES_PER_ELEMENT === 4) scatterWords(wordsOf(column), indices, wordsOf(output));
  else scatterPairs(wordsOf(column), indices, wordsOf(output));
  return output;
}

function scatterBytes(from: Uint8Array, indices: Uint32Array, to: Uint8Array): void {
  for (let i = 0; i < indices.length; i++) if (indices[i] < to.length) to[indices[i]] = from[i];
}

function scatterWords(from: Uint32Array, indices: Uint32Array, to: Uint32Array): void {
  for (let i = 0; i < indices.length; i++) if (indices[i] < to.length) to[indices[i]] = from[i];
}

function scatterPairs(from: Uint32Array, indices: Uint32Array, to: Uint32Array): void {
  for (let i = 0; i < indices.length; i++) {
    const index = 2 * indices[i];
    if (index >= to.length) continue;
    to[index] = from[2 * i];
    to[index + 1] = from[2 * i + 1];
  }
}

/** The elements of both. */
export function concat(first: ColumnArray, second: ColumnArray): ColumnArray {
  const output = allocateColumn(columnType(first), first.length + second.length);
  const to = bitsView(output) as Uint8Array;
  to.set(bitsView(first) as Uint8Array);
  to.set(bitsView(second) as Uint8Array, first.length);
  return output;
}

/** 0, 1, 2, … */
export function iota(length: number): Uint32Array {
  const indices = new Uint32Array(length);
  for (let i = 0; i < length; i++) indices[i] = i;
  return indices;
}
