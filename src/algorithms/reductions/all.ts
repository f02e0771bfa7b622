import type { ConvertibleInput } from "../../contracts/options.ts";
import type { ElementArray, ElementType } from "../../values/element-types.ts";
import type { Answer, Call } from "../call.ts";
import type { Columns } from "../move-columns.ts";
import type { Predicate } from "../predicate.ts";
import { type CountOptions, flagsCall } from "./count-flags.ts";

/**
 * Whether a predicate holds for every element: `out = input.every(predicate)`.
 *
 * The input is a typed array or a record of columns; the predicate a typed term, flags, or a plain function of an element and its index.
 * Of nothing it is true. Work O(n), span O(log n): all elements are looked at.
 *
 * @throws InvalidArgumentError for a predicate that does not fit the elements
 * @throws LengthMismatchError for columns or flags of different lengths
 */
export interface All<When extends "now" | "later"> {
  <Input extends Columns>(input: Input, predicate: Predicate<Input>): Answer<When, boolean>;
  <Type extends ElementType>(
    input: ConvertibleInput,
    predicate: Predicate<ElementArray<Type>>,
    options: { readonly type: Type },
  ): Answer<When, boolean>;
}

/** The call of `all`. */
export function allCall(input: unknown, predicate: unknown, options: CountOptions = {}): Call<boolean> {
  return flagsCall("and", [input, predicate, options], (combined) => combined === 1);
}
