import { checkAttached, checkOverlap } from "../values/check-arrays.ts";
import { describe } from "../values/describe.ts";
import { type ElementArray, type ElementType, elementTypeOf } from "../values/element-types.ts";
import { InvalidArgumentError, LengthMismatchError } from "../values/errors.ts";

/** Checks a caller's output: the accumulation type, the input's length, and in place or apart. @throws InvalidArgumentError, LengthMismatchError */
export function checkOutput(
  accumulate: ElementType,
  input: ElementArray,
  output: unknown,
  inputName = "input",
): ElementArray {
  if (elementTypeOf(output) !== accumulate) {
    throw new InvalidArgumentError("output", `a typed array of ${accumulate}`, describe(output));
  }
  const elements = output as ElementArray;
  if (elements.length === 0) checkAttached("output", elements);
  if (elements.length !== input.length)
    throw new LengthMismatchError("output", input.length, elements.length);
  checkOverlap(input, elements, inputName);
  return elements;
}

/** Checks the output of a plain function's scan: a plain array of the input's length. @throws InvalidArgumentError, LengthMismatchError */
export function checkAnyOutput(input: ArrayLike<unknown>, output: unknown): unknown[] {
  if (!Array.isArray(output))
    throw new InvalidArgumentError("output", "an Array, for a plain function", describe(output));
  if (output.length !== input.length) throw new LengthMismatchError("output", input.length, output.length);
  return output;
}
