import type { ConvertibleInput } from "../../contracts/options.ts";
import type { ElementArray, ElementType } from "../../values/element-types.ts";
import type { Answer, Call } from "../call.ts";
import type { Columns } from "../move-columns.ts";
import type { Predicate } from "../predicate.ts";
import { type CountOptions, flagsCall } from "./count-flags.ts";

/**
 * How many elements a predicate holds for: `out = input.filter(predicate).length`.
 *
 * The input is a typed array or a record of columns; the predicate a typed term, flags, or a plain function of an element and its index.
 * Of nothing it is 0. Work O(n), span O(log n): all elements are looked at.
 *
 * @throws InvalidArgumentError for a predicate that does not fit the elements
 * @throws LengthMismatchError for columns or flags of different lengths
 */
export interface Count<When extends "now" | "later"> {
  <Input extends Columns>(input: Input, predicate: Predicate<Input>): Answer<When, number>;
  <Type extends ElementType>(
    input: ConvertibleInput,
    predicate: Predicate<ElementArray<Type>>,
    options: { readonly type: Type },
  ): Answer<When, number>;
}

/** The call of `count`. */
export function countCall(input: unknown, predicate: unknown, options: CountOptions = {}): Call<number> {
  return flagsCall("add", [input, predicate, options], (combined) => combined);
}
