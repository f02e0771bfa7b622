import { ADDRESS_END, Heap } from "../../../src/executors/wasm/memory/heap.ts";
import { SCALAR_TYPE_FACTS, type ScalarType } from "../../../src/values/element-types.ts";
import { type ColumnArray, viewColumn } from "../../../src/values/value-types.ts";

const GIB = 2 ** 30;

/** Bytes that a heap may use: of these pages are touched, of those below none. */
const HEAP_BYTES = 2 ** 28;
/** Bytes beside them for columns that a test puts there itself. */
const WINDOW_BYTES = 2 ** 22;

/** Library memory that begins above 2 GiB, where WebAssembly gives addresses as negative numbers, and columns in it. */
export interface HighMemory {
  readonly heap: Heap;
  /** Puts columns of a call where addresses are most telling: the first of them first. What an earlier call has put there is overwritten. */
  readonly place: (types: readonly ScalarType[], lengths: readonly number[]) => readonly ColumnArray[];
}

export const HIGH_PLACES = ["across 2 GiB", "above 3 GiB", "up to 4 GiB"] as const;

type HighPlace = (typeof HIGH_PLACES)[number];

/**
 * Opens memory that ends a little behind the place, since in all of 4 GiB a negative index counts from the end and happens to be right. What
 * lies below costs address space alone.
 */
export function highMemory(place: HighPlace): HighMemory {
  switch (place) {
    case "across 2 GiB":
      return open(2 * GIB, (used, size) => 2 * GIB + used - (used === 0 ? roundUp(size / 2) : 0));
    case "above 3 GiB":
      return open(3 * GIB, (used) => 3 * GIB + used);
    case "up to 4 GiB":
      return open(4 * GIB - WINDOW_BYTES - HEAP_BYTES, (used, size) => ADDRESS_END - used - size);
    default:
      return place satisfies never;
  }
}

/** A heap from `start` on, with a window behind it, and columns at the addresses that `addressOf` gives for what is used and what is wanted. */
function open(start: number, addressOf: (used: number, size: number) => number): HighMemory {
  const end = start + HEAP_BYTES;
  const pages = (end + WINDOW_BYTES) / 65536;
  const memory = new WebAssembly.Memory({ initial: pages, maximum: 65536, shared: true });
  return {
    heap: new Heap({ memory, start: start + WINDOW_BYTES, end }),
    place(types, lengths) {
      let used = 0;
      return types.map((type, column) => {
        const bytes = lengths[column] * SCALAR_TYPE_FACTS[type].bytes;
        const size = roundUp(bytes);
        const address = addressOf(used, size);
        used += size;
        if (used > WINDOW_BYTES / 2) throw new RangeError("a test puts more columns there than fit");
        // An array at the end of memory ends there to the byte.
        const from = address + size === ADDRESS_END ? ADDRESS_END - bytes : address;
        return viewColumn(type, memory.buffer, from, lengths[column]);
      });
    },
  };
}

/** Whole words, so that any column may follow. */
function roundUp(bytes: number): number {
  return Math.ceil(Math.max(bytes, 1) / 8) * 8;
}
