import { oneOf } from "../values/check-name.ts";
import { describe } from "../values/describe.ts";
import {
  type ElementArray,
  elementTypeOf,
  isNarrowType,
  type NarrowArray,
  narrowTypeOf,
  STORAGE_TYPES,
  type StorageType,
} from "../values/element-types.ts";
import { EmptyInputError, InvalidArgumentError, SOME_ELEMENT } from "../values/errors.ts";
import { checkInput, typesOfWords } from "./check-input.ts";
import { checkLength } from "./move-columns.ts";
import { type GivenElements, widenedElements } from "./widened-elements.ts";

/**
 * Single elements as a caller gives them: a typed array, narrow ones as what they widen to, or with a `type` anything whose values convert exactly.
 *
 * @throws InvalidArgumentError naming the argument
 */
export function givenElements(input: unknown, declared?: unknown, argument = "input"): GivenElements {
  if (declared !== undefined && !STORAGE_TYPES.includes(declared as StorageType)) {
    const expected = typeof declared === "string" ? oneOf(declared, STORAGE_TYPES) : "an element type";
    throw new InvalidArgumentError("type", expected, describe(declared));
  }
  const type = (declared as StorageType | undefined) ?? elementTypeOf(input) ?? narrowTypeOf(input);
  if (type === undefined) {
    const isArray = Array.isArray(input) || ArrayBuffer.isView(input);
    const types = "an array of f64, f32, i64, u64, i32 or u32";
    const expected = isArray ? `${types}, or come with a "type" to be read as${typesOfWords(input)}` : types;
    throw new InvalidArgumentError(argument, expected, describe(input));
  }
  const column = checkInput(type, input, argument);
  checkLength(column.length, argument);
  if (isNarrowType(type)) return widenedElements(type, column as NarrowArray);
  return { type, elements: column as ElementArray };
}

/** The same where there must be an element. @throws EmptyInputError, which has no initial value to offer */
export function someElements(input: unknown, declared?: unknown): GivenElements {
  const given = givenElements(input, declared);
  checkSome(given.elements);
  return given;
}

/** @throws EmptyInputError for nothing */
export function checkSome(elements: ElementArray): ElementArray {
  if (elements.length === 0) throw new EmptyInputError("input", SOME_ELEMENT);
  return elements;
}
