import {
  LONGEST_IN_TWO,
  newOffsets,
  type Parts,
  partCounts,
  type SegmentedFamily,
} from "../../primitives/segmented-family.ts";

/** Halved as long as no part is empty, n elements are 2^floor(log2 n) parts of one or two, and a complete tree over them. */
export const bisectionSegments: SegmentedFamily = ({ kind }) =>
  kind === "bisection" ? { partsOf: partsByHalving } : undefined;

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
