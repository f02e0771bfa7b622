import type { ConvertibleInput } from "../../contracts/options.ts";
import { describe } from "../../values/describe.ts";
import type { ElementArray, ElementType } from "../../values/element-types.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import type { Answer, Call } from "../call.ts";
import type { Columns, Moved } from "../move-columns.ts";
import type { Indices } from "../segments/given-segments.ts";
import { shortRunLengthDecode } from "../short/moved.ts";
import { typed } from "../template-rule.ts";
import { type ExpandOptions, expandSteps, expansion } from "./expand.ts";

/**
 * The elements that runs stand for: each of `values` as often as its length says. The inverse of `runLengthEncode`; lengths may be 0.
 *
 * Work O(n) and that of the result.
 *
 * @throws LengthMismatchError for lengths of another number than the values, or an output of another length than the result
 * @throws InvalidArgumentError for a negative length, and lengths of 2^32 or more together
 */
export interface RunLengthDecode<When extends "now" | "later"> {
  <Values extends Columns>(
    runs: { readonly values: Values; readonly lengths: Indices },
    options?: { readonly output?: Moved<Values> | undefined },
  ): Answer<When, Moved<Values>>;
  <Type extends ElementType>(
    runs: { readonly values: ConvertibleInput; readonly lengths: Indices },
    options: { readonly type: Type; readonly output?: ElementArray<Type> | undefined },
  ): Answer<When, ElementArray<Type>>;
}

/** The call of `runLengthDecode`. */
export function runLengthDecodeCall(runs: unknown, options: ExpandOptions = {}): Call<unknown> {
  if (typeof runs !== "object" || runs === null || !("values" in runs) || !("lengths" in runs)) {
    const expected = "an object with values and lengths, as runLengthEncode gives";
    throw new InvalidArgumentError("runs", expected, describe(runs));
  }
  const { values: input, lengths: counts } = runs;
  return expansion({ input, counts, inputName: "runs.values", countsName: "runs.lengths" }, options);
}

/** `runLengthDecode(runs)` gives the elements that runs stand for */
export const runLengthDecode: AlgorithmRow = {
  call: runLengthDecodeCall,
  short: shortRunLengthDecode,
  template: {
    types: ["values"],
    arguments: ({ values }) => [typed("values", values), typed("lengths", "u32", "values")],
    results: ({ values }) => [typed("output", values)],
    call: () => ({ steps: expandSteps }),
  },
};
