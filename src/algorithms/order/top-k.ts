import type { ConvertibleInput, ElementTypeOf } from "../../contracts/options.ts";
import { checkOptionNames } from "../../values/check-option-names.ts";
import { describe } from "../../values/describe.ts";
import type { ElementArray, ElementType } from "../../values/element-types.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import type { ValueType } from "../../values/value-types.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import { type Answer, type Call, done } from "../call.ts";
import { checkBinCount } from "../histograms/bins.ts";
import { type Options, type TemplateCall, typed } from "../template-rule.ts";
import { firstOfSortedSteps, firstSteps } from "./first-in-order.ts";
import { givenKeys } from "./given-keys.ts";

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
 * Work O(n) to find those that can be among them by their 16 highest bits, and that of a sort of those.
 *
 * @throws InvalidArgumentError for records, and for a `count` that is no whole number from 0 to the input's length
 */
export interface TopK<When extends "now" | "later"> {
  <Input extends ElementArray>(
    input: Input,
    count: number,
    options?: TopKOptions,
  ): Answer<When, TopElements<ElementArray<ElementTypeOf<Input>>>>;
  <Type extends ElementType>(
    input: ConvertibleInput,
    count: number,
    options: TopKOptions & { readonly type: Type },
  ): Answer<When, TopElements<ElementArray<Type>>>;
}

/** The call of `topK`. */
export function topKCall(
  input: unknown,
  count: unknown,
  options: { readonly order?: unknown; readonly type?: ValueType | undefined } = {},
): Call<TopElements<unknown>> {
  checkOptionNames(options, ["order", "type"]);
  const { keys } = givenKeys(input, options.type);
  const isDescending = isLargestFirst(options.order);
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

/** @throws InvalidArgumentError */
function isLargestFirst(order: unknown = "largest"): boolean {
  if (order === "largest" || order === "smallest") return order === "largest";
  throw new InvalidArgumentError("order", '"largest" or "smallest"', describe(order));
}

/** `topK(input, count, { order? })` gives `{ values, indices }` of the largest or smallest */
export const topK: AlgorithmRow = {
  call: topKCall,
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
