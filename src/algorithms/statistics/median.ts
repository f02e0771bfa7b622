import type { ConvertibleInput, TypedInput } from "../../contracts/options.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import type { StorageType } from "../../values/element-types.ts";
import type { HalfType } from "../../values/halves.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import type { Answer, Call } from "../call.ts";
import { roundable } from "../rounded-call.ts";
import { shortMedian } from "../short/ordered.ts";
import { inDoubles, preparedQuantiles, quantileCall, quantileOfColumn } from "./quantile.ts";

/**
 * The median: the element in the middle of the order, or of an even number `out = x[n/2 − 1]·½ + x[n/2]·½`.
 *
 * That is `quantile(input, 0.5)`: products and sum round to f64, elements of i64 and u64 first; a zero is +0, a NaN anywhere makes it NaN. The
 * elements in the middle are selected, not sorted: work O(n).
 *
 * @throws EmptyInputError for nothing
 */
export interface Median<When extends "now" | "later"> {
  (
    input: TypedInput | ConvertibleInput,
    options: { readonly type?: StorageType; readonly output: HalfType },
  ): Answer<When, number>;
  (input: TypedInput): Answer<When, number>;
  (input: ConvertibleInput, options: { readonly type: StorageType }): Answer<When, number>;
}

/** The call of `median`. */
export function medianCall(input: unknown, options: { readonly type?: unknown } = {}): Call<number> {
  checkOptionNames(options, ["type"]);
  return quantileCall(input, 0.5, options) as Call<number>;
}

/** `median(input)` gives the element in the middle of the order, or what is halfway between the two there */
export const median: AlgorithmRow = {
  call: /* @__PURE__ */ roundable(medianCall),
  short: shortMedian,
  prepared(_type, given) {
    checkOptionNames(given, []);
    return preparedQuantiles(1 / 2);
  },
  template: { results: inDoubles, call: ({ input }) => quantileOfColumn(input, 1 / 2) },
};
