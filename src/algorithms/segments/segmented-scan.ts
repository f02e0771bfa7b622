import type {
  AccumulationOf,
  ConvertibleInput,
  ElementTypeOf,
  RecordScanOptions,
  RoundedOptions,
  StoredColumnsOf,
  SumOf,
  TypedScanOptions,
} from "../../contracts/options.ts";
import type { SegmentRuleOption } from "../../contracts/over-segments.ts";
import type { ContractOptions } from "../../contracts/resolve.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import type { ElementArray, ElementType } from "../../values/element-types.ts";
import type { ColumnsOf, RecordType } from "../../values/value-types.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import type { Answer, Call } from "../call.ts";
import { outputColumns, shapeColumns } from "../move-columns.ts";
import { shortSegmentedExclusiveScan, shortSegmentedInclusiveScan } from "../short/combined.ts";
import { sumsOfInput, type TemplateRule } from "../template-rule.ts";
import { givenSegmentedContract, SEGMENT_OPTIONS } from "./given-segmented-contract.ts";
import { givenSegments, type Segments } from "./given-segments.ts";
import { ofOneSegment, segmentsAndInput, withSegmentContract } from "./segment-template.ts";
import { segmentedRequests, segmentedSteps } from "./segmented-steps.ts";

/** A scan over segments as its callers see it: that of an input, with the segments between it and the options. */
interface SegmentedScan<When extends "now" | "later"> {
  (
    input: ElementArray | ConvertibleInput,
    segments: Segments,
    options: RoundedOptions & SegmentRuleOption,
  ): Answer<When, Uint16Array>;
  <Type extends RecordType>(
    input: StoredColumnsOf<Type>,
    segments: Segments,
    options: RecordScanOptions<Type> & SegmentRuleOption,
  ): Answer<When, ColumnsOf<Type>>;
  <
    Input extends ElementArray,
    Sum extends AccumulationOf<ElementTypeOf<Input>> = SumOf<ElementTypeOf<Input>>,
  >(
    input: Input,
    segments: Segments,
    options?: TypedScanOptions<ElementTypeOf<Input>, Sum> & SegmentRuleOption,
  ): Answer<When, ElementArray<Sum>>;
  <Type extends ElementType, Sum extends AccumulationOf<Type> = SumOf<Type>>(
    input: ConvertibleInput,
    segments: Segments,
    options: TypedScanOptions<Type, Sum> & SegmentRuleOption & { readonly type: Type },
  ): Answer<When, ElementArray<Sum>>;
}

/**
 * The inclusive prefixes of each segment: `out[i] = input[s] ∘ … ∘ input[i]`, where s is the first element of i's segment.
 *
 * Each segment is scanned as if it were alone, bit for bit, with its own initial value and in the direction of the contract; with
 * `segmentRule: "lifted"` by one scan of the whole input, of the operator lifted to pairs of a value and a head flag.
 *
 * Work O(n + segments), whatever their lengths.
 *
 * @throws InvalidArgumentError, LengthMismatchError for segments that do not cover the input, or an output that does not fit
 * @see docs/what-scans-are-for.md (Schwartz 1980; Blelloch 1990)
 */
export type SegmentedInclusiveScan<When extends "now" | "later"> = SegmentedScan<When>;

/**
 * What stands before each element in its segment: `out[i] = initial ∘ input[s] ∘ … ∘ input[i − 1]`, where s is the segment's first element.
 *
 * Without an initial value each segment begins with where the operator starts. Segments are scanned as by `segmentedInclusiveScan`.
 *
 * Work O(n + segments), whatever their lengths.
 *
 * @throws InvalidArgumentError for an operator without a start where no initial value is given
 * @throws InvalidArgumentError, LengthMismatchError for segments that do not cover the input, or an output that does not fit
 * @see docs/what-scans-are-for.md (Schwartz 1980; Blelloch 1990)
 */
export type SegmentedExclusiveScan<When extends "now" | "later"> = SegmentedScan<When>;

/** The calls of scans over segments. */
function segmentedScanCall(observation: "inclusive-scan" | "exclusive-scan") {
  return (
    input: unknown,
    segments: unknown,
    options: ContractOptions & SegmentRuleOption & { readonly output?: unknown } = {},
  ): Call<unknown> => {
    checkOptionNames(options, [...SEGMENT_OPTIONS, "output"]);
    const { output, ...contractOptions } = options;
    const given = givenSegmentedContract(input, contractOptions, observation);
    const { contract, columns, length, type } = given;
    const bounds = givenSegments(segments, length);
    const results = { argument: "input", type, names: contract.columns, columns: [], length };
    return {
      input: [bounds.column, ...columns],
      requests: segmentedRequests(given),
      output: outputColumns(results, output, length),
      *steps(on, [column, ...elements]) {
        const offsets = yield* bounds.offsets(on, column);
        const asked = { contract, observation, empty: undefined };
        return yield* segmentedSteps(on, asked, elements, offsets);
      },
      result: (values) => shapeColumns(type, values),
    };
  };
}

export const segmentedInclusiveScanCall = /* @__PURE__ */ segmentedScanCall("inclusive-scan");
export const segmentedExclusiveScanCall = /* @__PURE__ */ segmentedScanCall("exclusive-scan");

const template: TemplateRule = {
  options: /* @__PURE__ */ withSegmentContract("segments"),
  arguments: segmentsAndInput,
  results: sumsOfInput,
  call: ofOneSegment,
};

/** `segmentedInclusiveScan(input, segments, options?)` gives the prefixes in each segment, each with its own element */
export const segmentedInclusiveScan: AlgorithmRow = {
  call: segmentedInclusiveScanCall,
  short: shortSegmentedInclusiveScan,
  template,
};

/** `segmentedExclusiveScan(input, segments, options?)` gives the prefixes in each segment, each without its own element */
export const segmentedExclusiveScan: AlgorithmRow = {
  call: segmentedExclusiveScanCall,
  short: shortSegmentedExclusiveScan,
  template,
};
