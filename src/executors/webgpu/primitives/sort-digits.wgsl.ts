// Digits of keys: how a sort sees its keys, and the two kernels that count digits before the passes.

import { groupEntry, loadText } from "./kernel-text.ts";
import { BITS_FROM_WGSL, IMAGE_WGSL, KEY_KIND_WORD, WORDS_TYPE } from "./key-image.wgsl.ts";
import { atomic, type Kernel, type Machine, read } from "./machine.ts";

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

/** Words of every kernel that looks at digits: of keys, which bits of their image count, and all ones where the order is reversed. */
export const DIGIT_WORDS = [KEY_KIND_WORD, "low_bit", "high_bit", "flip"] as const;

/** `digit_of(i, place)`: the digit at a place, the lowest being 0, of key i. */
export function digitSource({ keyWords }: SortSetting): string {
  return `${IMAGE_WGSL[keyWords]}
${BITS_FROM_WGSL[keyWords]}
fn digit_of(i: u32, place: u32) -> u32 {
  let shift = low_bit() + place * ${DIGIT_BITS}u;
  let width = min(${DIGIT_BITS}u, high_bit() - shift);
  return (bits_from(image_of(${loadText("keys", WORDS_TYPE[keyWords], "i")}), shift) ^ flip()) & ((1u << width) - 1u);
}
`;
}

/**
 * How many keys have each digit, at all places, in one reading of the keys.
 *
 *     for each tile of mine: for each key: for each place: counts[place][digit]++      in workgroup memory
 *     for each place and digit: state.counts[place][digit] += counts[place][digit]
 */
export function digitCountKernel(setting: SortSetting): Kernel {
  const { keyWords, threads, items } = setting;
  const words = (32 / DIGIT_BITS) * keyWords * DIGIT_COUNT;
  return {
    key: `digit-counts ${keyWords} ${threads}x${items}`,
    columns: [atomic("sorting"), read("keys")],
    lengths: ["key_count"],
    words: [...DIGIT_WORDS, "place_count"],
    body: () => `${digitSource(setting)}
var<workgroup> counts: array<atomic<u32>, ${words}>;
${groupEntry(threads)}
  let length = key_count();
  let places = place_count();
  for (var word = lane; word < places * ${DIGIT_COUNT}u; word += ${threads}u) { atomicStore(&counts[word], 0u); }
  workgroupBarrier();
  for (var tile = group; tile < (length + ${tileOf(setting) - 1}u) / ${tileOf(setting)}u; tile += grid.x * grid.y) {
    for (var k = 0u; k < ${items}u; k++) {
      let i = tile * ${tileOf(setting)}u + k * ${threads}u + lane;
      if (i >= length) { break; }
      for (var place = 0u; place < places; place++) { atomicAdd(&counts[place * ${DIGIT_COUNT}u + digit_of(i, place)], 1u); }
    }
  }
  workgroupBarrier();
  for (var word = lane; word < places * ${DIGIT_COUNT}u; word += ${threads}u) {
    let count = atomicLoad(&counts[word]);
    if (count > 0u) { atomicAdd(&sorting[at_sorting() + ${SORT_STATE.counts}u + word], count); }
  }
}
`,
  };
}

/** Where the keys with each digit begin, a workgroup for each place; and whether one digit has them all. Kogge and Stone's network. */
export function digitStartKernel(): Kernel {
  const counts = `at_sorting() + ${SORT_STATE.counts}u + group * ${DIGIT_COUNT}u`;
  return {
    key: "digit-starts",
    columns: [atomic("sorting")],
    lengths: ["key_count"],
    body: () => `var<workgroup> sums: array<u32, ${2 * DIGIT_COUNT}>;
${groupEntry(DIGIT_COUNT)}
  let count = atomicLoad(&sorting[${counts} + lane]);
  if (count == key_count()) { atomicStore(&sorting[at_sorting() + ${SORT_STATE.constants}u + group], 1u); }
  var sum = count;
  var half = 0u;
  for (var width = 1u; width < ${DIGIT_COUNT}u; width *= 2u) {
    sums[half + lane] = sum;
    workgroupBarrier();
    if (lane >= width) { sum += sums[half + lane - width]; }
    half = ${DIGIT_COUNT}u - half;
  }
  atomicStore(&sorting[${counts} + lane], sum - count);
}
`,
  };
}
