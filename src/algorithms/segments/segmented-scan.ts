import type {
  AccumulationOf,
  ConvertibleInput,
  ElementTypeOf,
  RecordScanOptions,
  TypedScanOptions,
} from "../../contracts/options.ts";
import type { SegmentRuleOption } from "../../contracts/over-segments.ts";
import type { ContractOptions } from "../../contracts/resolve.ts";
import { checkOptionNames } from "../../values/check-option-names.ts";
import type { ElementArray, ElementType } from "../../values/element-types.ts";
import type { ColumnsOf, RecordType } from "../../values/value-types.ts";
import type { Answer, Call } from "../call.ts";
import { outputColumns, shapeColumns } from "../move-columns.ts";
import { givenSegmentedContract, SEGMENT_OPTIONS } from "./given-segmented-contract.ts";
import { givenSegments, type Segments } from "./given-segments.ts";
import { segmentedRequests, segmentedSteps } from "./segmented-steps.ts";

/** A scan over segments as its callers see it: that of an input, with the segments between it and the options. */
export interface SegmentedScan<When extends "now" | "later"> {
  <Type extends RecordType>(
    input: ColumnsOf<Type>,
    segments: Segments,
    options: RecordScanOptions<Type> & SegmentRuleOption,
  ): Answer<When, ColumnsOf<Type>>;
  <Input extends ElementArray, Sum extends AccumulationOf<ElementTypeOf<Input>> = ElementTypeOf<Input>>(
    input: Input,
    segments: Segments,
    options?: TypedScanOptions<ElementTypeOf<Input>, Sum> & SegmentRuleOption,
  ): Answer<When, ElementArray<Sum>>;
  <Type extends ElementType, Sum extends AccumulationOf<Type> = Type>(
    input: ConvertibleInput,
    segments: Segments,
    options: TypedScanOptions<Type, Sum> & SegmentRuleOption & { readonly type: Type },
  ): Answer<When, ElementArray<Sum>>;
}

/** The call of a scan over segments. */
export function segmentedScanCall(
  observation: "inclusive-scan" | "exclusive-scan",
  input: unknown,
  segments: unknown,
  options: ContractOptions & SegmentRuleOption & { readonly output?: unknown },
): Call<unknown> {
  checkOptionNames(options, [...SEGMENT_OPTIONS, "output"]);
  const { output, ...contractOptions } = options;
  const given = givenSegmentedContract(input, contractOptions, observation);
  const { contract, columns, length, type, sums } = given;
  const bounds = givenSegments(segments, length);
  const results = { argument: "input", type, names: sums, columns: [], length };
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
}
