import { checkOutput } from "../../contracts/check-output.ts";
import type { Direction } from "../../contracts/contract.ts";
import { checkOptionNames } from "../../values/check-option-names.ts";
import type { ElementArray, ElementType } from "../../values/element-types.ts";
import { type Call, done } from "../call.ts";
import { givenElements } from "../given-elements.ts";
import { resolveTyped } from "../serve.ts";

export interface RunningOptions<Type extends ElementType = ElementType> {
  readonly type?: Type | undefined; // what an input without a type of its own is read as
  readonly direction?: Direction | undefined; // default: "forward"; "backward": over the elements from i on
  readonly output?: ElementArray<Type> | undefined; // default: a fresh array; may be the input itself
}

/** The call of `runningMax` or `runningMin`. */
export function runningExtremeCall(
  operator: "max" | "min",
  input: unknown,
  options: RunningOptions,
): Call<ElementArray> {
  checkOptionNames(options, ["type", "direction", "output"]);
  const { type, elements } = givenElements(input, options.type);
  const contract = resolveTyped({ operator, direction: options.direction }, "inclusive-scan", type);
  const output = options.output === undefined ? undefined : checkOutput(type, elements, options.output);
  return {
    input: [elements],
    *steps(on, vectors) {
      return yield* done(on.scan(contract, "inclusive-scan", vectors));
    },
    output: [output],
    result: ([column]) => column as ElementArray,
  };
}
