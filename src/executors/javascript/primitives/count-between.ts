import { type ColumnArray, columnType, newColumn } from "../../../values/value-types.ts";
import { countIndices } from "./flags.ts";
import { searchSorted } from "./order.ts";

/**
 * How many queries have 0, 1, … of `sorted` before or equal to them.
 *
 *     numbers: guess the place as if `sorted` had one distance; look one further on each side; else search
 *     NaN, −0 and +0, which `<` does not order as the total order does: searched once each
 */
export function countBetween(sorted: ColumnArray, queries: ColumnArray, placeCount: number): Uint32Array {
  if (sorted.length === 0 || typeof sorted[0] === "bigint" || columnType(sorted) === "bool") {
    return countIndices(searchSorted(sorted, queries, "right", false), placeCount).counts;
  }
  const special = newColumn(columnType(sorted), 3);
  (special as Float64Array).set([Number.NaN, -0, 0]);
  const places = searchSorted(sorted, special, "right", false);
  return countNumbers(Float64Array.from(sorted as Float64Array), queries as Float64Array, placeCount, places);
}

function countNumbers(
  sorted: Float64Array,
  queries: Float64Array,
  placeCount: number,
  [ofNaN, ofNegativeZero, ofZero]: Uint32Array,
): Uint32Array {
  const counts = new Uint32Array(placeCount);
  let count = sorted.length; // of those that are numbers: NaNs are last, and no number is beyond them
  while (count > 0 && Number.isNaN(sorted[count - 1])) count--;
  const [least] = sorted;
  const scale = (count - 1) / (sorted[count - 1] - least);
  for (let i = 0; i < queries.length; i++) {
    const value = queries[i];
    if (value === 0 || Number.isNaN(value)) {
      counts[Number.isNaN(value) ? ofNaN : 1 / value < 0 ? ofNegativeZero : ofZero]++;
      continue;
    }
    const guess = (value - least) * scale + 1;
    let place = guess >= count ? count : guess >= 1 ? guess | 0 : 0;
    if (place < count && sorted[place] <= value) {
      place++;
      if (place < count && sorted[place] <= value) place = searched(sorted, value);
    } else if (place > 0 && !(sorted[place - 1] <= value)) {
      place--;
      if (place > 0 && !(sorted[place - 1] <= value)) place = searched(sorted, value);
    }
    counts[place]++;
  }
  return counts;
}

/** How many are before or equal to a number that is not 0; NaNs, which are last, are not. */
function searched(sorted: Float64Array, value: number): number {
  let start = 0;
  let end = sorted.length;
  while (start < end) {
    const middle = Math.floor((start + end) / 2);
    if (sorted[middle] <= value) start = middle + 1;
    else end = middle;
  }
  return start;
}
