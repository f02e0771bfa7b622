// The values of test files: their types and shapes, how they nest, and how they are printed.

import { checkInteger, checkList, checkObject, checkText } from "../values/check-arguments.ts";
import { checkStored } from "../values/check-arrays.ts";
import { checkName } from "../values/check-name.ts";
import { decimalOf, nearestFloat32, nearestFloat64 } from "../values/decimal.ts";
import { describe } from "../values/describe.ts";
import type { Scalar } from "../values/element-types.ts";
import { InvalidArgumentError, LengthMismatchError } from "../values/errors.ts";
import { endsOf, newScalars, PROGRAM_SCALARS, type ProgramScalar } from "../values/program-scalars.ts";
import type { StoredArray } from "../values/value-types.ts";

/**
 * A value as one of `type`: numbers that say no type are read as if they had its suffix. Where no type is asked for they are i32, or f64
 * where some number has a point.
 *
 * @throws InvalidArgumentError for a value that says another type, and for the first number that `type` does not have
 */
export function typedTestValue(
  given: WrittenTestValue,
  asked?: ProgramScalar,
  argument = "value",
): TestValue {
  const value = checkWritten(checkText("argument", argument), given);
  const type =
    asked === undefined ? (value.type ?? usualType(value)) : checkName("type", PROGRAM_SCALARS, asked);
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

function readNumbers({ shape, numbers }: UntypedTestValue, type: ProgramScalar, argument: string): TestValue {
  const elements = newScalars(type, numbers.length);
  numbers.forEach((text, index) => {
    const element = elementOfNumber(text, type);
    if (element === undefined) {
      throw new InvalidArgumentError(`${argument}${placeOf(index, shape)}`, numbersOf(type), text);
    }
    elements[index] = element;
  });
  return { type, shape, elements };
}

function usualType({ numbers }: UntypedTestValue): ProgramScalar {
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

/** A value of a test file: a scalar (no shape), or an array whose elements lie row by row. Bools are bytes 0 and 1. */
export interface TestValue {
  readonly type: ProgramScalar;
  readonly shape: readonly number[];
  readonly elements: StoredArray;
}

/** Numbers of which none says its type, as they are written, row by row: of whatever type is asked for. */
export interface UntypedTestValue {
  readonly type: undefined;
  readonly shape: readonly number[];
  readonly numbers: readonly string[];
}

/** A value as a text has it. `typedTestValue` gives it a type. */
export type WrittenTestValue = TestValue | UntypedTestValue;

/** `[][]i32`; `[]number` where nothing says more. */
export function typeOfTestValue({ type, shape }: Pick<WrittenTestValue, "type" | "shape">): string {
  return `${"[]".repeat(shape.length)}${type ?? "number"}`;
}

/** A value as nested arrays whose innermost rows are typed arrays; a scalar as itself. */
export type NestedTestValue = number | bigint | boolean | StoredArray | readonly NestedTestValue[];

/** A value that somebody else may have put together: of as many elements as its shape says. @throws InvalidArgumentError */
export function checkTestValue(argument: string, given: unknown): TestValue {
  const value = checkObject(argument, given);
  const type = checkName(`${argument}.type`, PROGRAM_SCALARS, value.type);
  const shape = checkShape(`${argument}.shape`, value.shape);
  const elements = checkStored(`${argument}.elements`, type, value.elements);
  const wanted = shape.reduce((product, each) => product * each, 1);
  if (wanted !== elements.length)
    throw new LengthMismatchError(`${argument}.elements`, wanted, elements.length);
  return { type, shape, elements };
}

/** Rows of nothing take memory, and no element is there to pay for them. */
const MOST_EMPTY_ROWS = 2 ** 20;

/** Lengths from the outermost on. @throws InvalidArgumentError */
function checkShape(argument: string, given: unknown): readonly number[] {
  const shape = checkList(argument, given, "lengths").map((length) => checkInteger(argument, length));
  const rows = shape.slice(0, -1).reduce((product, each) => product * each, 1);
  const isEmpty = shape.includes(0);
  if (!isEmpty || rows <= MOST_EMPTY_ROWS) return shape;
  throw new InvalidArgumentError(
    argument,
    `of at most ${MOST_EMPTY_ROWS} rows without an element`,
    `${rows}`,
  );
}

/** The value with its shape: `[2][3]i32` is two arrays of three. @throws InvalidArgumentError, LengthMismatchError */
export function nestTestValue(value: TestValue): NestedTestValue {
  const { type, shape, elements } = checkTestValue("value", value);
  if (shape.length === 0) return type === "bool" ? elements[0] === 1 : elements[0];
  const nest = (dimension: number, start: number): NestedTestValue => {
    const length = shape[dimension];
    if (dimension === shape.length - 1) return elements.slice(start, start + length);
    const stride = shape.slice(dimension + 1).reduce((product, each) => product * each, 1);
    return Array.from({ length }, (_, row) => nest(dimension + 1, start + row * stride));
  };
  return nest(0, 0);
}

/** Whether a number is written with a point or an exponent. */
function isReal(text: string): boolean {
  return !/^-?0x/.test(text) && /[.eE]/.test(text);
}

/** A number of a test file as an element of a type, floats rounded once; undefined where it is not one, or beyond them all. A minus belongs to it, `_` may separate digits. */
export function elementOfNumber(text: string, type: ProgramScalar): Scalar | undefined {
  if (type === "bool") return undefined;
  const plain = text.replaceAll("_", "");
  if (type === "f32" || type === "f64") {
    const nearest = type === "f32" ? nearestFloat32(decimalOf(plain)) : nearestFloat64(decimalOf(plain));
    return Number.isFinite(nearest) ? nearest : undefined; // infinity has a name of its own
  }
  if (isReal(plain)) return undefined;
  const whole = plain.startsWith("-") ? -BigInt(plain.slice(1)) : BigInt(plain);
  const { smallest, largest } = endsOf(type);
  if (whole < BigInt(smallest) || whole > BigInt(largest)) return undefined;
  return type === "i64" || type === "u64" ? whole : Number(whole);
}

/** What a number must be to be an element of a type, for errors. */
export function numbersOf(type: ProgramScalar): string {
  if (type === "f64" || type === "f32") return `a number that ${type} has, or ${type}.inf`;
  if (type === "bool") return type;
  const { smallest, largest } = endsOf(type);
  return `a whole number of ${type}, from ${smallest} to ${largest}`;
}

/** A value as `parseTestValues` reads it: `[1i64, 2, 3]`, `2.5`, `empty([0]f32)`. The bits come back, but for those of NaNs. */
export function printTestValue(value: TestValue): string {
  const { type, shape, elements } = checkTestValue("value", value);
  if (shape.includes(0)) return `empty(${shape.map((length) => `[${length}]`).join("")}${type})`;
  let next = 0;
  const print = (dimension: number): string => {
    if (dimension === shape.length) {
      const text = printElement(elements[next], type);
      const needsSuffix = next === 0 && type !== "i32" && type !== "f64" && type !== "bool" && type !== "f32";
      next++;
      return needsSuffix ? `${text}${type}` : text;
    }
    return `[${Array.from({ length: shape[dimension] }, () => print(dimension + 1)).join(", ")}]`;
  };
  return print(0);
}

function printElement(value: Scalar, type: ProgramScalar): string {
  if (type === "bool") return value === 1 ? "true" : "false";
  if (type !== "f64" && type !== "f32") return String(value);
  const number = Number(value);
  if (Number.isNaN(number)) return `${type}.nan`;
  if (!Number.isFinite(number)) return `${number < 0 ? "-" : ""}${type}.inf`;
  const text = Object.is(number, -0) ? "-0" : String(number);
  if (type === "f32") return `${text}f32`;
  return /[.e]/.test(text) ? text : `${text}.0`;
}
