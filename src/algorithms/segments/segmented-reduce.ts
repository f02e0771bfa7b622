import type {
  AccumulationOf,
  ConvertibleInput,
  ElementTypeOf,
  RecordOptions,
  RoundedOptions,
  StoredColumnsOf,
  SumOf,
  TypedOptions,
} from "../../contracts/options.ts";
import type { SegmentRuleOption } from "../../contracts/over-segments.ts";
import type { ContractOptions } from "../../contracts/resolve.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import type { ElementArray, ElementType } from "../../values/element-types.ts";
import { EmptyInputError } from "../../values/errors.ts";
import type { ColumnsOf, RecordType } from "../../values/value-types.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import type { Answer, Call } from "../call.ts";
import { outputColumns, shapeColumns } from "../move-columns.ts";
import { shortSegmentedReduce } from "../short/combined.ts";
import { sumsOfInput } from "../template-rule.ts";
import { givenSegmentedContract, SEGMENT_OPTIONS } from "./given-segmented-contract.ts";
import { givenSegments, type Segments } from "./given-segments.ts";
import { ofOneSegment, segmentsAndInput, withSegmentContract } from "./segment-template.ts";
import { emptyValue, segmentedRequests, segmentedSteps } from "./segmented-steps.ts";

/** What is said of a call of `segmentedReduce` besides its contract. */
interface SegmentedReduceOptions<Output> extends SegmentRuleOption {
  readonly output?: Output | undefined; // default: fresh arrays, with an element for each segment
}

/**
 * The reduce of each segment: `out[s] = input[offsets[s]] ∘ … ∘ input[offsets[s+1] − 1]`.
 *
 * Each is that of the segment alone, bit for bit, or with `segmentRule: "lifted"` the value at its end in one scan of the whole input, by the
 * operator lifted to pairs of a value and a head flag. An empty segment gives the initial value, else where the operator starts.
 *
 * Work O(n + segments), whatever their lengths.
 *
 * @throws InvalidArgumentError, LengthMismatchError for segments that do not cover the input
 * @throws EmptyInputError for an empty segment, where there is neither an initial value nor a start
 * @see docs/what-scans-are-for.md (Blelloch 1990, segmented scans)
 */
export interface SegmentedReduce<When extends "now" | "later"> {
  (
    input: ElementArray | ConvertibleInput,
    segments: Segments,
    options: RoundedOptions & SegmentRuleOption,
  ): Answer<When, Uint16Array>;
  <Type extends RecordType>(
    input: StoredColumnsOf<Type>,
    segments: Segments,
    options: RecordOptions<Type> & SegmentedReduceOptions<ColumnsOf<Type>>,
  ): Answer<When, ColumnsOf<Type>>;
  <
    Input extends ElementArray,
    Sum extends AccumulationOf<ElementTypeOf<Input>> = SumOf<ElementTypeOf<Input>>,
  >(
    input: Input,
    segments: Segments,
    options?: TypedOptions<ElementTypeOf<Input>, Sum> & SegmentedReduceOptions<ElementArray<Sum>>,
  ): Answer<When, ElementArray<Sum>>;
  <Type extends ElementType, Sum extends AccumulationOf<Type> = SumOf<Type>>(
    input: ConvertibleInput,
    segments: Segments,
    options: TypedOptions<Type, Sum> & SegmentedReduceOptions<ElementArray<Sum>> & { readonly type: Type },
  ): Answer<When, ElementArray<Sum>>;
}

/** The call of `segmentedReduce`. */
export function segmentedReduceCall(
  input: unknown,
  segments: unknown,
  options: ContractOptions & SegmentRuleOption & { readonly output?: unknown } = {},
): Call<unknown> {
  checkOptionNames(options, [...SEGMENT_OPTIONS, "output"]);
  const { output, ...contractOptions } = options;
  const given = givenSegmentedContract(input, contractOptions, "reduce");
  const { contract, columns, length, type } = given;
  const bounds = givenSegments(segments, length);
  const empty = emptyValue(given);
  if (bounds.firstEmpty !== undefined && empty === undefined) {
    throw new EmptyInputError(`segment ${bounds.firstEmpty}`);
  }
  const results = { argument: "input", type, names: contract.columns, columns: [], length: bounds.count };
  return {
    input: [bounds.column, ...columns],
    requests: segmentedRequests(given),
    output: outputColumns(results, output, bounds.count),
    *steps(on, [column, ...elements]) {
      const offsets = yield* bounds.offsets(on, column);
      const asked = { contract, observation: "reduce", empty } as const;
      return yield* segmentedSteps(on, asked, elements, offsets);
    },
    result: (values) => shapeColumns(type, values),
  };
}

/** `segmentedReduce(input, segments, options?)` gives the reduce of each segment */
export const segmentedReduce: AlgorithmRow = {
  call: segmentedReduceCall,
  short: shortSegmentedReduce,
  template: {
    options: /* @__PURE__ */ withSegmentContract("segments"),
    arguments: segmentsAndInput,
    results: sumsOfInput,
    call: ofOneSegment,
  },
};
