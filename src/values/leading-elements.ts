import type { Scalar } from "./element-types.ts";
import { comesBefore } from "./total-order.ts";
import { type ColumnArray, columnType, newColumn } from "./value-types.ts";

/*
 * The first of many elements in an order, without sorting the others:
 *
 *     bests  = of each whole block of elements the first in order
 *     bound  = the one of `bests` that comes at place `count`: so many elements, of as many blocks, do not come after it
 *     blocks whose best comes after the bound have none of those wanted; of the others, elements that do not come after the bound can be
 *
 * Of elements that are equal only the first `count` can be wanted: however many there are, few are sorted.
 */

/** Elements of a block: the shorter, the fewer are looked at twice; the longer, the fewer bests there are. Best of 64, 128 and 256. */
export const BLOCK_LENGTH = 128;

/** Whether blocks leave most elements out. */
export function hasLeadingBlocks(length: number, count: number): boolean {
  return count > 0 && 2 * count <= Math.floor(length / BLOCK_LENGTH);
}

/** Of each whole block the element that comes first. */
export function blockBests(keys: ColumnArray, isDescending: boolean): ColumnArray {
  const bests = newColumn(columnType(keys), Math.floor(keys.length / BLOCK_LENGTH));
  for (let block = 0; block < bests.length; block++) {
    const start = block * BLOCK_LENGTH;
    let best: Scalar = keys[start];
    for (let i = start + 1; i < start + BLOCK_LENGTH; i++) {
      const key = keys[i];
      if (isDescending ? comesBefore(best, key) : comesBefore(key, best)) best = key;
    }
    bests[block] = best;
  }
  return bests;
}

/**
 * Where the elements are that can be among the first `count`, in the order of the input. Zeros of `bests` and the bound may have either sign: both are
 * taken.
 */
export function leadingCandidates(
  keys: ColumnArray,
  bests: ColumnArray,
  bound: Scalar,
  { count, isDescending }: { readonly count: number; readonly isDescending: boolean },
): Uint32Array {
  const isBoundNan = Number.isNaN(bound);
  const firstZero = isDescending ? 0 : -0;
  const places: number[] = [];
  let [nans, equals, firstZeros, lastZeros] = [0, 0, 0, 0];
  /** Of those that come before the bound, or are equal to it as numbers. */
  const isWanted = (key: Scalar): boolean => {
    if (Number.isNaN(key)) return (isDescending || isBoundNan) && nans++ < count;
    if (key !== bound) return true;
    if (key !== 0) return equals++ < count;
    return Object.is(key, firstZero) ? firstZeros++ < count : lastZeros++ < count;
  };
  const take = (start: number, end: number): void => {
    for (let i = start; i < end; i++) {
      const key = keys[i];
      if (isDescending ? key < bound : key > bound) continue;
      if (isWanted(key)) places.push(i);
    }
  };
  const hasEnough = (best: Scalar): boolean =>
    best === bound ? Math.max(equals, firstZeros) >= count : Number.isNaN(best) && nans >= count;
  for (let block = 0; block < bests.length; block++) {
    const best = bests[block];
    if ((isDescending ? best < bound : best > bound) || hasEnough(best)) continue;
    take(block * BLOCK_LENGTH, (block + 1) * BLOCK_LENGTH);
  }
  take(bests.length * BLOCK_LENGTH, keys.length);
  return Uint32Array.from(places);
}
