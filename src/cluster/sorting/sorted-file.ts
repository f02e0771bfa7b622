// A sorted piece as a file: blocks of rows, each of which ends in a hash of its own, as what is read of it is a few blocks here and there.

import { littleEndianBytes, toPlatformOrder } from "../../formats/element-memory.ts";
import { COLUMN_TYPE_FACTS } from "../../values/element-types.ts";
import { FormatError } from "../../values/errors.ts";
import { openHash } from "../../values/hash.ts";
import { type ColumnArray, newColumn } from "../../values/value-types.ts";
import { pieceAt } from "../cut.ts";
import { outputTypes, sortedFile } from "../folder/run-files.ts";
import type { RunStore } from "../folder/store.ts";
import type { RunPlan } from "../run-plan.ts";
import { sampleStep } from "./sorting.ts";

/** Digits of a hash. */
const HASH_BYTES = 16;

function rowBytesOf(plan: RunPlan): number {
  return outputTypes(plan).reduce((sum, type) => sum + COLUMN_TYPE_FACTS[type].bytes, 0);
}

/** The hash of a block says of which run, piece and place it is. */
function hashOfBlock(plan: RunPlan, index: number, block: number, rows: Uint8Array): string {
  const hash = openHash();
  hash.add(new TextEncoder().encode(`${plan.id} ${index} ${block} `));
  hash.add(rows);
  return hash.digits();
}

/** The blocks of a sorted piece: the rows from one sample to the next, column by column. */
export function* blocksOf(
  plan: RunPlan,
  index: number,
  columns: readonly ColumnArray[],
): Generator<{ readonly bytes: Uint8Array; readonly hash: string }> {
  const step = sampleStep(plan);
  const { length } = columns[0];
  for (let start = 0; start < length; start += step) {
    const end = Math.min(length, start + step);
    const bytes = new Uint8Array((end - start) * rowBytesOf(plan) + HASH_BYTES);
    let at = 0;
    for (const column of columns) {
      const part = littleEndianBytes(column, start, end);
      bytes.set(part, at);
      at += part.length;
    }
    const hash = hashOfBlock(plan, index, start / step, bytes.subarray(0, at));
    bytes.set(new TextEncoder().encode(hash), at);
    yield { bytes, hash };
  }
}

/** Where blocks lie in the file of a sorted piece. */
function placeOf(plan: RunPlan, row: number): number {
  return row * rowBytesOf(plan) + Math.ceil(row / sampleStep(plan)) * HASH_BYTES;
}

/** The rows [from, to) of a sorted piece, which begin and end where blocks do. @throws FormatError where they are not there, or not whole */
export async function readRows(
  store: RunStore,
  plan: RunPlan,
  { index, from, to }: { readonly index: number; readonly from: number; readonly to: number },
): Promise<readonly ColumnArray[]> {
  const path = sortedFile(plan, index);
  const bytes = new Uint8Array(placeOf(plan, to) - placeOf(plan, from));
  const file = await store.open(path);
  try {
    const { start, end } = pieceAt(plan, index);
    const size = placeOf(plan, end - start);
    if (file.byteLength !== size) throw damaged(store.place(path), `${size} bytes`, `${file.byteLength}`);
    await file.readInto(bytes, placeOf(plan, from));
  } finally {
    await file.close();
  }
  const columns = outputTypes(plan).map((type) => newColumn(type, to - from));
  const step = sampleStep(plan);
  let at = 0;
  for (let row = from; row < to; row += step) {
    const count = Math.min(step, to - row);
    const hashAt = at + count * rowBytesOf(plan);
    const expected = hashOfBlock(plan, index, row / step, bytes.subarray(at, hashAt));
    const actual = new TextDecoder().decode(bytes.subarray(hashAt, hashAt + HASH_BYTES));
    if (actual !== expected)
      throw damaged(store.place(path), `hash ${expected} of block ${row / step}`, actual);
    for (const column of columns) {
      const part = column.subarray(row - from, row - from + count);
      const target = new Uint8Array(part.buffer, part.byteOffset, part.byteLength);
      target.set(bytes.subarray(at, at + part.byteLength));
      at += part.byteLength;
    }
    at = hashAt + HASH_BYTES;
  }
  for (const column of columns) toPlatformOrder(column, "little");
  return columns;
}

function damaged(place: string, expected: string, fact: string): FormatError {
  return new FormatError(place, `a sorted piece of this run with ${expected}`, fact);
}
