import { allocateColumn } from "../../../values/allocate-column.ts";

/*
 * Trees over segments that are dyadic trees of dyadic trees, so that the kernels of those reduce many short segments in two passes. A long
 * segment is one part, whose value is nobody's: it is reduced by itself, which wastes little.
 */

/** Elements of a segment from which a plan of its own costs less than a second pass. */
export const LONGEST_IN_TWO = 1024;

/** The parts of all segments: their own offsets, the elements in another order if there is one, and the segments as offsets of parts. */
export interface Parts {
  readonly order: Uint32Array | undefined;
  readonly parts: Uint32Array;
  readonly segments: Uint32Array;
}

/** The segments as offsets of parts, by the number of parts of so many elements. */
export function partCounts(offsets: Uint32Array, countOf: (length: number) => number): Uint32Array {
  const segments = newOffsets(offsets.length);
  for (let i = 1; i < offsets.length; i++) {
    segments[i] = segments[i - 1] + countOf(offsets[i] - offsets[i - 1]);
  }
  return segments;
}

export function newOffsets(length: number): Uint32Array {
  return allocateColumn("u32", length) as Uint32Array;
}
