import { blockBests, hasLeadingBlocks, leadingCandidates } from "../../../values/leading-elements.ts";
import { imageBits, type KeyImages, keyImages } from "../../../values/total-order.ts";
import { type ColumnArray, columnType } from "../../../values/value-types.ts";
import type { Leading, SortOrder } from "../../primitives.ts";
import { gather, iota } from "./columns.ts";

/** Keys in order with their payload. The comparison never calls two keys equal, so that equal ones keep their order by index. */
export function sort(
  keys: ColumnArray,
  payload: readonly ColumnArray[],
  order: SortOrder,
): { readonly keys: ColumnArray; readonly payload: readonly ColumnArray[] } {
  const indices = orderOf(keys, order);
  return { keys: gather(keys, indices), payload: payload.map((column) => gather(column, indices)) };
}

function orderOf(keys: ColumnArray, { isDescending, bits: [low, high] }: SortOrder): Uint32Array {
  const images = maskImages(keyImages(columnType(keys), keys), low, high);
  const sign = isDescending ? -1 : 1;
  return iota(keys.length).sort((left, right) => {
    if (images[left] === images[right]) return left - right;
    return images[left] < images[right] ? -sign : sign;
  });
}

/** Of each image the bits from `low` to below `high`. */
function maskImages(images: KeyImages, low: number, high: number): KeyImages {
  if (images instanceof BigUint64Array) {
    const mask = ((1n << BigInt(high)) - 1n) ^ ((1n << BigInt(low)) - 1n);
    return images.map((image) => image & mask);
  }
  const mask = 2 ** high - 2 ** low;
  return images.map((image) => image & mask);
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
  const images = keyImages(type, sorted);
  const wanted = keyImages(type, queries);
  const isBefore = (image: number | bigint, query: number | bigint): boolean => {
    if (image === query) return side === "right";
    return image < query !== isDescending;
  };
  return new Uint32Array(queries.length).map((_, i) => {
    let start = 0;
    let end = images.length;
    while (start < end) {
      const middle = Math.floor((start + end) / 2);
      if (isBefore(images[middle], wanted[i])) start = middle + 1;
      else end = middle;
    }
    return start;
  });
}
