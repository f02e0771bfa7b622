import { checkOutput } from "../../contracts/check-columns.ts";
import type { Direction } from "../../contracts/contract.ts";
import type { ConvertibleInput, ElementTypeOf, TypedInput } from "../../contracts/options.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import type { ElementArray, ElementType } from "../../values/element-types.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import { type Answer, type Call, done } from "../call.ts";
import { givenElements } from "../given-elements.ts";
import { resolveColumns } from "../serve.ts";
import { shortRunningMax, shortRunningMin } from "../short/scanned.ts";

interface RunningOptions<Type extends ElementType = ElementType> {
  readonly type?: Type | undefined; // what an input without a type of its own is read as
  readonly direction?: Direction | undefined; // default: "forward"; "backward": over the elements from i on
  readonly output?: ElementArray<Type> | undefined; // default: a fresh array; may be the input itself
}

/** A function of an input, which gives as many elements. */
interface RunningOf<When extends "now" | "later"> {
  <Input extends TypedInput>(
    input: Input,
    options?: RunningOptions<ElementTypeOf<Input>>,
  ): Answer<When, ElementArray<ElementTypeOf<Input>>>;
  <Type extends ElementType>(
    input: ConvertibleInput,
    options: RunningOptions<Type> & { readonly type: Type },
  ): Answer<When, ElementArray<Type>>;
}

/**
 * The largest element so far: `out[i] = max(input[0], …, input[i])`; backward, of `input[i], …, input[n−1]`.
 *
 * Output has the length of `input`. As the operator `max` has it: a NaN wins from where it stands on, and −0 is less than +0. Work O(n).
 *
 * @throws InvalidArgumentError, LengthMismatchError for an output of another type or length
 */
export type RunningMax<When extends "now" | "later"> = RunningOf<When>;

/**
 * The smallest element so far: `out[i] = min(input[0], …, input[i])`; backward, of `input[i], …, input[n−1]`.
 *
 * Output has the length of `input`. As the operator `min` has it: a NaN wins from where it stands on, and −0 is less than +0. Work O(n).
 *
 * @throws InvalidArgumentError, LengthMismatchError for an output of another type or length
 */
export type RunningMin<When extends "now" | "later"> = RunningOf<When>;

/** The calls of `runningMax` and `runningMin`. */
function runningExtremeCall(operator: "max" | "min") {
  return (input: unknown, options: RunningOptions = {}): Call<ElementArray> => {
    checkOptionNames(options, ["type", "direction", "output"]);
    const { type, elements } = givenElements(input, options.type);
    const contract = resolveColumns({ operator, direction: options.direction }, "inclusive-scan", type);
    const output = options.output === undefined ? undefined : checkOutput(type, elements, options.output);
    return {
      input: [elements],
      *steps(on, vectors) {
        return yield* done(on.scan(contract, "inclusive-scan", vectors));
      },
      output: [output],
      result: ([column]) => column as ElementArray,
    };
  };
}

export const runningMaxCall = /* @__PURE__ */ runningExtremeCall("max");
export const runningMinCall = /* @__PURE__ */ runningExtremeCall("min");

/** `runningMax(input, { direction? })` gives the largest element so far */
export const runningMax: AlgorithmRow = {
  call: runningMaxCall,
  short: shortRunningMax,
  template: { options: ["direction"] },
};

/** `runningMin(input, { direction? })` gives the smallest element so far */
export const runningMin: AlgorithmRow = {
  call: runningMinCall,
  short: shortRunningMin,
  template: { options: ["direction"] },
};
