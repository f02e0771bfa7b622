import { blockBests, hasLeadingBlocks, leadingCandidates } from "../../../values/leading-elements.ts";
import { imageBits } from "../../../values/total-order.ts";
import { type ColumnArray, columnType } from "../../../values/value-types.ts";
import type { Leading, SortOrder } from "../../primitives.ts";
import { gather, iota } from "./columns.ts";
import { type KeyWords, keyWords } from "./key-words.ts";

/** Keys in order with their payload; equal ones keep their order. */
export function sort(
  keys: ColumnArray,
  payload: readonly ColumnArray[],
  order: SortOrder,
): { readonly keys: ColumnArray; readonly payload: readonly ColumnArray[] } {
  const indices = orderOf(keys, order);
  return { keys: gather(keys, indices), payload: payload.map((column) => gather(column, indices)) };
}

/** Bits that a pass of the sort looks at: 256 counters lie in the first-level cache. */
const DIGIT_BITS = 8;

interface Digit {
  readonly word: number; // of a key
  readonly shift: number;
  readonly mask: number;
}

/** The digits of key images from bit `low` to below `high`, the lowest first; none has bits of two words. */
function digitsOf({ low: lowWord, high: highWord }: KeyWords, low: number, high: number): readonly Digit[] {
  const digits: Digit[] = [];
  for (let from = low; from < high; ) {
    const isHigh = from >= 32;
    const to = Math.min(high, from + DIGIT_BITS, isHigh ? 64 : 32);
    digits.push({ word: isHigh ? highWord : lowWord, shift: from % 32, mask: 2 ** (to - from) - 1 });
    from = to;
  }
  return digits;
}

/** The indices of keys in their order: by one digit after the other, each pass keeping the order of the one before. */
function orderOf(keys: ColumnArray, { isDescending, bits: [low, high] }: SortOrder): Uint32Array {
  const images = keyWords(columnType(keys), keys);
  let from: Uint32Array = iota(keys.length);
  let to: Uint32Array = new Uint32Array(keys.length);
  const places = new Uint32Array(2 ** DIGIT_BITS);
  for (const digit of digitsOf(images, low, high)) {
    if (!countDigits(images, digit, places)) continue;
    toPlaces(places, isDescending);
    moveByDigit(images, digit, from, to, places);
    [from, to] = [to, from];
  }
  return from;
}

/** How many keys have each digit. Gives whether they differ. */
function countDigits(
  { words, stride }: KeyWords,
  { word, shift, mask }: Digit,
  counts: Uint32Array,
): boolean {
  counts.fill(0);
  for (let i = word; i < words.length; i += stride) counts[(words[i] >>> shift) & mask]++;
  return words.length > 0 && counts[(words[word] >>> shift) & mask] * stride < words.length;
}

/** From counts to where the first key of each digit goes. */
function toPlaces(counts: Uint32Array, isDescending: boolean): void {
  let place = 0;
  for (let k = 0; k < counts.length; k++) {
    const digit = isDescending ? counts.length - 1 - k : k;
    const count = counts[digit];
    counts[digit] = place;
    place += count;
  }
}

function moveByDigit(
  { words, stride }: KeyWords,
  { word, shift, mask }: Digit,
  from: Uint32Array,
  to: Uint32Array,
  places: Uint32Array,
): void {
  for (let i = 0; i < from.length; i++) {
    const index = from[i];
    const digit = (words[index * stride + word] >>> shift) & mask;
    to[places[digit]++] = index;
  }
}

/** The first keys in an order, and their indices; undefined where blocks leave too few out. */
export function leading(
  keys: ColumnArray,
  count: number,
  isDescending: boolean,
): Leading<ColumnArray> | undefined {
  if (!hasLeadingBlocks(keys.length, count)) return undefined;
  const order = { isDescending, bits: [0, imageBits(columnType(keys))] } as const;
  const bests = blockBests(keys, isDescending);
  const bound = sort(bests, [], order).keys[count - 1];
  const candidates = leadingCandidates(keys, bests, bound, { count, isDescending });
  const sorted = sort(gather(keys, candidates), [candidates], order);
  return { keys: sorted.keys.slice(0, count), indices: sorted.payload[0].slice(0, count) };
}

/** How many of `sorted` come before each query, or before or equal to it. */
export function searchSorted(
  sorted: ColumnArray,
  queries: ColumnArray,
  side: "left" | "right",
  isDescending: boolean,
): Uint32Array {
  const type = columnType(sorted);
  const { words, stride, low, high } = keyWords(type, sorted);
  const wanted = keyWords(type, queries).words;
  const found = new Uint32Array(queries.length);
  const isEqualBefore = side === "right";
  for (let i = 0; i < found.length; i++) {
    const upper = wanted[i * stride + high];
    const lower = wanted[i * stride + low];
    let start = 0;
    let end = sorted.length;
    while (start < end) {
      const middle = Math.floor((start + end) / 2);
      const upperThere = words[middle * stride + high];
      const lowerThere = words[middle * stride + low];
      const isEqual = upperThere === upper && lowerThere === lower;
      const isLess = upperThere < upper || (upperThere === upper && lowerThere < lower);
      if (isEqual ? isEqualBefore : isLess !== isDescending) start = middle + 1;
      else end = middle;
    }
    found[i] = start;
  }
  return found;
}
