import { SCALAR_TYPE_FACTS, type ScalarType } from "../../values/element-types.ts";
import { OutOfMemoryError } from "../../values/errors.ts";
import { type ColumnArray, type Columns, viewColumn } from "../../values/value-types.ts";
import type { Allocation } from "../wasm/memory/heap.ts";
import type { PostedColumn } from "./messages.ts";

/** Where arrays lie, and library memory for those that workers cannot reach. */
interface Place {
  readonly addressOf: (array: ColumnArray) => number; // in library memory, −1 for one that is not there
  readonly allocate: (type: ScalarType, length: number) => Allocation<ScalarType>;
}

/** The columns of a call as workers see them, and as the caller does. */
export interface PlacedColumns {
  readonly input: Columns; // in shared memory
  readonly output: Columns; // in shared memory; none for a reduce
  readonly isInPlace: boolean; // whether any of what is read is overwritten, and cannot be had again
  /** Copies input again that a task may have overwritten; elements [from, to) of the arrays. */
  readonly restore: (from: number, to: number) => void;
  /** Copies the results out, where they are not yet in the caller's arrays, and gives those. */
  readonly finish: () => Columns;
  /** Gives temporary memory back. */
  readonly release: () => void;
}

/** Elements that are copied at a time between two looks at whether to go on. */
const COPY_LENGTH = 2 ** 22;

/**
 * Brings the columns of a call into shared memory: arrays that are there are used where they lie, all others are copied, in and out, by
 * this thread. `sums` are the types of the output; undefined for a reduce. Without an output one is made in shared memory.
 */
export async function placeColumns(
  place: Place,
  input: Columns,
  types: readonly ScalarType[],
  sums: readonly ScalarType[] | undefined,
  output: Columns | undefined,
  checkStop: () => void,
): Promise<PlacedColumns> {
  const temporary: Allocation<ScalarType>[] = [];
  const release = (): void => {
    for (const allocation of temporary) allocation.release();
  };
  const allocate = (type: ScalarType): ColumnArray => {
    const allocation = place.allocate(type, input[0].length);
    temporary.push(allocation);
    return allocation.array as ColumnArray;
  };
  try {
    const sources = input.map((column, i) => (isShared(column) ? column : allocate(types[i])));
    for (const [i, column] of input.entries()) {
      if (column !== sources[i]) await copyInPieces(column, sources[i], checkStop);
    }
    const given = output ?? sums?.map((type) => freshShared(type, input[0].length)) ?? [];
    const targets = given.map((column, i) => {
      if (isShared(column)) return column;
      // What was copied in may be overwritten there: the caller has the original.
      const isReusable = sources[i] !== input[i] && types[i] === sums?.[i];
      return isReusable ? sources[i] : allocate(sums?.[i] ?? types[i]);
    });
    return {
      input: sources,
      output: targets,
      isInPlace: targets.some((target, i) => sources[i] === input[i] && sharesBytes(target, sources[i])),
      restore(from, to) {
        input.forEach((column, i) => {
          if (column !== sources[i]) copyRange(column, sources[i], from, to);
        });
      },
      finish() {
        given.forEach((column, i) => {
          if (column !== targets[i]) copyRange(targets[i], column, 0, column.length);
        });
        return given;
      },
      release,
    };
  } catch (error) {
    release();
    throw error;
  }
}

/** A column in shared memory as it is named to a worker. */
export function postedColumn(place: Place, type: ScalarType, column: ColumnArray): PostedColumn {
  const address = place.addressOf(column);
  const { length, byteOffset, buffer } = column;
  if (address >= 0) return { type, length, address, buffer: undefined };
  return { type, length, address: byteOffset, buffer: buffer as SharedArrayBuffer };
}

/** Whether workers can reach a column where it lies. */
export function isShared({ buffer }: ColumnArray): boolean {
  return buffer instanceof SharedArrayBuffer;
}

/** A column over shared memory of its own, which the caller may keep. @throws OutOfMemoryError */
export function freshShared(type: ScalarType, length: number): ColumnArray {
  const bytes = length * SCALAR_TYPE_FACTS[type].bytes;
  try {
    return viewColumn(type, new SharedArrayBuffer(bytes), 0, length);
  } catch {
    throw new OutOfMemoryError(bytes, "what the engine gives a shared buffer");
  }
}

function sharesBytes(first: ColumnArray, second: ColumnArray): boolean {
  if (first.buffer !== second.buffer) return false;
  const start = Math.max(first.byteOffset, second.byteOffset);
  return start < Math.min(first.byteOffset + first.byteLength, second.byteOffset + second.byteLength);
}

/** Copies a column, with looks at whether to go on. */
export async function copyInPieces(
  source: ColumnArray,
  target: ColumnArray,
  checkStop: () => void,
): Promise<void> {
  for (let from = 0; from < source.length; from += COPY_LENGTH) {
    if (from > 0) await new Promise((resolve) => setTimeout(resolve, 0));
    checkStop();
    copyRange(source, target, from, Math.min(source.length, from + COPY_LENGTH));
  }
}

function copyRange(source: ColumnArray, target: ColumnArray, from: number, to: number): void {
  (target as Float64Array).set(source.subarray(from, to) as Float64Array, from);
}
