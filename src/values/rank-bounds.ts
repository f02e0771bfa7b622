import { type ElementType, extremes, type Scalar } from "./element-types.ts";
import { type ColumnArray, columnType, newColumn } from "./value-types.ts";

/*
 * The elements at some ranks, without sorting the others:
 *
 *     sample  = some elements, in order
 *     bounds  = for each rank two elements of the sample, between which it lies nearly always
 *     counts  = how many elements are below, at and above the bounds; those between, alone, are sorted, or selected from in turn
 *
 * The counts tell whether a rank does lie there: where the sample has misled, everything is sorted, and the answer is the same.
 */

/** Ranks that are looked for between two elements. */
export interface RankBounds {
  readonly bounds: ColumnArray; // both
  readonly ranks: readonly number[];
}

/** How elements lie with regard to bounds. A NaN is between any. */
export interface BoundedElements {
  readonly below: number; // the lower bound
  readonly upToLow: number; // below it or equal to it
  readonly above: number; // the upper bound
  readonly between: ColumnArray; // in the order of the input
}

/** Fewer elements are sorted. */
export const FEWEST_BOUNDED = 2 ** 13;

/** Each pair of bounds takes a pass, of which so many are faster than a sort. */
const MOST_BOUNDS = 16;

/** Standard deviations by which bounds lie from where the sample has a rank: it misleads once in 15,000 times. */
const DEVIATIONS = 4;

/** Elements of a sample: about four times the root of how many there are. */
function sampleLength(length: number): number {
  return Math.ceil(4 * Math.sqrt(length));
}

/** Elements from all over a column. The places are those of a generator, so that no order of a caller's has the same pattern. */
export function sampleOf(keys: ColumnArray): ColumnArray {
  const sample = newColumn(columnType(keys), sampleLength(keys.length));
  let state = 0x9e3779b9;
  for (let i = 0; i < sample.length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    sample[i] = keys[Math.floor((state / 2 ** 32) * keys.length)];
  }
  return sample;
}

/** Bounds for ranks, which increase, among so many elements; undefined where a sort is as fast. */
export function rankBounds(
  sorted: ColumnArray,
  length: number,
  ranks: readonly number[],
): readonly RankBounds[] | undefined {
  const found: { from: number; to: number; ranks: number[] }[] = [];
  for (const rank of ranks) {
    const share = (rank + 0.5) / length;
    const spread = DEVIATIONS * Math.sqrt(sorted.length * share * (1 - share)) + 2;
    const from = Math.floor(share * sorted.length - spread);
    const to = Math.ceil(share * sorted.length + spread);
    const last = found.at(-1);
    if (last === undefined || from > last.to) found.push({ from, to, ranks: [rank] });
    else {
      last.to = to;
      last.ranks.push(rank);
    }
  }
  const taken = found.reduce((sum, { from, to }) => sum + to - from, 0);
  if (found.length > MOST_BOUNDS || taken > sorted.length / 2) return undefined;
  return found.map((each) => ({ bounds: boundsAt(sorted, each.from, each.to), ranks: each.ranks }));
}

/** Two elements of what is in order; the first or last of all in place of one that is not there. */
function boundsAt(sorted: ColumnArray, from: number, to: number): ColumnArray {
  const bounds = newColumn(columnType(sorted), 2);
  const { smallest, largest } = extremes(columnType(sorted) as ElementType);
  bounds[0] = from < 0 ? smallest : sorted[from];
  bounds[1] = to >= sorted.length ? largest : sorted[to];
  return bounds;
}

/** For each rank the bound it is at, or its rank among the elements between; undefined where one is somewhere else. */
export function placesWithin(
  { below, upToLow, above, between }: BoundedElements,
  ranks: readonly number[],
  length: number,
): readonly ("low" | "high" | number)[] | undefined {
  if (ranks[0] < below || ranks[ranks.length - 1] >= length - above) return undefined;
  return ranks.map((rank) => {
    if (rank < upToLow) return "low";
    return rank < upToLow + between.length ? rank - upToLow : "high";
  });
}

/** Of elements in order those at some ranks, −0 as +0; NaNs where there is one. */
export function elementsAtRanks(sorted: ColumnArray, ranks: readonly number[]): ColumnArray {
  const found = newColumn(columnType(sorted), ranks.length);
  if (Number.isNaN(sorted[sorted.length - 1])) return found.fill(Number.NaN as never);
  for (const [i, rank] of ranks.entries()) found[i] = unsignedZero(sorted[rank]);
  return found;
}

/** A value, but for −0, which is +0. */
export function unsignedZero(value: Scalar): Scalar {
  return value === 0 ? 0 : value;
}
