import type { AlgorithmRow } from "../algorithm-row.ts";
import { type Answer, type Call, done } from "../call.ts";
import { shortSegmentIds } from "../short/segmented.ts";
import { indices, type Options, type TemplateCall } from "../template-rule.ts";
import { givenSegments, type Segments } from "./given-segments.ts";
import { idSteps, oneSegment, SEGMENTS, segmentsAlone } from "./segment-template.ts";

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

/** `segmentIds(segments)` gives the segment of each element */
export const segmentIds: AlgorithmRow = {
  call: segmentIdsCall,
  short: shortSegmentIds,
  template: {
    types: [],
    options: SEGMENTS,
    arguments: segmentsAlone,
    results: indices,
    call: (_, options) => idsInRoom(options),
  },
};

function idsInRoom(options: Options): TemplateCall {
  const segments = givenSegments(oneSegment(options));
  return {
    *steps(on, [column], room) {
      return [yield* idSteps(on, segments, column, room)];
    },
  };
}
