import { type Answer, type Call, done } from "../call.ts";
import { givenSegments, type Segments } from "./given-segments.ts";

/**
 * The segment of each element: `out[i] = s` where `offsets[s] <= i < offsets[s + 1]`.
 *
 * Work O(n).
 *
 * @throws InvalidArgumentError, LengthMismatchError for segments that do not fit together, naming the place
 */
export type SegmentIds<When extends "now" | "later"> = (segments: Segments) => Answer<When, Uint32Array>;

/** The call of `segmentIds`. */
export function segmentIdsCall(segments: unknown): Call<unknown> {
  const given = givenSegments(segments);
  return {
    input: [given.column],
    *steps(on, [column]) {
      return [yield* done(on.segmentIds(yield* given.offsets(on, column), given.length))];
    },
    result: ([column]) => column,
  };
}
