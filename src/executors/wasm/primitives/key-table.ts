import { SCALAR_TYPE_FACTS, type ScalarType } from "../../../values/element-types.ts";
import type { ColumnArray } from "../../../values/value-types.ts";
import { findSlots } from "./kernels/find-slots.kernel.ts";
import { CHUNK_LENGTH, type Workspace } from "./work-memory.ts";

/** The keys that have come so far, numbered in that order. */
interface KeyTable {
  /**
   * Leaves the numbers of the keys at an address at another; gives of how many: fewer where there is no room for one more, or where keys
   * have too many others in their way.
   */
  readonly find: (keys: number, count: number, output: number) => number;
  /** Makes room; false where it cannot, or where that would not help. */
  readonly grow: () => boolean;
  readonly keyCount: () => number;
  /** Each key once, with the bits with which it came first. */
  readonly keys: () => ColumnArray;
}

/** Places of the first table, and how many times as many the next one has. */
const FIRST_PLACES = 1024;
const GROWTH = 4;

/** Keys by places: up to a quarter of them are taken. */
const PLACES_BY_KEY = 4;

/** Opens a table for at most `most` keys. */
export function openKeyTable(space: Workspace, type: ScalarType, most: number): KeyTable {
  const { heap, allocate } = space;
  const { bytes } = SCALAR_TYPE_FACTS[type];
  const { findSlots: kernel } = space.kernels(`find slots ${type}`, () => [findSlots(type)]);
  const distinct = allocate(most * bytes);
  const used = allocate(4);
  let table = emptyTable(FIRST_PLACES);
  function emptyTable(places: number): Table {
    const images = allocate(places * bytes);
    const slots = allocate(places * 4);
    heap.view("u32").fill(0, slots / 4, slots / 4 + places);
    heap.view("u32")[used / 4] = 0;
    return { images, slots, places, most: Math.min(most, places / PLACES_BY_KEY) };
  }
  function find(keys: number, count: number, output: number): number {
    const { images, slots, places, most: mostHere } = table;
    const shift = (bytes === 8 ? 64 : 32) - Math.log2(places);
    const left = kernel(keys, count, output, images, slots, distinct, used, mostHere, places - 1, shift);
    return count - Number(left);
  }
  const keyCount = (): number => heap.view("u32")[used / 4] as number;
  return {
    find,
    keyCount,
    grow() {
      const count = keyCount();
      if (count < table.most || count === most) return false;
      table = emptyTable(table.places * GROWTH);
      const output = allocate(CHUNK_LENGTH * 4); // of no use
      for (let start = 0; start < count; start += CHUNK_LENGTH) {
        const some = Math.min(CHUNK_LENGTH, count - start);
        if (find(distinct + start * bytes, some, output) < some) return false;
      }
      return true;
    },
    keys: () => space.give(type, distinct, keyCount()),
  };
}

interface Table {
  readonly images: number;
  readonly slots: number;
  readonly places: number;
  readonly most: number; // keys before it is to grow
}
