/*
 * Trees over neighbouring cells, as tapes: see StepLoop. One value is made of another in place, so a tape is the order of combines and nothing else.
 *
 *     for half = 1, 2, 4, …: each cell in the right half of its 2·half is combined with the last cell of the left half
 *
 * makes of every cell the canonical tree up to it, for ⌈log2(n)⌉ / 2 combines a cell, and of the last the root. What is done to blocks that lie side by
 * side is done by strides of their length: a short tape for many steps.
 */

/** Elements of a chunk, which stand from FIRST on. Their cells lie in the first-level cache. */
export const CHUNK_LENGTH = 1024;
export const LEAD = 0; // what an exclusive scan has before the first
export const FIRST = 1;
export const BEFORE = FIRST + CHUNK_LENGTH; // the prefix before the chunk
export const INITIAL = BEFORE + 1;
export const RANGES = INITIAL + 1; // roots of the ranges before, the newest first
const MOST_RANGES = 53; // of fewer than 2^53 elements
export const CELL_COUNT = RANGES + MOST_RANGES;

/** Numbers of an entry. */
export const ENTRY_LENGTH = 5;

/** `count` steps of which the first has cells `left` and `right`. */
type Entry = readonly [left: number, right: number, count: number, leftStep: number, rightStep: number];

export function tapeOf(entries: readonly Entry[]): Int32Array {
  return Int32Array.from(entries.flat());
}

/** Blocks of `length` units, `count` of them, whose first unit ends in cell `first`, units ending `unit` cells apart. */
export interface CellBlocks {
  readonly first: number;
  readonly unit: number;
  readonly length: number;
  readonly count: number;
}

/** Each unit of a block becomes the canonical tree up to it. */
export function prefixEntries({ first, unit, length, count }: CellBlocks): readonly Entry[] {
  const entries: Entry[] = [];
  for (let half = 1; half < length; half *= 2) {
    for (const { root, end, blocks, stride } of halvesOf(length, count, half)) {
      const left = first + root * unit;
      const step = stride * unit;
      if (blocks >= end - root) {
        for (let at = root + 1; at <= end; at++) {
          const right = first + at * unit;
          entries.push([left, right, blocks, step, step]);
        }
      } else {
        for (let block = 0; block < blocks; block++) {
          const from = left + block * step;
          entries.push([from, from + unit, end - root, 0, unit]);
        }
      }
    }
  }
  return entries;
}

/** The last unit of each block becomes its root. */
export function rootEntries({ first, unit, length, count }: CellBlocks): readonly Entry[] {
  const entries: Entry[] = [];
  for (let half = 1; half < length; half *= 2) {
    for (const { root, end, blocks, stride } of halvesOf(length, count, half)) {
      const step = stride * unit;
      entries.push([first + root * unit, first + end * unit, blocks, step, step]);
    }
  }
  return entries;
}

/** The last units of left halves, each with the last of its right half, how often the two are there again, and how far apart. */
function halvesOf(
  length: number,
  count: number,
  half: number,
): readonly { root: number; end: number; blocks: number; stride: number }[] {
  if (Number.isInteger(Math.log2(length))) {
    const end = 2 * half - 1;
    return [{ root: half - 1, end, blocks: (length * count) / (2 * half), stride: 2 * half }];
  }
  const halves = [];
  for (let root = half - 1; root + 1 < length; root += 2 * half) {
    halves.push({ root, end: Math.min(root + half, length - 1), blocks: count, stride: length });
  }
  return halves;
}

/** Each unit becomes what a running value has made of it; the first entry has what stands BEFORE. */
export function chainEntries({ first, unit, count }: Omit<CellBlocks, "length">): readonly Entry[] {
  return [
    [BEFORE, first, 1, 0, 0],
    [first, first + unit, count - 1, unit, unit],
  ];
}

/** What stands before a block, in the cell before it, is put before all its elements but the last; the first entry has what stands BEFORE. */
export function joinEntries(length: number, count: number): readonly Entry[] {
  if (length === 1) return [];
  return Array.from({ length: count }, (_, block): Entry => {
    const first = FIRST + block * length;
    return [block === 0 ? BEFORE : first - 1, first, length - 1, 0, 1];
  });
}

/** Each of the ranges before, the newest first, put before all units. */
export function rangeEntries({ first, unit, count }: Omit<CellBlocks, "length">): readonly Entry[] {
  return Array.from({ length: MOST_RANGES }, (_, range): Entry => {
    return [RANGES + range, first, count, 0, unit];
  });
}

/** The initial value put before `count` elements. */
export function initialEntries(count: number): readonly Entry[] {
  return [[INITIAL, FIRST, count, 0, 1]];
}

/** The last of `rowCount` rows of lanes becomes the roots of all. */
export function laneEntries(rowCount: number, laneCount: number): readonly Entry[] {
  return rootEntries({ first: 0, unit: 1, length: rowCount, count: 1 }).flatMap(
    ([left, right, count, step]) => {
      return Array.from({ length: count }, (_, k): Entry => {
        const at = (row: number): number => FIRST + (row + k * step) * laneCount;
        return [at(left), at(right), laneCount, 1, 1];
      });
    },
  );
}
