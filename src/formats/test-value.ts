import { checkInteger, checkList, checkObject } from "../values/check-arguments.ts";
import { checkColumn } from "../values/check-arrays.ts";
import { checkName } from "../values/check-name.ts";

import type { ScalarType } from "../values/element-types.ts";
import { InvalidArgumentError, LengthMismatchError } from "../values/errors.ts";
import { type ColumnArray, SCALAR_TYPES } from "../values/value-types.ts";

/** A value of a test file: a scalar (no shape), or an array whose elements lie row by row. Bools are bytes 0 and 1. */
export interface TestValue {
  readonly type: ScalarType;
  readonly shape: readonly number[];
  readonly elements: ColumnArray;
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
export type NestedTestValue = number | bigint | boolean | ColumnArray | readonly NestedTestValue[];

/** A value that somebody else may have put together: of as many elements as its shape says. @throws InvalidArgumentError */
export function checkTestValue(argument: string, given: unknown): TestValue {
  const value = checkObject(argument, given);
  const type = checkName(`${argument}.type`, SCALAR_TYPES, value.type);
  const shape = checkShape(`${argument}.shape`, value.shape);
  const elements = checkColumn(`${argument}.elements`, type, value.elements);
  const wanted = shape.reduce((product, each) => product * each, 1);
  if (wanted !== elements.length)
    throw new LengthMismatchError(`${argument}.elements`, wanted, elements.length);
  return { type, shape, elements };
}

/** Rows of nothing take memory, and no element is there to pay for them. */
const MOST_EMPTY_ROWS = 2 ** 20;

/** Lengths from the outermost on. @throws InvalidArgumentError */
export function checkShape(argument: string, given: unknown): readonly number[] {
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
