import type { ConvertibleInput, ElementTypeOf } from "../../contracts/options.ts";
import type { Primitives, SortOrder } from "../../executors/primitives.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import type { ElementArray, ElementType } from "../../values/element-types.ts";
import type { ColumnArray, ValueType } from "../../values/value-types.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import { type Answer, type Call, done, type Steps } from "../call.ts";
import { outputColumns } from "../move-columns.ts";
import { givenKeys } from "../order/given-keys.ts";
import { type GivenOrder, type OrderOptions, orderOf } from "../order/order-options.ts";
import { shortSegmentedSort } from "../short/ordered.ts";
import type { Options, TemplateCall } from "../template-rule.ts";
import { givenSegments, type Segments } from "./given-segments.ts";
import { oneSegment, segmentsAndInput } from "./segment-template.ts";

/**
 * Each segment in order, with its own elements: `out[offsets[s]] ≤ … ≤ out[offsets[s+1] − 1]`.
 *
 * The order is that of `sort`, and as stable. One sort of everything, then one by segment: work O(n) by digit of 8 bits in which elements, or
 * the numbers of their segments, differ, whatever the segments' lengths.
 *
 * @throws InvalidArgumentError for records, for `bits` that the type does not have
 * @throws InvalidArgumentError, LengthMismatchError for segments that do not cover the input, or an output that does not fit
 * @see docs/what-scans-are-for.md
 */
export interface SegmentedSort<When extends "now" | "later"> {
  <Input extends ElementArray>(
    input: Input,
    segments: Segments,
    options?: OrderOptions & { readonly output?: ElementArray<ElementTypeOf<Input>> | undefined },
  ): Answer<When, ElementArray<ElementTypeOf<Input>>>;
  <Type extends ElementType>(
    input: ConvertibleInput,
    segments: Segments,
    options: OrderOptions & { readonly type: Type; readonly output?: ElementArray<Type> | undefined },
  ): Answer<When, ElementArray<Type>>;
}

/** The call of `segmentedSort`. */
export function segmentedSortCall(
  input: unknown,
  segments: unknown,
  options: GivenOrder & { readonly type?: ValueType | undefined; readonly output?: unknown } = {},
): Call<ColumnArray> {
  checkOptionNames(options, ["descending", "bits", "type", "output"]);
  const { keys, type, given } = givenKeys(input, options.type);
  const bounds = givenSegments(segments, keys.length);
  const order = orderOf(type, options);
  // Segment numbers are below the count; the bits of the largest suffice.
  const bits = [0, Math.max(1, 32 - Math.clz32(Math.max(0, bounds.count - 1)))] as const;
  return {
    input: [bounds.column, keys],
    output: outputColumns(given, options.output, keys.length),
    *steps(on, [column, elements]) {
      if (bounds.count <= 1) return [(yield* done(on.sort(elements, [], order))).keys];
      const offsets = yield* bounds.offsets(on, column);
      return [yield* segmentedSortSteps(on, offsets, elements, { order, bits })];
    },
    result: ([sorted]) => sorted,
  };
}

/** Each of the segments at `offsets` in order; `bits` are those that numbers of segments have. */
function* segmentedSortSteps<Vector>(
  on: Primitives<Vector>,
  offsets: Vector,
  elements: Vector,
  { order, bits }: { readonly order: SortOrder; readonly bits: SortOrder["bits"] },
): Steps<Vector> {
  const ids = yield* done(on.segmentIds(offsets, elements));
  const sorted = yield* done(on.sort(elements, [ids], order));
  const back = yield* done(on.sort(sorted.payload[0], [sorted.keys], { isDescending: false, bits }));
  return back.payload[0];
}

/** `segmentedSort(input, segments, { descending?, bits? })` gives each segment in order */
export const segmentedSort: AlgorithmRow = {
  call: segmentedSortCall,
  short: shortSegmentedSort,
  template: {
    options: ["segments", "descending", "bits"],
    arguments: segmentsAndInput,
    call: ({ input }, options) => anySegments(input, options),
  },
};

/** How many segments there are is known on a device alone: their numbers may have any bits. */
function anySegments(input: unknown, options: Options): TemplateCall {
  const { type } = givenKeys(input, undefined);
  const order = orderOf(type, options);
  const bounds = givenSegments(oneSegment(options));
  return {
    *steps(on, [column, elements]) {
      const offsets = yield* bounds.offsets(on, column);
      return [yield* segmentedSortSteps(on, offsets, elements, { order, bits: [0, 32] })];
    },
  };
}
