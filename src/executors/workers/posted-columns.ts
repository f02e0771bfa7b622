import { COLUMN_TYPE_FACTS, type ScalarType } from "../../values/element-types.ts";
import { OutOfMemoryError } from "../../values/errors.ts";
import {
  type ArrayFor,
  type ColumnArray,
  type Columns,
  newColumn,
  type StoredArray,
  type StoredColumns,
  type StoredType,
  viewStored,
} from "../../values/value-types.ts";
import type { PostedColumn } from "./messages.ts";

// Workers reach shared memory alone. The columns of a call that lie there are used where they are; all others are copied, in and out, by this thread.

/** Where arrays lie, and library memory for those that workers cannot reach. */
interface Place {
  readonly addressOf: (array: StoredArray) => number; // in library memory, −1 for one that is not there
  readonly allocateColumn: <T extends StoredType>(type: T, length: number) => Lent<ArrayFor<T>>;
}

/** Library memory for a while, not zeroed. */
export interface Lent<Of extends StoredArray = ColumnArray> {
  readonly array: Of;
  readonly release: () => void;
}

/** The columns of a call where whoever computes can reach them: workers, or this thread alone. */
export interface PlacedColumns {
  readonly length: number;
  readonly isAlone: boolean;
  readonly input: StoredColumns;
  readonly output: Columns; // none for a reduce
  readonly posted: {
    readonly input: readonly PostedColumn<StoredType>[];
    readonly output: readonly PostedColumn[];
  };
  readonly isInPlace: boolean; // whether any of what is read is overwritten, and cannot be had again
  /** Copies input again that a task may have overwritten; elements [from, to) of the arrays. */
  readonly restore: (from: number, to: number) => void;
  /** Copies the results out, where they are not yet in the caller's arrays, and gives those. */
  readonly finish: () => Columns;
  /** Gives temporary memory back. */
  readonly release: () => void;
}

/** A column in shared memory, as this thread sees it and as it is named to a worker. */
interface SharedColumn<T extends StoredType = StoredType> {
  readonly array: ArrayFor<T>;
  readonly posted: PostedColumn<T>;
}

/** Elements that are copied at a time between two looks at whether to go on. */
const COPY_LENGTH = 2 ** 22;

/** Columns where they are, for this thread. `sums` are the types of the output; undefined for a reduce. */
export function columnsHere(
  input: StoredColumns,
  sums: readonly ScalarType[] | undefined,
  given: Columns | undefined,
): PlacedColumns {
  const [{ length }] = input;
  const output = given ?? sums?.map((type) => newColumn(type, length)) ?? [];
  return {
    length,
    isAlone: true,
    input,
    output,
    posted: { input: [], output: [] },
    isInPlace: false,
    restore() {},
    finish: () => output,
    release() {},
  };
}

/** Brings columns of these types into shared memory. `sums` are the types of the output; undefined for a reduce. Without an output one is made there. */
export async function placeColumns(
  place: Place,
  types: readonly StoredType[],
  input: StoredColumns,
  sums: readonly ScalarType[] | undefined,
  output: Columns | undefined,
  checkStop: () => void,
): Promise<PlacedColumns> {
  const [{ length }] = input;
  const temporary: Lent<StoredArray>[] = [];
  const release = (): void => {
    for (const lent of temporary) lent.release();
  };
  const lend = <T extends StoredType>(type: T): SharedColumn<T> => {
    try {
      const lent = place.allocateColumn(type, length);
      temporary.push(lent);
      const { array } = lent;
      return { array, posted: { type, length, address: array.byteOffset, buffer: undefined } };
    } catch (error) {
      if (!(error instanceof OutOfMemoryError)) throw error;
      return shared(freshShared(type, length), type); // library memory is one for the process, and may be full
    }
  };
  const shared = <T extends StoredType>(array: ArrayFor<T>, type: T): SharedColumn<T> => ({
    array,
    posted: postedColumn(place, type, array),
  });
  try {
    const sources: SharedColumn[] = [];
    for (const [i, column] of input.entries()) {
      const source = isShared(column) ? shared(column, types[i]) : lend(types[i]);
      if (column !== source.array) await copyInPieces(column, source.array, checkStop);
      sources.push(source);
    }
    const given = output ?? sums?.map((type) => freshShared(type, length)) ?? [];
    const targets = (sums ?? []).map((type, i): SharedColumn<ScalarType> => {
      const column = given[i];
      if (isShared(column)) return shared(column, type);
      // What was copied in may be overwritten there: the caller has the original.
      const isReusable = sources[i].array !== input[i] && types[i] === type;
      return isReusable ? (sources[i] as SharedColumn<ScalarType>) : lend(type);
    });
    return {
      length,
      isAlone: false,
      input: sources.map(({ array }) => array),
      output: targets.map(({ array }) => array),
      posted: {
        input: sources.map(({ posted }) => posted),
        output: targets.map(({ posted }) => posted),
      },
      isInPlace: targets.some(
        ({ array }, i) => sources[i].array === input[i] && sharesBytes(array, input[i]),
      ),
      restore(from, to) {
        input.forEach((column, i) => {
          if (column !== sources[i].array) copyRange(column, sources[i].array, from, to);
        });
      },
      finish() {
        given.forEach((column, i) => {
          if (column !== targets[i].array) copyRange(targets[i].array, column, 0, length);
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
export function postedColumn<T extends StoredType>(
  place: Pick<Place, "addressOf">,
  type: T,
  column: StoredArray,
): PostedColumn<T> {
  const address = place.addressOf(column);
  const { length, byteOffset, buffer } = column;
  if (address >= 0) return { type, length, address, buffer: undefined };
  return { type, length, address: byteOffset, buffer: buffer as SharedArrayBuffer };
}

/** Whether workers can reach a column where it lies. */
export function isShared({ buffer }: StoredArray): boolean {
  return buffer instanceof SharedArrayBuffer;
}

/** A column over shared memory of its own, which the caller may keep. @throws OutOfMemoryError */
export function freshShared<T extends StoredType>(type: T, length: number): ArrayFor<T> {
  const bytes = length * COLUMN_TYPE_FACTS[type].bytes;
  try {
    return viewStored(type, new SharedArrayBuffer(bytes), 0, length);
  } catch {
    throw new OutOfMemoryError(bytes, "what the engine gives a shared buffer");
  }
}

/** Whether columns have bytes in common. */
export function sharesBytes(first: StoredArray, second: StoredArray): boolean {
  if (first.buffer !== second.buffer) return false;
  const start = Math.max(first.byteOffset, second.byteOffset);
  return start < Math.min(first.byteOffset + first.byteLength, second.byteOffset + second.byteLength);
}

/** Copies a column, with looks at whether to go on. */
export async function copyInPieces(
  source: StoredArray,
  target: StoredArray,
  checkStop: () => void,
): Promise<void> {
  for (let from = 0; from < source.length; from += COPY_LENGTH) {
    if (from > 0) await new Promise((resolve) => setTimeout(resolve, 0));
    checkStop();
    copyRange(source, target, from, Math.min(source.length, from + COPY_LENGTH));
  }
}

function copyRange(source: StoredArray, target: StoredArray, from: number, to: number): void {
  (target as Float64Array).set(source.subarray(from, to) as Float64Array, from);
}
