import type { ConvertibleInput } from "../../contracts/options.ts";
import type { ElementArray, ElementType } from "../../values/element-types.ts";
import type { Answer, Call } from "../call.ts";
import { type ExtremeOptions, firstOfExtremeCall } from "./first-of-extreme.ts";

/**
 * The index of the first smallest element: `out = the least i with input[i] = min(input)`.
 *
 * In the order of the operator `min`: a NaN wins, and −0 is less than +0. Work O(n), span O(log n).
 *
 * @throws EmptyInputError for nothing
 * @see docs/notes/what-scans-are-for.md (Blelloch 1990)
 */
export interface ArgMin<When extends "now" | "later"> {
  (input: ElementArray): Answer<When, number>;
  (input: ConvertibleInput, options: { readonly type: ElementType }): Answer<When, number>;
}

/** The call of `argMin`. */
export function argMinCall(input: unknown, options: ExtremeOptions = {}): Call<number> {
  return firstOfExtremeCall("min", input, options);
}
