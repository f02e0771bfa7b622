import type { Primitives } from "../../executors/primitives.ts";
import { oneOf } from "../../values/check-name.ts";
import { describe } from "../../values/describe.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { done, type Steps } from "../call.ts";
import { withContract } from "../given-contract.ts";
import {
  type CallOfTemplate,
  indices,
  type Options,
  type TemplateArgument,
  type TemplateRule,
  typed,
} from "../template-rule.ts";
import type { GivenSegments } from "./given-segments.ts";
import { lengthSteps } from "./offset-steps.ts";

/*
 * Templates of functions of segments. They are a column of the device's: nobody can look at it beforehand, and an option says what it holds.
 */

export const SEGMENTS: readonly string[] = ["segments"];

/** Options of a template: these, and those of contracts over segments. */
export function withSegmentContract(...names: readonly string[]): readonly string[] {
  return [...withContract(...names), "segmentRule"];
}

/** What stands for the segments of one element, by how they are said. */
const ONE_SEGMENT = {
  offsets: { offsets: Uint32Array.of(0, 1) },
  lengths: { lengths: Uint32Array.of(1) },
  headFlags: { headFlags: Uint8Array.of(1) },
} as const;

const KINDS = ["offsets", "lengths", "headFlags"] as const;

function segmentKind({ segments }: Options): (typeof KINDS)[number] {
  const kind = KINDS.find((each) => each === segments);
  if (kind !== undefined) return kind;
  throw new InvalidArgumentError("segments", oneOf(String(segments), KINDS), describe(segments));
}

/** What stands for the caller's segments. @throws InvalidArgumentError */
export function oneSegment(options: Options): (typeof ONE_SEGMENT)[keyof typeof ONE_SEGMENT] {
  return ONE_SEGMENT[segmentKind(options)];
}

export function segmentsAlone(options: Options, like?: string): readonly TemplateArgument[] {
  const kind = segmentKind(options);
  return [kind === "headFlags" ? typed(kind, "bool", like) : typed(kind, "u32")];
}

export function segmentsAndInput(options: Options): readonly TemplateArgument[] {
  return [...segmentsAlone(options, "input"), typed("input", options.input)];
}

const ofSegmentsAlone: CallOfTemplate = (_, options, callOf) => callOf(oneSegment(options));

/** The template of a function of segments that gives an index for each. */
export const INDICES_OF_SEGMENTS: TemplateRule = {
  types: [],
  options: SEGMENTS,
  arguments: segmentsAlone,
  results: indices,
  call: ofSegmentsAlone,
};

export const ofOneSegment: CallOfTemplate = (columns, options, callOf) => {
  const { input: _, segments: __, ...asked } = options;
  return callOf(columns.input, oneSegment(options), asked);
};

/** How long segments are that say it themselves is known on a device alone: there are as many numbers as there is room for. */
export function* idSteps<Vector>(
  on: Primitives<Vector>,
  segments: GivenSegments,
  column: Vector,
  room: number,
): Steps<Vector> {
  if (segments.kind === "headFlags") {
    return yield* done(on.segmentIds(yield* segments.offsets(on, column), column));
  }
  const lengths = segments.kind === "lengths" ? column : yield* lengthSteps(on, column);
  const each = yield* done(on.iota(lengths));
  const [ids] = on.expand === undefined ? [each] : yield* done(on.expand([each], lengths, room));
  return ids;
}
