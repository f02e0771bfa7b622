import { checkList, checkObject, checkText } from "../values/check-arguments.ts";
import { checkName } from "../values/check-name.ts";

import { describe } from "../values/describe.ts";
import type { ScalarType } from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { newColumn, SCALAR_TYPES } from "../values/value-types.ts";
import { elementOfNumber, isReal, numbersOf } from "./element-of-number.ts";
import {
  checkShape,
  checkTestValue,
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
export function typedTestValue(given: WrittenTestValue, asked?: ScalarType, argument = "value"): TestValue {
  const value = checkWritten(checkText("argument", argument), given);
  const type =
    asked === undefined ? (value.type ?? usualType(value)) : checkName("type", SCALAR_TYPES, asked);
  if (value.type === undefined) return readNumbers(value, type, argument);
  if (value.type === type) return value;
  const expected = typeOfTestValue({ type, shape: value.shape });
  throw new InvalidArgumentError(argument, expected, typeOfTestValue(value));
}

function checkWritten(argument: string, given: unknown): WrittenTestValue {
  const { type, shape, numbers } = checkObject(argument, given);
  if (type !== undefined) return checkTestValue(argument, given);
  return {
    type,
    shape: checkShape(`${argument}.shape`, shape),
    numbers: checkList(`${argument}.numbers`, numbers, "texts").map((text) =>
      checkNumber(`${argument}.numbers`, text),
    ),
  };
}

/** As a test file writes numbers, `_` between digits. */
const NUMBER =
  /^-?(0x[0-9a-f_]+|[0-9_]*[0-9][0-9_]*(\.[0-9_]*)?(e[+-]?[0-9_]+)?|\.[0-9_]+(e[+-]?[0-9_]+)?)$/i;

function checkNumber(argument: string, given: unknown): string {
  const text = checkText(argument, given);
  if (NUMBER.test(text)) return text;
  throw new InvalidArgumentError(argument, "a number as a test file writes it", describe(text));
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
