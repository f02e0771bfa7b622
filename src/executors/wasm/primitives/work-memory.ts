import type { FunctionBuilder } from "../../../codegen/wasm/module.ts";
import { allocateColumn } from "../../../values/allocate-column.ts";
import { COLUMN_TYPE_FACTS, type ScalarType } from "../../../values/element-types.ts";
import { type ArrayFor, type ColumnArray, columnType, type StoredType } from "../../../values/value-types.ts";
import { type Arena, type Arenas, isInLibrary, type Kernels, openArena } from "../memory/arena.ts";
import { Heap } from "../memory/heap.ts";

/*
 * Where the columns of algorithms lie, and for how long:
 *
 *   vectors     are typed arrays: the caller's own, wherever they are, or fresh ones that JavaScript owns. None lies in library
 *               memory unless the caller's does, so there is nothing to release, and callers get what a call returns without a copy.
 *   a call      of a primitive works in one memory (`work.on(vectors, …)`): library memory, if one of its vectors lies there, else the
 *               unshared work memory, from which JavaScript copies three to five times faster. All that it allocates ends with it.
 *   streamed    columns pass in chunks (`reader`, `writer`) that stay in a cache. What lies in the call's memory is read where it lies.
 *   whole       columns that are read in any order are copied at once (`place`), or used where they lie; results leave with `give`.
 *
 * Kernels take addresses and lengths, never know where they are, and serve ranges: a count for each range, then each range at its own
 * place. None of them writes outside the range that it was given, so that several threads can write neighbouring ones. One call of a
 * kernel should be short (some 65,536 elements): engines put faster code in place between calls, not during one.
 */

/** Elements of a chunk: 32 KiB of doubles; three such buffers stay in a second-level cache. */
export const CHUNK_LENGTH = 4096;

/** The work memory is let go after a call that made it larger than this. */
const KEPT_BYTES = 2 ** 29; // a sort of 2^24 doubles takes a little more than half of it; fresh pages would cost it a fifth
const FIRST_BYTES = 2 ** 18;

/** Memory for one call of a primitive, and the kernels on it. */
export interface Workspace {
  readonly heap: Heap;
  /** The kernels of a key on this memory, compiled at their first use. Keys are of all rooms: they begin with the primitive's name. */
  readonly kernels: (key: string, build: () => readonly FunctionBuilder[]) => Kernels;
  /** The address of `bytes` bytes, not zeroed, a multiple of 64; valid until the end of the call. May renew the heap's views. */
  readonly allocate: (bytes: number) => number;
  /** Where all elements of a vector lie, one after the other: where it is, or in a copy. Not to be written to. */
  readonly place: (vector: ColumnArray) => number;
  /** The elements at an address, as a vector. */
  readonly give: (type: ScalarType, address: number, length: number) => ColumnArray;
  /** A column to be read in chunks. */
  readonly reader: (vector: ColumnArray) => Reader;
  /** A column of a known length to be written in chunks. */
  readonly writer: (type: ScalarType, length: number) => Writer;
}

interface Reader {
  /** The address of elements [start, start + count), count at most CHUNK_LENGTH; valid until the next call. */
  readonly at: (start: number, count: number) => number;
}

interface Writer {
  readonly address: number; // of a buffer of CHUNK_LENGTH elements
  /** What a kernel has left there, or at another address, becomes elements [start, start + count). */
  readonly flush: (start: number, count: number, from?: number) => void;
  readonly array: ColumnArray;
}

/** The memory that calls of primitives share, one at a time. */
export interface WorkMemory {
  /** Does one primitive's work in the memory that suits its vectors. */
  readonly on: <Result>(vectors: readonly ColumnArray[], work: (space: Workspace) => Result) => Result;
}

/** Opens work memory for the executor with these arenas; nothing is allocated before the first call. `keptBytes`: see KEPT_BYTES. */
export function openWorkMemory(arenas: Arenas, keptBytes: number = KEPT_BYTES): WorkMemory {
  let own: Arena | undefined;
  return {
    on(vectors, work) {
      const library = arenas.library();
      if (library !== undefined && isInLibrary(arenas, vectors)) {
        return within(library, work);
      }
      own ??= openArena(new Heap("unshared", FIRST_BYTES));
      try {
        return within(own, work);
      } finally {
        if (own.heap.memory.buffer.byteLength > keptBytes) own = undefined;
      }
    },
  };
}

/** Does work in the memory of an arena; all that it allocates ends with it. */
export function within<Result>({ heap, kernels }: Arena, work: (space: Workspace) => Result): Result {
  const taken: { readonly address: number; readonly bytes: number }[] = [];
  const allocate = (bytes: number): number => {
    const address = heap.allocate(bytes);
    taken.push({ address, bytes });
    return address;
  };
  const place = (vector: ColumnArray): number => {
    const known = heap.addressOf(vector);
    if (known >= 0) return known;
    const address = allocate(vector.byteLength);
    copyIn(heap, vector, address);
    return address;
  };
  try {
    return work({
      heap,
      kernels,
      allocate,
      place,
      give: (type, address, length) => elementsAt(heap, type, address, length).slice(),
      reader: (vector) => readerOf(heap, vector, allocate),
      writer: (type, length) => writerOf(heap, allocateColumn(type, length), allocate),
    });
  } finally {
    for (const { address, bytes } of taken) heap.release(address, bytes);
  }
}

/** Calls `visit` for each chunk of [0, length), in order. */
export function forChunks(length: number, visit: (start: number, count: number) => void): void {
  for (let start = 0; start < length; start += CHUNK_LENGTH) {
    visit(start, Math.min(CHUNK_LENGTH, length - start));
  }
}

/** The elements at an address; valid until the heap grows. */
export function elementsAt<T extends StoredType>(
  heap: Heap,
  type: T,
  address: number,
  length: number,
): ArrayFor<T> {
  const from = address / COLUMN_TYPE_FACTS[type].bytes;
  return heap.view(type).subarray(from, from + length) as ArrayFor<T>;
}

function copyIn(heap: Heap, elements: ColumnArray, address: number): void {
  const view = heap.view(columnType(elements)) as Uint8Array;
  view.set(elements as Uint8Array, address / elements.BYTES_PER_ELEMENT);
}

function readerOf(heap: Heap, vector: ColumnArray, allocate: (bytes: number) => number): Reader {
  const bytes = vector.BYTES_PER_ELEMENT;
  const known = heap.addressOf(vector);
  if (known >= 0) return { at: (start) => known + start * bytes };
  const buffer = allocate(Math.min(vector.length, CHUNK_LENGTH) * bytes);
  return {
    at(start, count) {
      const isWhole = start === 0 && count === vector.length;
      copyIn(heap, isWhole ? vector : vector.subarray(start, start + count), buffer);
      return buffer;
    },
  };
}

function writerOf(heap: Heap, array: ColumnArray, allocate: (bytes: number) => number): Writer {
  const type = columnType(array);
  const address = allocate(CHUNK_LENGTH * array.BYTES_PER_ELEMENT);
  return {
    address,
    array,
    flush(start, count, from = address) {
      (array as Uint8Array).set(elementsAt(heap, type, from, count) as Uint8Array, start);
    },
  };
}
