import type { RecordContract, TypedContract } from "../../../contracts/contract.ts";
import { allocateColumn } from "../../../values/allocate-column.ts";

/*
 * Trees over segments that are dyadic trees of dyadic trees, so that the kernels of those reduce many short segments in two passes:
 *
 *   interleaved(L)   each lane is one, of elements L apart, which are gathered; and one more over the lanes
 *   bisection        halved as long as no part is empty, n elements are 2^floor(log2 n) parts of one or two, and a complete tree over them
 *
 * A long segment is one part, whose value is nobody's: it is reduced by itself, which wastes little.
 */

type AnyContract = TypedContract | RecordContract;

/** Elements of a segment from which a plan of its own costs less than a second pass. */
export const LONGEST_IN_TWO = 1024;

/** The parts of all segments: their own offsets, the elements in another order if there is one, and the segments as offsets of parts. */
export interface Parts {
  readonly order: Uint32Array | undefined;
  readonly parts: Uint32Array;
  readonly segments: Uint32Array;
}

/** The parts of segments for an expression; undefined for one that is not such a tree. */
export function partsOf({ expression, direction }: AnyContract, offsets: Uint32Array): Parts | undefined {
  const isBackward = direction === "backward";
  if (expression.kind === "bisection") return partsByHalving(offsets, isBackward);
  return expression.kind === "interleaved"
    ? partsByLanes(offsets, expression.laneCount, isBackward)
    : undefined;
}

/** A segment without a second element in any lane is one part. A backward sequence begins at the end, and so do its lanes. */
function partsByLanes(offsets: Uint32Array, laneCount: number, isBackward: boolean): Parts {
  const inLanes = (length: number): boolean => length > laneCount && length <= LONGEST_IN_TWO;
  const segments = partCounts(offsets, (length) => (inLanes(length) ? laneCount : Math.min(length, 1)));
  const { length } = offsets;
  const parts = newOffsets(segments[length - 1] + 1);
  const order = newOffsets(offsets[length - 1]);
  let place = 0;
  let part = 0;
  for (let segment = 1; segment < length; segment++) {
    const start = offsets[segment - 1];
    const end = offsets[segment];
    if (start === end) continue;
    if (!inLanes(end - start)) {
      for (let at = start; at < end; at++) order[place++] = at;
      parts[++part] = place;
      continue;
    }
    const firstLane = isBackward ? (end - start) % laneCount : 0; // of the elements from the start on
    for (let lane = 0; lane < laneCount; lane++) {
      for (let at = start + ((firstLane + lane) % laneCount); at < end; at += laneCount) order[place++] = at;
      parts[++part] = place;
    }
  }
  return { order, parts, segments };
}

/** Bits of a number below 2^10 in reverse. */
const REVERSED = Uint16Array.from({ length: LONGEST_IN_TWO }, (_, k) => {
  let reversed = 0;
  for (let bit = 0; bit < 10; bit++) reversed |= ((k >>> bit) & 1) << (9 - bit);
  return reversed;
});

/**
 * Part k of 2^d has floor((n + r) / 2^d) elements, where r is k with its d bits in reverse: a left half is rounded down, a right half up, and
 * floor((floor((n + c) / 2^i) + 1) / 2) = floor((n + c + 2^i) / 2^(i + 1)).
 */
function partsByHalving(offsets: Uint32Array, isBackward: boolean): Parts {
  const levels = (length: number): number => (length > LONGEST_IN_TWO ? 0 : 31 - Math.clz32(length));
  const segments = partCounts(offsets, (length) => (length === 0 ? 0 : 1 << levels(length)));
  const parts = newOffsets(segments[offsets.length - 1] + 1);
  let part = 0;
  for (let segment = 1; segment < offsets.length; segment++) {
    const length = offsets[segment] - offsets[segment - 1];
    if (length === 0) continue;
    const level = levels(length);
    const last = (1 << level) - 1;
    let place = offsets[segment - 1];
    for (let k = 0; k <= last; k++) {
      const reversed = REVERSED[isBackward ? last - k : k] >>> (10 - level);
      place += level === 0 ? length : (length + reversed) >>> level;
      parts[++part] = place;
    }
  }
  return { order: undefined, parts, segments };
}

/** The segments as offsets of parts, by the number of parts of so many elements. */
function partCounts(offsets: Uint32Array, countOf: (length: number) => number): Uint32Array {
  const segments = newOffsets(offsets.length);
  for (let i = 1; i < offsets.length; i++) {
    segments[i] = segments[i - 1] + countOf(offsets[i] - offsets[i - 1]);
  }
  return segments;
}

function newOffsets(length: number): Uint32Array {
  return allocateColumn("u32", length) as Uint32Array;
}
