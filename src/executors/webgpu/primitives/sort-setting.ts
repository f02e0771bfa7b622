import type { Machine } from "./machine.ts";

/** Keys go by digits of so many bits, the low ones first, one pass over all keys for each. */
export const DIGIT_BITS = 8;
export const DIGIT_COUNT = 2 ** DIGIT_BITS;

/** Digits of the longest keys. */
const MOST_DIGITS = 64 / DIGIT_BITS;

/** Bits of a tile's digit that its keys are put in order by at once. */
export const RANK_BITS = 4;

/** What kernels of a sort are written for. Two that are equal give the same texts. */
export interface SortSetting {
  readonly keyWords: 1 | 2;
  readonly payload: 0 | 1 | 2; // words of what moves with each key
  readonly threads: number;
  readonly items: number; // keys of a thread
  readonly isInspected: boolean; // whether simulated faults are heeded and counters kept
}

/** The words of `state`, by name: zeros before a sort, but for the tables all of which the passes clear for each other. */
export const SORT_STATE = {
  tickets: 0, // of each pass
  constants: 8, // 1 for each pass whose digit is the same in all keys
  recounts: 16, // of inspected kernels: tiles that others counted
  polls: 17, // of inspected kernels: looks at what was not there
  counts: 32, // of each pass: how many keys have each digit; then where the keys with each digit begin
  table: 32 + MOST_DIGITS * DIGIT_COUNT, // of even passes: a word for each tile and digit; that of odd passes follows
} as const;

/** Bits of a table word that say what its count is of. */
export const STATUS_BITS = 2;

/** 0: nothing yet. The count of a tile's keys with a digit, or of those and all before them. */
export const STATUS = { ofTile: 1, ofAll: 2 } as const;

/** Keys at most: counts stand in what a table word has beside its status. */
export const MOST_KEYS = 2 ** (32 - STATUS_BITS) - 1;

/** Keys of a tile. */
export function tileOf({ threads, items }: Pick<SortSetting, "threads" | "items">): number {
  return threads * items;
}

/** Tiles of 2,048 keys: 12.3 KiB of workgroup memory, which every device has; SwiftShader takes three times as long to compile for twice as many. */
const SHAPE = { threads: 256, items: 8 } as const;

/** The shape of tiles: the usual one, or that of a test. */
export function sortShape({ lookBack: { shape } }: Machine): Pick<SortSetting, "threads" | "items"> {
  return shape === undefined ? SHAPE : { threads: shape.threads, items: shape.strips * shape.run };
}
