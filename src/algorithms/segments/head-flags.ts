import type { Primitives } from "../../executors/primitives.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import { type Answer, type Call, done, type Steps } from "../call.ts";
import { shortHeadFlags } from "../short/segmented.ts";
import { type Options, type TemplateCall, typed } from "../template-rule.ts";
import { givenSegments, type Segments } from "./given-segments.ts";
import { idSteps, oneSegment, SEGMENTS, segmentsAlone } from "./segment-template.ts";

/**
 * The head flags of segments: `out[i] = 1` where element i is the first of a segment, else 0.
 *
 * Head flags know no empty segment, so that one is an error here.
 *
 * Work O(n).
 *
 * @throws InvalidArgumentError, LengthMismatchError for segments that do not fit together, naming the place
 */
export type HeadFlags<When extends "now" | "later"> = (segments: Segments) => Answer<When, Uint8Array>;

/** The call of `headFlags`. */
export function headFlagsCall(segments: unknown): Call<unknown> {
  const given = givenSegments(segments);
  if (given.firstEmpty !== undefined) {
    const expected = "without empty segments, which head flags do not know";
    throw new InvalidArgumentError("segments", expected, `segment ${given.firstEmpty} empty`);
  }
  return {
    input: [given.column],
    *steps(on, [column]) {
      return [
        given.kind === "headFlags"
          ? column
          : yield* headFlagSteps(on, yield* given.offsets(on, column), given.length),
      ];
    },
    result: ([column]) => column,
  };
}

function* headFlagSteps<Vector>(on: Primitives<Vector>, offsets: Vector, length: number): Steps<Vector> {
  const ids = yield* done(on.segmentIds(offsets, length));
  return yield* done(on.headFlags([ids]));
}

/** `headFlags(segments)` gives whether each element begins a segment */
export const headFlags: AlgorithmRow = {
  call: headFlagsCall,
  short: shortHeadFlags,
  template: {
    types: [],
    options: SEGMENTS,
    arguments: segmentsAlone,
    results: () => [typed("output", "bool")],
    call: (_, options) => flagsInRoom(options),
  },
};

function flagsInRoom(options: Options): TemplateCall {
  const segments = givenSegments(oneSegment(options));
  return {
    *steps(on, [column], room) {
      if (segments.kind === "headFlags") return [column];
      return [yield* done(on.headFlags([yield* idSteps(on, segments, column, room)]))];
    },
  };
}
