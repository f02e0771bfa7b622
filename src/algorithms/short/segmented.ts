// Where few segments begin, in the three ways to say it.

import { MOST_ELEMENTS } from "../../values/index-array.ts";
import type { ShortAnswer } from "../algorithm-row.ts";
import { FEW_ELEMENTS } from "./short-arrays.ts";

/** What segments say that are said in this one way; others, and more names than one, are left to the steps. */
function onlyField(segments: unknown, field: string): unknown {
  if (typeof segments !== "object" || segments === null) return undefined;
  for (const name in segments) if (name !== field) return undefined;
  return (segments as Readonly<Record<string, unknown>>)[field];
}

/** The offsets that a caller gives as such: they begin with 0 and never decrease, and few elements lie between them. */
function shortOffsets(segments: unknown): Uint32Array | undefined {
  const offsets = onlyField(segments, "offsets");
  if (!(offsets instanceof Uint32Array)) return undefined;
  const { length } = offsets;
  if (length < 2 || length > FEW_ELEMENTS || offsets[0] !== 0 || offsets[length - 1] > FEW_ELEMENTS)
    return undefined;
  for (let i = 1; i < length; i++) if (offsets[i] < offsets[i - 1]) return undefined;
  return offsets;
}

/** The lengths that a caller gives as such. */
function shortLengths(segments: unknown): Uint32Array | undefined {
  const lengths = onlyField(segments, "lengths");
  if (!(lengths instanceof Uint32Array)) return undefined;
  return lengths.length > 0 && lengths.length <= FEW_ELEMENTS ? lengths : undefined;
}

/** `segmentOffsets` of few lengths. */
export const shortSegmentOffsets: ShortAnswer = (_on, segments) => {
  const lengths = shortLengths(segments);
  if (lengths === undefined) return undefined;
  const offsets = new Uint32Array(lengths.length + 1);
  let end = 0;
  for (let i = 0; i < lengths.length; i++) {
    end += lengths[i];
    offsets[i + 1] = end;
  }
  return end > MOST_ELEMENTS ? undefined : offsets;
};

/** `segmentLengths` of few offsets. */
export const shortSegmentLengths: ShortAnswer = (_on, segments) => {
  const offsets = shortOffsets(segments);
  if (offsets === undefined) return undefined;
  const lengths = new Uint32Array(offsets.length - 1);
  for (let s = 0; s < lengths.length; s++) lengths[s] = offsets[s + 1] - offsets[s];
  return lengths;
};

/** `segmentIds` of few elements. */
export const shortSegmentIds: ShortAnswer = (_on, segments) => {
  const offsets = shortOffsets(segments);
  if (offsets === undefined) return undefined;
  const ids = new Uint32Array(offsets[offsets.length - 1]);
  for (let s = 0, i = 0; i < ids.length; s++) for (; i < offsets[s + 1]; i++) ids[i] = s;
  return ids;
};

/** `headFlags` of few flags, or of few offsets of segments that are not empty. */
export const shortHeadFlags: ShortAnswer = (_on, segments) => {
  const offsets = shortOffsets(segments);
  if (offsets === undefined) return copyOfFlags(segments);
  const flags = new Uint8Array(offsets[offsets.length - 1]);
  for (let s = 0; s + 1 < offsets.length; s++) {
    if (offsets[s] === offsets[s + 1]) return undefined;
    flags[offsets[s]] = 1;
  }
  return flags;
};

/** Flags that a caller gives as such, the first of which is set. */
function copyOfFlags(segments: unknown): Uint8Array | undefined {
  const headFlags = onlyField(segments, "headFlags");
  if (!(headFlags instanceof Uint8Array)) return undefined;
  if (headFlags.length > FEW_ELEMENTS || headFlags[0] !== 1) return undefined;
  for (let i = 1; i < headFlags.length; i++) if (headFlags[i] > 1) return undefined;
  return headFlags.slice();
}

/** The offsets of segments that cover so many elements. */
export function shortCover(segments: unknown, length: number): Uint32Array | undefined {
  const offsets = shortOffsets(segments);
  return offsets?.[offsets.length - 1] === length ? offsets : undefined;
}
