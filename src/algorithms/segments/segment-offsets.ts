import type { AlgorithmRow } from "../algorithm-row.ts";
import type { Answer, Call } from "../call.ts";
import { shortSegmentLengths, shortSegmentOffsets } from "../short/segmented.ts";
import { givenSegments, type Segments } from "./given-segments.ts";
import { lengthSteps } from "./offset-steps.ts";
import { INDICES_OF_SEGMENTS } from "./segment-template.ts";

/**
 * The lengths of segments: `out[s] = offsets[s + 1] − offsets[s]`.
 *
 * Work O(n) for head flags, of the number of segments otherwise.
 *
 * @throws InvalidArgumentError, LengthMismatchError for segments that do not fit together, naming the place
 */
export type SegmentLengths<When extends "now" | "later"> = (segments: Segments) => Answer<When, Uint32Array>;

/** The call of `segmentLengths`. */
export function segmentLengthsCall(segments: unknown): Call<unknown> {
  const given = givenSegments(segments);
  return {
    input: [given.column],
    *steps(on, [column]) {
      return [given.kind === "lengths" ? column : yield* lengthSteps(on, yield* given.offsets(on, column))];
    },
    result: ([column]) => column,
  };
}

/** `segmentLengths(segments)` gives the length of each segment */
export const segmentLengths: AlgorithmRow = {
  call: segmentLengthsCall,
  short: shortSegmentLengths,
  template: INDICES_OF_SEGMENTS,
};

/**
 * The offsets of segments: `out[s]` is where segment s begins, and one more element is the length of all: `[0, …, length]`.
 *
 * Work O(n) for head flags, of the number of segments otherwise.
 *
 * @throws InvalidArgumentError, LengthMismatchError for segments that do not fit together, naming the place
 */
export type SegmentOffsets<When extends "now" | "later"> = (segments: Segments) => Answer<When, Uint32Array>;

/** The call of `segmentOffsets`. */
export function segmentOffsetsCall(segments: unknown): Call<unknown> {
  const given = givenSegments(segments);
  return {
    input: [given.column],
    *steps(on, [column]) {
      return [yield* given.offsets(on, column)];
    },
    result: ([column]) => column,
  };
}

/** `segmentOffsets(segments)` gives where each segment begins, and the length of all */
export const segmentOffsets: AlgorithmRow = {
  call: segmentOffsetsCall,
  short: shortSegmentOffsets,
  template: INDICES_OF_SEGMENTS,
};
