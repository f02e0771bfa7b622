import type { ConvertibleInput } from "../../contracts/options.ts";
import type { ElementArray, ElementType } from "../../values/element-types.ts";
import type { Answer, Call } from "../call.ts";
import { type ExtremeOptions, firstOfExtremeCall } from "./first-of-extreme.ts";

/**
 * The index of the first largest element: `out = the least i with input[i] = max(input)`.
 *
 * In the order of the operator `max`: a NaN wins, and −0 is less than +0. Work O(n), span O(log n).
 *
 * @throws EmptyInputError for nothing
 * @see docs/notes/what-scans-are-for.md (Blelloch 1990)
 */
export interface ArgMax<When extends "now" | "later"> {
  (input: ElementArray): Answer<When, number>;
  (input: ConvertibleInput, options: { readonly type: ElementType }): Answer<When, number>;
}

/** The call of `argMax`. */
export function argMaxCall(input: unknown, options: ExtremeOptions = {}): Call<number> {
  return firstOfExtremeCall("max", input, options);
}
