import type { ScalarType } from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { newColumn } from "../values/value-types.ts";
import { elementOfNumber, isReal, numbersOf } from "./element-of-number.ts";
import {
  type TestValue,
  typeOfTestValue,
  type UntypedTestValue,
  type WrittenTestValue,
} from "./test-value.ts";

/**
 * A value as one of `type`: numbers that say no type are read as if they had its suffix. Where no type is asked for they are i32, or f64
 * where some number has a point.
 *
 * @throws InvalidArgumentError for a value that says another type, and for the first number that `type` does not have
 */
export function typedTestValue(
  value: WrittenTestValue,
  type: ScalarType = value.type ?? usualType(value),
  argument = "value",
): TestValue {
  if (value.type === undefined) return readNumbers(value, type, argument);
  if (value.type === type) return value;
  const expected = typeOfTestValue({ type, shape: value.shape });
  throw new InvalidArgumentError(argument, expected, typeOfTestValue(value));
}

function readNumbers({ shape, numbers }: UntypedTestValue, type: ScalarType, argument: string): TestValue {
  const elements = newColumn(type, numbers.length);
  numbers.forEach((text, index) => {
    const element = elementOfNumber(text, type);
    if (element === undefined) {
      throw new InvalidArgumentError(`${argument}${placeOf(index, shape)}`, numbersOf(type), text);
    }
    elements[index] = element;
  });
  return { type, shape, elements };
}

function usualType({ numbers }: UntypedTestValue): ScalarType {
  return numbers.some(isReal) ? "f64" : "i32";
}

/** The place of the element at `index`, row by row: `[1][0]`; empty for a scalar. */
function placeOf(index: number, shape: readonly number[]): string {
  let rest = index;
  let place = "";
  for (const length of [...shape].reverse()) {
    place = `[${rest % length}]${place}`;
    rest = Math.floor(rest / length);
  }
  return place;
}
