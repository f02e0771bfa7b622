// Few elements in order. `<` is the order of numbers but for −0 and NaNs, and arrays with one of these go the long way.

import type { ShortAnswer } from "../algorithm-row.ts";
import { type QuantileMethod, quantileBetween, quantilePlace } from "../statistics/quantile-places.ts";
import { shortCover } from "./segmented.ts";
import {
  isLike,
  isOutOfOrder,
  movableArray,
  newLike,
  orderedArray,
  type ShortArray,
  shortArray,
} from "./short-arrays.ts";

/** Up to so many keys insertion is faster than the engine's own sort (docs/notes/short-calls.md). */
const FEW_KEYS = 24;

/** Up to so many keys, with what moves along, it is faster than a kernel. */
export const FEW_PAIRS = 48;

/**
 * A copy in order, by insertion of two at a time: the smaller goes on from where the larger stopped. Undefined where `<` is not the order, for −0 and NaNs.
 *
 * Sixteen took 113 ns one by one, after a loop that looked for these, and take 61 so, without the array.
 */
function inserted(input: ShortArray): ShortArray | undefined {
  const { length } = input;
  const output = newLike(input, length);
  let i = 0;
  for (; i + 1 < length; i += 2) {
    const one = input[i];
    const other = input[i + 1];
    if (isOutOfOrder(one) || isOutOfOrder(other)) return undefined;
    const isTurned = one > other;
    const larger = isTurned ? one : other;
    const smaller = isTurned ? other : one;
    let place = i - 1;
    for (; place >= 0 && output[place] > larger; place--) output[place + 2] = output[place];
    output[place + 2] = larger;
    for (; place >= 0 && output[place] > smaller; place--) output[place + 1] = output[place];
    output[place + 1] = smaller;
  }
  if (i === length) return output;
  const last = input[i];
  if (isOutOfOrder(last)) return undefined;
  let place = i - 1;
  for (; place >= 0 && output[place] > last; place--) output[place + 1] = output[place];
  output[place + 1] = last;
  return output;
}

/** `sort` of few elements. */
export const shortSort: ShortAnswer = (_on, given, options) => {
  const input = options === undefined ? shortArray(given) : undefined;
  if (input === undefined) return undefined;
  const few = input.length <= FEW_KEYS ? inserted(input) : undefined;
  if (few !== undefined) return few;
  const output = input.slice().sort(); // which knows where −0 belongs, and may lose the bits of NaNs
  return Number.isNaN(output[output.length - 1]) ? undefined : output;
};

/** `segmentedSort` of few elements. */
export const shortSegmentedSort: ShortAnswer = (_on, given, segments, options) => {
  const input = options === undefined ? orderedArray(given) : undefined;
  const offsets = input && shortCover(segments, input.length);
  if (input === undefined || offsets === undefined) return undefined;
  const output = input.slice();
  for (let s = 0; s + 1 < offsets.length; s++) {
    const start = offsets[s];
    if (offsets[s + 1] - start > FEW_KEYS) output.subarray(start, offsets[s + 1]).sort();
    else
      for (let i = start + 1; i < offsets[s + 1]; i++) {
        const element = output[i];
        let place = i;
        for (; place > start && output[place - 1] > element; place--) output[place] = output[place - 1];
        output[place] = element;
      }
  }
  return output;
};

/** The indices that put elements in order, equal ones in theirs. */
export function orderOf(input: ShortArray): Uint32Array {
  const places = new Uint32Array(input.length);
  for (let i = 0; i < input.length; i++) {
    const element = input[i];
    let place = i;
    for (; place > 0 && input[places[place - 1]] > element; place--) places[place] = places[place - 1];
    places[place] = i;
  }
  return places;
}

/** `argsort` of few elements. */
export const shortArgsort: ShortAnswer = (_on, given, options) => {
  const input = options === undefined ? orderedArray(given, FEW_PAIRS) : undefined;
  return input && orderOf(input);
};

export function gathered(input: ShortArray, places: Uint32Array, count: number): ShortArray {
  const output = newLike(input, count);
  for (let i = 0; i < count; i++) output[i] = input[places[i]];
  return output;
}

/** `sortPairs` of few keys. */
export const shortSortPairs: ShortAnswer = (_on, given, others, options) => {
  const keys = options === undefined ? orderedArray(given, FEW_PAIRS) : undefined;
  const values = keys && movableArray(others);
  if (keys === undefined || values === undefined || values.length !== keys.length) return undefined;
  const places = orderOf(keys);
  return {
    keys: gathered(keys, places, keys.length),
    values: gathered(values, places, keys.length),
  };
};

/** A column that can be reached by its name alone. */
const FIELD = /^[a-zA-Z]\w*$/;

/** `sortBy` of few records, of plain columns by one. */
export const shortSortBy: ShortAnswer = (_on, columns, by, options) => {
  if (options !== undefined || typeof columns !== "object" || columns === null) return undefined;
  if (typeof by !== "string" || Object.getPrototypeOf(columns) !== Object.prototype) return undefined;
  const given = columns as Readonly<Record<string, unknown>>;
  const keys = FIELD.test(by) && Object.hasOwn(given, by) ? orderedArray(given[by], FEW_PAIRS) : undefined;
  if (keys === undefined) return undefined;
  const places = orderOf(keys);
  const records: Record<string, ShortArray> = {};
  for (const name in given) {
    const column = FIELD.test(name) ? movableArray(given[name], FEW_PAIRS) : undefined;
    if (column?.length !== keys.length) return undefined;
    records[name] = gathered(column, places, keys.length);
  }
  return records;
};

/** `topK` of few elements: the largest, largest first, equal ones in their order. */
export const shortTopK: ShortAnswer = (_on, given, wanted, options) => {
  if (options !== undefined || !Number.isInteger(wanted) || Number(wanted) < 0) return undefined;
  return shortFirst(given, Number(wanted), true);
};

/** The first `count` of few elements in an order, where there are as many. */
export function shortFirst(
  given: unknown,
  count: number,
  isDescending: boolean,
): { readonly values: ShortArray; readonly indices: Uint32Array } | undefined {
  const input = orderedArray(given, FEW_PAIRS);
  if (input === undefined || count > input.length) return undefined;
  const places = new Uint32Array(count);
  const sign = isDescending ? 1 : -1;
  let found = 0;
  for (let i = 0; i < input.length; i++) {
    const element = sign * input[i];
    if (found === count && (count === 0 || sign * input[places[count - 1]] >= element)) continue;
    let place = found < count ? found++ : count - 1;
    for (; place > 0 && sign * input[places[place - 1]] < element; place--) places[place] = places[place - 1];
    places[place] = i;
  }
  return { values: gathered(input, places, count), indices: places };
}

/** `merge` of few elements, equal ones of the left first. */
export const shortMerge: ShortAnswer = (_on, first, second, options) => {
  const left = options === undefined ? orderedArray(first) : undefined;
  const right = left && orderedArray(second);
  if (left === undefined || right === undefined || !isLike(left, right)) return undefined;
  if (!isInOrder(left) || !isInOrder(right)) return undefined;
  const output = newLike(left, left.length + right.length);
  for (let k = 0, i = 0, j = 0; k < output.length; k++) {
    const isFirst = j === right.length || (i < left.length && left[i] <= right[j]);
    output[k] = isFirst ? left[i++] : right[j++];
  }
  return output;
};

function isInOrder(input: ShortArray): boolean {
  for (let i = 1; i < input.length; i++) if (input[i] < input[i - 1]) return false;
  return true;
}

/** `isSorted` of few elements. */
export const shortIsSorted: ShortAnswer = (_on, given, options) => {
  const input = options === undefined ? orderedArray(given) : undefined;
  return input && isInOrder(input);
};

/** `searchSorted` of few queries among few: how many come before each. */
export const shortSearchSorted: ShortAnswer = (_on, given, wanted, options) => {
  const among = options === undefined ? orderedArray(given) : undefined;
  const queries = among && orderedArray(wanted);
  // What is in no order has an answer too, which is that of the search there.
  if (among === undefined || queries === undefined || !isLike(among, queries) || !isInOrder(among))
    return undefined;
  const places = new Uint32Array(queries.length);
  for (let i = 0; i < queries.length; i++) {
    const query = queries[i];
    let start = 0;
    for (let end = among.length; start < end; ) {
      const middle = (start + end) >>> 1;
      if (among[middle] < query) start = middle + 1;
      else end = middle;
    }
    places[i] = start;
  }
  return places;
};

/** `quantile` of few elements by method 7, for one share. */
export const shortQuantile: ShortAnswer = (_on, given, share, options) => {
  if (options !== undefined || typeof share !== "number" || !(share >= 0 && share <= 1)) return undefined;
  return shortQuantileBy(given, share, 7);
};

/** `median` of few elements. */
export const shortMedian: ShortAnswer = (_on, given, options) =>
  options === undefined ? shortQuantileBy(given, 1 / 2, 7) : undefined;

/** A quantile of few elements. */
export function shortQuantileBy(given: unknown, share: number, method: QuantileMethod): number | undefined {
  const keys = keysInOrder(given);
  return keys && quantileAt(keys, share, method);
}

/** Several of them. */
export function shortQuantiles(
  given: unknown,
  shares: readonly number[],
  method: QuantileMethod,
): Float64Array | undefined {
  const keys = keysInOrder(given);
  if (keys === undefined) return undefined;
  const quantiles = new Float64Array(shares.length);
  for (let i = 0; i < shares.length; i++) quantiles[i] = quantileAt(keys, shares[i], method);
  return quantiles;
}

function keysInOrder(given: unknown): ShortArray | undefined {
  const input = movableArray(given); // −0 and +0 are one to a quantile
  if (input === undefined) return undefined;
  return (input.length <= FEW_KEYS ? inserted(input) : undefined) ?? input.slice().sort();
}

function quantileAt(keys: ShortArray, share: number, method: QuantileMethod): number {
  const { rank, next, weight } = quantilePlace(keys.length, share, method);
  return quantileBetween(keys[rank], keys[weight === 0 ? rank : next], weight);
}
