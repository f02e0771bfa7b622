import type { ConvertibleInput, ElementTypeOf, SumOf, TypedInput } from "../../contracts/options.ts";
import type { Primitives } from "../../executors/primitives.ts";
import { binary, constant, convert, left, right, type Term, unary } from "../../operators/term.ts";
import { checkInteger } from "../../values/check-arguments.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import { describe } from "../../values/describe.ts";
import type { ElementArray, ScalarType, StorageType } from "../../values/element-types.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { imageBits } from "../../values/total-order.ts";
import type { ColumnArray, ValueType } from "../../values/value-types.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import { type Answer, type Call, done, type Steps } from "../call.ts";
import { checkBinCount } from "../histograms/bins.ts";
import { resolveColumns } from "../serve.ts";
import { shortFirst, shortTopK } from "../short/ordered.ts";
import { type Options, type TemplateCall, typed } from "../template-rule.ts";
import { givenKeys } from "./given-keys.ts";
import { imageTerm } from "./image-term.ts";

/** Which elements are wanted: the first `count` of `length` in an order. */
interface Wanted {
  readonly length: number;
  readonly count: number;
  readonly isDescending: boolean;
}

/** Highest bits of an image that tell first whether an element can be among those wanted: of an f64 sign, exponent and four more. */
const BIN_BITS = 16;
const BIN_COUNT = 2 ** BIN_BITS;

/** Below this length, and for more than a share of the elements, all are sorted. */
const SHORTEST_SELECTION = 2 ** 18;
const MOST_SELECTED = 1 / 16;

/**
 * The first elements in the order of `sort`, and their indices: a column of each.
 *
 * By the executor's own selection, if it has one. Else, where few of many are wanted, only those are sorted whose highest bits can be among them:
 *
 *     bins  = the highest bits of each image
 *     ends  = inclusive scan of how often each bin occurs
 *     last  = the first bin with ends[last] ≥ count
 *     those with bins ≤ last, in order: the first `count` of them
 */
export function* firstSteps<Vector>(
  on: Primitives<Vector>,
  keys: Vector,
  { length, count, isDescending }: Wanted,
  shortest: number = SHORTEST_SELECTION,
): Steps<readonly [values: Vector, indices: Vector]> {
  const leading = on.leading?.(keys, count, isDescending);
  if (leading !== undefined) {
    const first = yield* done(leading);
    return [first.keys, first.indices];
  }
  const type = on.typeOf(keys);
  const isSelected = length >= shortest && count <= length * MOST_SELECTED && imageBits(type) > BIN_BITS;
  const [some, indices] = isSelected
    ? yield* candidateSteps(on, keys, count, isDescending)
    : [keys, yield* done(on.iota(keys))];
  return yield* firstOfSortedSteps(on, [some, indices], { count, isDescending });
}

/** The same where all are sorted: of elements, and their indices. */
function* firstOfSortedSteps<Vector>(
  on: Primitives<Vector>,
  [keys, indices]: readonly [keys: Vector, indices: Vector],
  { count, isDescending }: Pick<Wanted, "count" | "isDescending">,
): Steps<readonly [values: Vector, indices: Vector]> {
  const order = { isDescending, bits: [0, imageBits(on.typeOf(keys))] } as const;
  const sorted = yield* done(on.sort(keys, [indices], order));
  return [yield* done(on.slice(sorted.keys, 0, count)), yield* done(on.slice(sorted.payload[0], 0, count))];
}

/** The elements whose bin is not after that of the last one wanted, and their indices. */
function* candidateSteps<Vector>(
  on: Primitives<Vector>,
  keys: Vector,
  count: number,
  isDescending: boolean,
): Steps<readonly [keys: Vector, indices: Vector]> {
  const bins = yield* done(on.map([binTerm(on.typeOf(keys), isDescending)], [keys]));
  const { counts } = yield* done(on.countIndices(bins[0], BIN_COUNT));
  const sum = resolveColumns({ operator: "add" }, "inclusive-scan", "u32");
  const [ends] = yield* done(on.scan(sum, "inclusive-scan", [counts]));
  const last = yield* done(on.searchSorted(ends, yield* done(on.fill("u32", count, 1)), "left", false));
  // A flag by bin: what is looked up for each element is one byte of a table that stays in a cache.
  const [lastOfEach] = yield* done(on.gather([last], yield* done(on.fill("u32", 0, BIN_COUNT))));
  const isKept = binary("lessOrEqual", left("u32"), right("u32"));
  const keptBins = yield* done(on.map([isKept], [yield* done(on.iota(counts))], [lastOfEach]));
  const [flags] = yield* done(on.gather(keptBins, bins[0]));
  const [some] = yield* done(on.compact([keys], flags));
  return [some, yield* done(on.flagIndices(flags, false))];
}

/** The highest bits of a key's image, or of its complement. */
function binTerm(type: ScalarType, isDescending: boolean): Term {
  const image = imageTerm(left(type));
  const ordered = isDescending ? unary("not", image) : image;
  const distance = imageBits(type) - BIN_BITS;
  const highest = constant(ordered.type, ordered.type === "u64" ? BigInt(distance) : distance);
  return convert("u32", binary("shiftRight", ordered, highest));
}

/** What is said of a call of `topK`. */
interface TopKOptions {
  readonly order?: "largest" | "smallest" | undefined; // default: "largest", which come largest first
}

/** The first elements in an order, and where they stand in the input. */
interface TopElements<Values> {
  readonly values: Values;
  readonly indices: Uint32Array;
}

/**
 * The k largest elements, the largest first, and their indices; or the k smallest, the smallest first.
 *
 * The order is that of `sort`, in which a NaN is larger than all numbers; of equal elements the first in the input comes first.
 *
 * Selects: elements are read once, in blocks of 128 of which the first in order is kept; then those blocks again, at most one for each of
 * the k and as many as hold equals, whose first can be among them. Work O(n), and that of a sort of what these have. For k above n / 256, and on
 * a GPU, those are sorted that can be among them by their 16 highest bits.
 *
 * @throws InvalidArgumentError for records, and for a `count` that is no whole number from 0 to the input's length
 */
export interface TopK<When extends "now" | "later"> {
  <Input extends TypedInput>(
    input: Input,
    count: number,
    options?: TopKOptions,
  ): Answer<When, TopElements<ElementArray<ElementTypeOf<Input>>>>;
  <Type extends StorageType>(
    input: ConvertibleInput,
    count: number,
    options: TopKOptions & { readonly type: Type },
  ): Answer<When, TopElements<ElementArray<SumOf<Type>>>>;
}

/** The call of `topK`. */
export function topKCall(
  input: unknown,
  count: unknown,
  options: { readonly order?: unknown; readonly type?: ValueType | undefined } = {},
): Call<TopElements<unknown>> {
  checkOptionNames(options, ["order", "type"]);
  const { keys } = givenKeys(input, options.type);
  return topOf(keys, count, isLargestFirst(options.order));
}

function topOf(keys: ColumnArray, count: unknown, isDescending: boolean): Call<TopElements<unknown>> {
  if (!Number.isInteger(count) || Number(count) < 0 || Number(count) > keys.length) {
    const expected = `a whole number from 0 to ${keys.length}, the input's length`;
    throw new InvalidArgumentError("count", expected, describe(count));
  }
  const wanted = { length: keys.length, count: Number(count), isDescending };
  return {
    input: [keys],
    steps: (on, [vector]) => firstSteps(on, vector, wanted),
    result: ([values, indices]) => ({ values, indices: indices as Uint32Array }),
  };
}

/** Whether the largest are wanted. @throws InvalidArgumentError */
export function isLargestFirst(order: unknown = "largest"): boolean {
  if (order === "largest" || order === "smallest") return order === "largest";
  throw new InvalidArgumentError("order", '"largest" or "smallest"', describe(order));
}

/** `topK(input, count, { order? })` gives `{ values, indices }` of the largest or smallest */
export const topK: AlgorithmRow = {
  call: topKCall,
  short: shortTopK,
  prepared(_type, given) {
    checkOptionNames(given, ["count", "order"]);
    const count = checkInteger("count", given.count, 0);
    const isDescending = isLargestFirst(given.order);
    return {
      composition: `result = the first ${count} of the elements in ${isDescending ? "descending" : "ascending"} order, and where they are`,
      short: (_on, elements) => shortFirst(elements, count, isDescending),
      call: (elements) => topOf(elements, count, isDescending),
    };
  },
  template: {
    options: ["count", "order"],
    results: ({ input }) => [typed("values", input), typed("indices", "u32")],
    call: ({ input }, options) => allSorted(input, options),
  },
};

/** All are sorted: whether it is worth while to select first depends on the length. */
function allSorted(input: unknown, options: Options): TemplateCall {
  givenKeys(input, undefined);
  const count = checkBinCount("count", options.count, 0);
  const isDescending = isLargestFirst(options.order);
  return {
    *steps(on, [keys]) {
      return yield* firstOfSortedSteps(on, [keys, yield* done(on.iota(keys))], { count, isDescending });
    },
  };
}
