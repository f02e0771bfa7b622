import type { Primitives } from "../../executors/primitives.ts";
import { describe } from "../../values/describe.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { oneOf } from "../../values/nearest-name.ts";
import { done, type Steps } from "../call.ts";
import { givenKeys } from "../order/given-keys.ts";
import { orderOf } from "../order/order-options.ts";
import { SEGMENT_OPTIONS } from "../segments/given-segmented-contract.ts";
import { type GivenSegments, givenSegments } from "../segments/given-segments.ts";
import { groupByCall } from "../segments/group-by.ts";
import { lengthSteps } from "../segments/offset-steps.ts";
import { reduceByKeyCall } from "../segments/reduce-by-key.ts";
import { scanByKeyCall } from "../segments/scan-by-key.ts";
import { segmentLengthsCall } from "../segments/segment-lengths.ts";
import { segmentOffsetsCall } from "../segments/segment-offsets.ts";
import { segmentedExclusiveScanCall } from "../segments/segmented-exclusive-scan.ts";
import { segmentedInclusiveScanCall } from "../segments/segmented-inclusive-scan.ts";
import { segmentedReduceCall } from "../segments/segmented-reduce.ts";
import { segmentedSortSteps } from "../segments/segmented-sort.ts";
import {
  given,
  indices,
  type NamedType,
  type Options,
  type Rule,
  sameAsInput,
  type TemplateArgument,
  type TemplateCall,
  typed,
} from "./rule.ts";

/** Options of contracts over segments; the type is that of the input. */
const SEGMENT_CONTRACT = SEGMENT_OPTIONS.filter((name) => name !== "type");
const SORT_OPTIONS = ["descending", "bits"];

const withSums = ({ input, accumulate = input }: Options): readonly NamedType[] => [
  typed("output", accumulate),
];

export const SEGMENT_RULES = {
  segmentOffsets: conversionRule("u32", (segments) => segmentOffsetsCall(segments)),
  segmentLengths: conversionRule("u32", (segments) => segmentLengthsCall(segments)),
  segmentIds: conversionRule("u32", (segments) => ({
    *steps(on, [column], room) {
      return [yield* idSteps(on, givenSegments(segments), column, room)];
    },
  })),
  headFlags: conversionRule("bool", (segments) => ({
    *steps(on, [column], room) {
      const from = givenSegments(segments);
      if (from.kind === "headFlags") return [column];
      return [yield* done(on.headFlags([yield* idSteps(on, from, column, room)]))];
    },
  })),
  segmentedReduce: segmentRule(SEGMENT_CONTRACT, segmentedReduceCall, withSums),
  segmentedInclusiveScan: segmentRule(SEGMENT_CONTRACT, segmentedInclusiveScanCall, withSums),
  segmentedExclusiveScan: segmentRule(SEGMENT_CONTRACT, segmentedExclusiveScanCall, withSums),
  segmentedSort: segmentRule(SORT_OPTIONS, segmentedSortOf, sameAsInput),
  reduceByKey: keyRule(["adjacent", ...SEGMENT_CONTRACT], reduceByKeyCall, ({ keys, values, accumulate }) => [
    typed("groupKeys", keys),
    typed("output", accumulate ?? values),
  ]),
  scanByKey: keyRule(
    ["adjacent", "prefixes", ...SEGMENT_CONTRACT],
    scanByKeyCall,
    ({ values, accumulate }) => [typed("output", accumulate ?? values)],
  ),
  groupBy: keyRule(["adjacent"], groupByCall, ({ keys, values }) => [
    typed("groupKeys", keys),
    typed("offsets", "u32"),
    typed("output", values),
  ]),
} as const;

/** Segments as a column of the device's: nobody can look at it beforehand. */
const SEGMENT_KINDS = ["offsets", "lengths", "headFlags"] as const;

/** What stands for the segments of one element. */
const ONE_SEGMENT = {
  offsets: { offsets: Uint32Array.of(0, 1) },
  lengths: { lengths: Uint32Array.of(1) },
  headFlags: { headFlags: Uint8Array.of(1) },
} as const;

function segmentKind({ segments }: Options): (typeof SEGMENT_KINDS)[number] {
  const kind = SEGMENT_KINDS.find((each) => each === segments);
  if (kind !== undefined) return kind;
  throw new InvalidArgumentError("segments", oneOf(String(segments), SEGMENT_KINDS), describe(segments));
}

function boundsOf(options: Options, like?: string): TemplateArgument {
  const kind = segmentKind(options);
  return kind === "headFlags" ? typed(kind, "bool", like) : typed(kind, "u32");
}

/** A function of `input` and of segments. */
function segmentRule(
  names: readonly string[],
  callOf: (input: unknown, segments: unknown, options: Options) => TemplateCall,
  results: Rule["results"],
): Rule {
  return {
    types: ["input"],
    options: ["segments", ...names],
    arguments: (options) => [boundsOf(options, "input"), typed("input", options.input)],
    results,
    call: ({ input }, options) => callOf(input, ONE_SEGMENT[segmentKind(options)], given(options, names)),
  };
}

/** A function of segments alone. */
function conversionRule(type: "u32" | "bool", callOf: (segments: unknown) => TemplateCall): Rule {
  return {
    types: [],
    options: ["segments"],
    arguments: (options) => [boundsOf(options)],
    results: () => (type === "u32" ? indices() : [typed("output", type)]),
    call: (_, options) => callOf(ONE_SEGMENT[segmentKind(options)]),
  };
}

/** A function of `values` by `keys`. */
function keyRule(
  names: readonly string[],
  callOf: (keys: unknown, values: unknown, options: Options) => TemplateCall,
  results: Rule["results"],
): Rule {
  return {
    types: ["keys", "values"],
    options: names,
    arguments: ({ keys, values }) => [typed("keys", keys), typed("values", values, "keys")],
    results,
    call: ({ keys, values }, options) => callOf(keys, values, given(options, names)),
  };
}

/** How long segments are that say it themselves is known on a device alone: there are as many numbers as there is room for. */
function* idSteps<Vector>(
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

/** How many segments there are is known on a device alone: their numbers may have any bits. */
function segmentedSortOf(input: unknown, segments: unknown, options: Options): TemplateCall {
  const { type } = givenKeys(input, undefined);
  const order = orderOf(type, options);
  const bounds = givenSegments(segments);
  return {
    *steps(on, [column, elements]) {
      const offsets = yield* bounds.offsets(on, column);
      return [yield* segmentedSortSteps(on, offsets, elements, { order, bits: [0, 32] })];
    },
  };
}
