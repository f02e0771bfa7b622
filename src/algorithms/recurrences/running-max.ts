import type { ConvertibleInput, ElementTypeOf } from "../../contracts/options.ts";
import type { ElementArray, ElementType } from "../../values/element-types.ts";
import type { Answer, Call } from "../call.ts";
import { type RunningOptions, runningExtremeCall } from "./running-extreme.ts";

/**
 * The largest element so far: `out[i] = max(input[0], …, input[i])`; backward, of `input[i], …, input[n−1]`.
 *
 * Output has the length of `input`. As the operator `max` has it: a NaN wins from where it stands on, and −0 is less than +0. Work O(n).
 *
 * @throws InvalidArgumentError, LengthMismatchError for an output of another type or length
 */
export interface RunningMax<When extends "now" | "later"> {
  <Input extends ElementArray>(
    input: Input,
    options?: RunningOptions<ElementTypeOf<Input>>,
  ): Answer<When, ElementArray<ElementTypeOf<Input>>>;
  <Type extends ElementType>(
    input: ConvertibleInput,
    options: RunningOptions<Type> & { readonly type: Type },
  ): Answer<When, ElementArray<Type>>;
}

/** The call of `runningMax`. */
export function runningMaxCall(input: unknown, options: RunningOptions = {}): Call<ElementArray> {
  return runningExtremeCall("max", input, options);
}
