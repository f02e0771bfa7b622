// Keys that are more than a process holds are split by a hash of each: every split has pieces and a join of its own, and their results are merged window by window.

import { littleEndianBytes } from "../../formats/element-memory.ts";
import { withCanonicalNaNs } from "../../values/bits.ts";
import { COLUMN_TYPE_FACTS } from "../../values/element-types.ts";
import { type ColumnArray, columnType } from "../../values/value-types.ts";
import { sortedRows } from "../sorting/sorting.ts";
import type { GroupFunctions } from "./functions.ts";
import { joinedColumns } from "./group-table.ts";

/** The rows of a split. Equal keys have one hash, on every machine: it is of their little-endian bytes, of NaN always the same. */
export function placesInSplit(
  keys: readonly ColumnArray[],
  { split, splitCount }: { readonly split: number; readonly splitCount: number },
): Uint32Array {
  const hashes = new Uint32Array(keys[0].length);
  for (const column of keys) addToHashes(hashes, column);
  return Uint32Array.from(hashes.keys()).filter((row) => scattered(hashes[row]) % splitCount === split);
}

function addToHashes(hashes: Uint32Array, column: ColumnArray): void {
  const bytes = littleEndianBytes(withCanonicalNaNs(column), 0, column.length);
  const rowBytes = COLUMN_TYPE_FACTS[columnType(column)].bytes;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let row = 0; row < hashes.length; row++) {
    let hash = hashes[row];
    if (rowBytes === 1) hash = mixed(hash, bytes[row]);
    else for (let i = 0; i < rowBytes; i += 4) hash = mixed(hash, view.getUint32(row * rowBytes + i, true));
    hashes[row] = hash;
  }
}

/** MurmurHash3's step for a word (Appleby). */
function mixed(hash: number, word: number): number {
  let turned = Math.imul(word, 0xcc9e2d51);
  turned = Math.imul((turned << 15) | (turned >>> 17), 0x1b873593);
  const sum = hash ^ turned;
  return (Math.imul((sum << 13) | (sum >>> 19), 5) + 0xe6546b64) | 0;
}

/** Its end, by which every bit depends on all. */
function scattered(hash: number): number {
  let turned = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  turned = Math.imul(turned ^ (turned >>> 13), 0xc2b2ae35);
  return (turned ^ (turned >>> 16)) >>> 0;
}

/** Columns of one length, read a range at a time. */
export interface Rows {
  readonly length: number;
  readonly columns: readonly ((start: number, end: number) => Promise<ColumnArray>)[];
}

export function rowsInMemory(columns: readonly ColumnArray[]): Rows {
  const readers = columns.map((column) => async (start: number, end: number) => column.subarray(start, end));
  return { length: columns[0].length, columns: readers };
}

/** Rows of all parts that are in memory while they are merged. */
const MERGED_ROWS = 2 ** 20;

/** Parts that are in the order of their keys each, and have none in common, as one such sequence of windows. */
export async function* mergedRows(
  functions: GroupFunctions,
  keyCount: number,
  parts: readonly Rows[],
  windowLength = Math.max(1024, Math.ceil(MERGED_ROWS / parts.length)),
): AsyncGenerator<readonly ColumnArray[]> {
  const keys = Array.from({ length: keyCount }, (_, i) => i);
  const sorting = { keys, descending: keys.map(() => false) };
  const ends = parts.map(() => 0);
  const held: (readonly ColumnArray[] | undefined)[] = parts.map(() => undefined);
  for (;;) {
    for (const [i, { length, columns }] of parts.entries()) {
      if ((held[i]?.[0].length ?? 0) > 0 || ends[i] === length) continue;
      const end = Math.min(length, ends[i] + windowLength);
      held[i] = await Promise.all(columns.map((read) => read(ends[i], end)));
      ends[i] = end;
    }
    const [owners, isLast] = [new Uint32Array(lengthOf(held)), new Uint32Array(lengthOf(held))];
    if (owners.length === 0) return;
    let at = 0;
    for (const [i, columns] of held.entries()) {
      const length = columns?.[0].length ?? 0;
      owners.fill(i, at, at + length);
      at += length;
      if (length > 0 && ends[i] < parts[i].length) isLast[at - 1] = 1;
    }
    const all = joinedColumns(held.filter((columns) => columns !== undefined));
    const sorted = sortedRows(sorting, functions, [...all, owners, isLast]);
    const [sortedOwners, sortedLast] = sorted.slice(-2) as readonly Uint32Array[];
    // What a part has next comes after its last row here, and perhaps before all that follows it.
    const first = sortedLast.indexOf(1);
    const count = first < 0 ? owners.length : first + 1;
    yield sorted.slice(0, -2).map((column) => column.slice(0, count));
    const taken = new Uint32Array(parts.length);
    for (let row = 0; row < count; row++) taken[sortedOwners[row]]++;
    for (const [i, columns] of held.entries()) held[i] = columns?.map((column) => column.subarray(taken[i]));
  }
}

function lengthOf(held: readonly (readonly ColumnArray[] | undefined)[]): number {
  return held.reduce((sum, columns) => sum + (columns?.[0].length ?? 0), 0);
}
