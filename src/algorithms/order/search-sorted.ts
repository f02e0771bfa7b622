import type { ConvertibleInput, ElementTypeOf } from "../../contracts/options.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import { describe } from "../../values/describe.ts";
import type { ElementArray, ElementType } from "../../values/element-types.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import type { ValueType } from "../../values/value-types.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import { type Answer, type Call, done } from "../call.ts";
import { shortSearchSorted } from "../short/ordered.ts";
import { indices, typed } from "../template-rule.ts";
import { givenKeys } from "./given-keys.ts";
import { isDescending } from "./order-options.ts";

/** What is said of a call of `searchSorted`. */
interface SearchSortedOptions {
  readonly side?: "left" | "right" | undefined; // default: "left", before elements that are equal to the query; "right": after them
  readonly descending?: boolean | undefined; // default: false; how `sorted` is ordered
}

/**
 * Where each query belongs among elements that are in order: `out[i]` is how many come before `queries[i]`, or for `side: "right"` before it
 * or are equal to it.
 *
 * The order is that of `sort`; inserting a query there keeps it. That `sorted` is in order is not checked: it would cost more than the search;
 * where it is not, the result is some index in range that depends on the executor no more than any other.
 *
 * Work O(queries.length · log sorted.length).
 *
 * @throws InvalidArgumentError for records, and for queries of another type than `sorted`
 */
export interface SearchSorted<When extends "now" | "later"> {
  <Input extends ElementArray>(
    sorted: Input,
    queries: ElementArray<ElementTypeOf<Input>> | readonly number[] | readonly bigint[],
    options?: SearchSortedOptions,
  ): Answer<When, Uint32Array>;
  (
    sorted: ConvertibleInput,
    queries: ConvertibleInput,
    options: SearchSortedOptions & { readonly type: ElementType },
  ): Answer<When, Uint32Array>;
}

/** The call of `searchSorted`. */
export function searchSortedCall(
  sorted: unknown,
  queries: unknown,
  options: {
    readonly side?: unknown;
    readonly descending?: unknown;
    readonly type?: ValueType | undefined;
  } = {},
): Call<Uint32Array> {
  checkOptionNames(options, ["side", "descending", "type"]);
  const { keys, type } = givenKeys(sorted, options.type, "sorted");
  const { keys: wanted } = givenKeys(queries, type, "queries");
  const { side = "left" } = options;
  if (side !== "left" && side !== "right") {
    throw new InvalidArgumentError("side", '"left" or "right"', describe(side));
  }
  const isReversed = isDescending(options.descending);
  return {
    input: [keys, wanted],
    *steps(on, [among, each]) {
      return [yield* done(on.searchSorted(among, each, side, isReversed))];
    },
    result: ([places]) => places as Uint32Array,
  };
}

/** `searchSorted(sorted, queries, { side?, descending? })` gives where each query belongs among what is in order */
export const searchSorted: AlgorithmRow = {
  call: searchSortedCall,
  short: shortSearchSorted,
  template: {
    types: ["sorted"],
    options: ["side", "descending"],
    arguments: ({ sorted }) => [typed("sorted", sorted), typed("queries", sorted)],
    results: indices,
  },
};
