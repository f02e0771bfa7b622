import { oneOf } from "../values/check-name.ts";
import { describe } from "../values/describe.ts";
import {
  ELEMENT_TYPES,
  type ElementArray,
  type ElementType,
  elementTypeOf,
} from "../values/element-types.ts";
import { EmptyInputError, InvalidArgumentError } from "../values/errors.ts";
import { checkInput } from "./check-input.ts";
import { checkLength } from "./move-columns.ts";

/** An input of single elements, checked. */
interface GivenElements {
  readonly type: ElementType;
  readonly elements: ElementArray;
}

/**
 * Single elements as a caller gives them: a typed array, or with a `type` anything whose values convert exactly.
 *
 * @throws InvalidArgumentError naming the argument
 */
export function givenElements(input: unknown, declared?: unknown, argument = "input"): GivenElements {
  if (declared !== undefined && !ELEMENT_TYPES.includes(declared as ElementType)) {
    const expected = typeof declared === "string" ? oneOf(declared, ELEMENT_TYPES) : "an element type";
    throw new InvalidArgumentError("type", expected, describe(declared));
  }
  const type = (declared as ElementType | undefined) ?? elementTypeOf(input);
  if (type === undefined) {
    const isArray = Array.isArray(input) || ArrayBuffer.isView(input);
    const types = "an array of f64, f32, i64, u64, i32 or u32";
    const expected = isArray ? `${types}, or come with a "type" to be read as` : types;
    throw new InvalidArgumentError(argument, expected, describe(input));
  }
  const elements = checkInput(type, input, argument);
  checkLength(elements.length, argument);
  return { type, elements };
}

/** The same where there must be an element. @throws EmptyInputError, which has no initial value to offer */
export function someElements(input: unknown, declared?: unknown): GivenElements {
  const given = givenElements(input, declared);
  if (given.elements.length === 0) throw new EmptyInputError();
  return given;
}
