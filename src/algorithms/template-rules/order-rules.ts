import { done } from "../call.ts";
import { checkBinCount } from "../histograms/bins.ts";
import { argsortCall } from "../order/argsort.ts";
import { firstOfSortedSteps } from "../order/first-in-order.ts";
import { isSortedCall } from "../order/is-sorted.ts";
import { mergeCall } from "../order/merge.ts";
import { searchSortedCall } from "../order/search-sorted.ts";
import { sortCall } from "../order/sort.ts";
import { sortByCall } from "../order/sort-by.ts";
import { sortPairsCall } from "../order/sort-pairs.ts";
import { isLargestFirst } from "../order/top-k.ts";
import { given, indices, inputRule, type Options, ruleOf, type TemplateCall, typed } from "./rule.ts";

const SORT_OPTIONS = ["descending", "bits"];
const MERGE_OPTIONS = ["by", "descending"];

export const ORDER_RULES = {
  sort: inputRule(SORT_OPTIONS, sortCall),
  argsort: inputRule(SORT_OPTIONS, argsortCall, indices),
  sortPairs: ruleOf({
    types: ["keys", "values"],
    options: SORT_OPTIONS,
    arguments: ({ keys, values }) => [typed("keys", keys), typed("values", values, "keys")],
    results: ({ keys, values }) => [typed("sortedKeys", keys), typed("sortedValues", values)],
    call: ({ keys, values }, options) => sortPairsCall(keys, values, given(options, SORT_OPTIONS)),
  }),
  sortBy: inputRule(["by", "descending"], (input, { by, ...options }) => sortByCall(input, by, options)),
  merge: ruleOf({
    types: ["input"],
    options: MERGE_OPTIONS,
    arguments: ({ input }) => [typed("left", input), typed("right", input)],
    results: ({ input }) => [typed("output", input)],
    call: ({ left, right }, options) => mergeCall(left, right, given(options, MERGE_OPTIONS)),
  }),
  searchSorted: ruleOf({
    types: ["sorted"],
    options: ["side", "descending"],
    arguments: ({ sorted }) => [typed("sorted", sorted), typed("queries", sorted)],
    results: indices,
    call: ({ sorted, queries }, options) =>
      searchSortedCall(sorted, queries, given(options, ["side", "descending"])),
  }),
  topK: inputRule(["count", "order"], topKOf, ({ input }) => [
    typed("values", input),
    typed("indices", "u32"),
  ]),
  isSorted: inputRule(["descending"], isSortedCall, indices),
} as const;

/** All are sorted: whether it is worth while to select first depends on the length. */
function topKOf(input: unknown, options: Options): TemplateCall {
  argsortCall(input); // which refuses records
  const count = checkBinCount("count", options.count, 0);
  const isDescending = isLargestFirst(options.order);
  return {
    *steps(on, [keys]) {
      return yield* firstOfSortedSteps(on, [keys, yield* done(on.iota(keys))], { count, isDescending });
    },
  };
}
