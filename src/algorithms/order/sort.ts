import type { ConvertibleInput, ElementTypeOf, SumOf, TypedInput } from "../../contracts/options.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import type { ElementArray, StorageType } from "../../values/element-types.ts";
import type { ColumnArray, ValueType } from "../../values/value-types.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import { type Answer, type Call, done } from "../call.ts";
import { outputColumns } from "../move-columns.ts";
import { shortSort } from "../short/ordered.ts";
import { givenKeys } from "./given-keys.ts";
import { type GivenOrder, type OrderOptions, orderOf } from "./order-options.ts";

/**
 * The elements in order: `out[0] ≤ out[1] ≤ …`, with the same elements as the input.
 *
 * The order is total: numbers by value, −0 before +0, NaNs, all equal, last. It is stable: equal elements, which only NaNs and `bits` tell
 * apart, keep their order and their bits. `descending: true` is the exact reverse of the order, and as stable. The result may be the input.
 *
 * Work O(n) by digit of 8 bits in which the elements differ.
 *
 * @throws InvalidArgumentError for records, for `bits` that the type does not have
 * @throws LengthMismatchError for an output of another length
 * @see docs/what-scans-are-for.md (Blelloch 1990, split radix sort)
 */
export interface Sort<When extends "now" | "later"> {
  <Input extends TypedInput>(
    input: Input,
    options?: OrderOptions & { readonly output?: ElementArray<ElementTypeOf<Input>> | undefined },
  ): Answer<When, ElementArray<ElementTypeOf<Input>>>;
  <Type extends StorageType>(
    input: ConvertibleInput,
    options: OrderOptions & { readonly type: Type; readonly output?: ElementArray<SumOf<Type>> | undefined },
  ): Answer<When, ElementArray<SumOf<Type>>>;
}

/** The call of `sort`. */
export function sortCall(
  input: unknown,
  options: GivenOrder & { readonly type?: ValueType | undefined; readonly output?: unknown } = {},
): Call<ColumnArray> {
  checkOptionNames(options, ["descending", "bits", "type", "output"]);
  const { keys, type, given } = givenKeys(input, options.type);
  const order = orderOf(type, options);
  return {
    input: [keys],
    output: outputColumns(given, options.output, keys.length),
    *steps(on, [vector]) {
      const sorted = yield* done(on.sort(vector, [], order));
      return [sorted.keys];
    },
    result: ([sorted]) => sorted,
  };
}

/** `sort(input, { descending?, bits? })` gives the elements in order */
export const sort: AlgorithmRow = {
  call: sortCall,
  short: shortSort,
  template: { options: ["descending", "bits"] },
};
