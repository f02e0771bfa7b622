/** Offsets of segments of `segmentLength` elements that cover [0, length), the last one shorter where it must be. */
export function evenOffsets(length: number, segmentLength: number): Uint32Array {
  const segmentCount = Math.ceil(length / segmentLength);
  const offsets = new Uint32Array(segmentCount + 1);
  for (let segment = 1; segment < segmentCount; segment++) offsets[segment] = segment * segmentLength;
  offsets[segmentCount] = length;
  return offsets;
}
