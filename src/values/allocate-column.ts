// New columns: of memory that earlier runs have left, where somebody says so. What is too large for the host is an OutOfMemoryError, not a RangeError of the engine.

import { SCALAR_TYPE_FACTS, type ScalarType } from "./element-types.ts";
import { OutOfMemoryError } from "./errors.ts";
import { type ColumnArray, newColumn, viewColumn } from "./value-types.ts";

/*
 * Pages that are new to a process are zeroed by the system one by one, and an engine collects garbage the sooner the more of them it was given: columns
 * between the steps of a program cost more than the steps. So a run may leave its memory to those that follow, until the engine collects it.
 */

/** Buffers by the logarithm of their size. */
interface Spare {
  readonly buffers: readonly ArrayBuffer[][];
  bytes: number; // of all of them
}

/** Columns of fewer bytes come from the engine, and of more as well. */
const FEWEST_BYTES = 2 ** 12;
const MOST_BYTES = 2 ** 25;
/** What is kept of buffers in all. */
const MOST_KEPT = 2 ** 26;

let spare: WeakRef<Spare> | undefined;
/** What the run that is on has taken; none may be seen once it has ended. */
let taken: Set<ArrayBufferLike> | undefined;
let fewest = FEWEST_BYTES; // of a column that is of it

/** What was taken of memory that was left: proves in tests that it was. */
export const spareCounts = { bytes: 0 };

/** A new column of zeros whose length may be too large. @throws OutOfMemoryError */
export function allocateColumn(type: ScalarType, length: number): ColumnArray {
  const bytes = length * SCALAR_TYPE_FACTS[type].bytes;
  try {
    return taken !== undefined && bytes >= fewest && bytes <= MOST_BYTES
      ? viewColumn(type, takenBuffer(bytes, taken), 0, length)
      : newColumn(type, length);
  } catch {
    throw new OutOfMemoryError(bytes, "the memory of this host");
  }
}

function takenBuffer(bytes: number, taken: Set<ArrayBufferLike>): ArrayBuffer {
  const size = 32 - Math.clz32(bytes - 1);
  const kept = spare?.deref();
  const known = kept?.buffers[size].pop();
  const buffer = known ?? new ArrayBuffer(2 ** size);
  taken.add(buffer);
  if (kept === undefined || known === undefined) return buffer;
  kept.bytes -= buffer.byteLength;
  new Uint8Array(buffer, 0, bytes).fill(0);
  spareCounts.bytes += bytes;
  return buffer;
}

/**
 * Does work, at once, whose columns are left to what is done so later. `owned` gives a column that stays: what the work gives must be made of such, and
 * nothing else may keep one that it has allocated.
 */
export function inSpareMemory<Result>(
  work: (owned: (column: ColumnArray) => ColumnArray) => Result,
  fewestBytes: number = FEWEST_BYTES,
): Result {
  const before = { taken, fewest };
  const own = new Set<ArrayBufferLike>();
  taken = own;
  fewest = fewestBytes;
  try {
    return work((column) => (own.has(column.buffer) ? column.slice() : column));
  } finally {
    taken = before.taken;
    fewest = before.fewest;
    leave(own);
  }
}

function leave(buffers: ReadonlySet<ArrayBufferLike>): void {
  const kept = spare?.deref() ?? { buffers: Array.from({ length: 26 }, () => []), bytes: 0 };
  spare = new WeakRef(kept);
  for (const buffer of buffers) {
    if (kept.bytes + buffer.byteLength > MOST_KEPT) return;
    kept.bytes += buffer.byteLength;
    kept.buffers[31 - Math.clz32(buffer.byteLength)].push(buffer as ArrayBuffer);
  }
}
