/** Segments as they lie in the sequence, which a backward contract reads from the end. */
interface SegmentOffsets {
  readonly segmentCount: number;
  /** Where segment `index` of the sequence starts; the length of the sequence for the one after the last. */
  readonly at: (index: number) => number;
  /** Offsets [from, to) into a table of u32. */
  readonly copyTo: (table: Uint32Array, place: number, from: number, to: number) => void;
}

/** See SegmentOffsets. `offsets` have one more element than there are segments, or none. */
export function segmentOffsets(offsets: Uint32Array, length: number, isBackward: boolean): SegmentOffsets {
  const segmentCount = Math.max(0, offsets.length - 1);
  if (!isBackward) {
    return {
      segmentCount,
      at: (index) => offsets[index],
      copyTo: (table, place, from, to) => table.set(offsets.subarray(from, to), place),
    };
  }
  return {
    segmentCount,
    at: (index) => length - offsets[segmentCount - index],
    copyTo(table, place, from, to) {
      for (let i = from; i < to; i++) table[place + i - from] = length - offsets[segmentCount - i];
    },
  };
}

/** Elements of the sequence for one call of a kernel, and the segments that end with them. */
export interface SegmentChunk {
  readonly start: number;
  readonly end: number;
  readonly firstSegment: number; // which `start` is in, or where it begins
  readonly endSegment: number; // one more than the last that ends in the chunk
  readonly isOpen: boolean; // the first segment has elements before
}

/** The chunk that follows: as many elements, and as many segments that end, as a call takes. */
export function nextChunk(
  { segmentCount, at }: SegmentOffsets,
  start: number,
  firstSegment: number,
  most: { readonly elements: number; readonly segments: number },
): SegmentChunk {
  const limit = Math.min(segmentCount, firstSegment + most.segments);
  const furthest = Math.min(start + most.elements, at(segmentCount));
  // The last segment offset that is not beyond: between `low`, which is not, and `high`.
  let low = firstSegment;
  let high = limit + 1;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (at(middle) <= furthest) low = middle;
    else high = middle;
  }
  // Where no more segments are taken, none begins.
  const end = low === limit && limit < segmentCount ? at(low) : furthest;
  return { start, end, firstSegment, endSegment: low, isOpen: start > at(firstSegment) };
}
