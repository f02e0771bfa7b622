import type { RecordOperator } from "../operators/operator.ts";
import { checkApart, checkAttached, checkOverlap, checkStored } from "../values/check-arrays.ts";
import { describe } from "../values/describe.ts";
import { type ElementArray, type ElementType, elementTypeOf } from "../values/element-types.ts";
import { InvalidArgumentError, LengthMismatchError } from "../values/errors.ts";
import { checkBools } from "../values/flags.ts";
import {
  type Column,
  type ColumnArray,
  flattenValue,
  pathText,
  type StoredArray,
  type StoredColumn,
  type StoredColumns,
  type StoredType,
} from "../values/value-types.ts";

/**
 * The columns of a record input, in the order of the operator's type: arrays of its types, all of one length, bools as bytes 0 and 1.
 *
 * @throws InvalidArgumentError, LengthMismatchError naming the column, such as `input.index`
 */
export function checkInputColumns(
  { type, columns }: RecordOperator,
  input: unknown,
  argument = "input",
  types?: readonly StoredType[], // where they are not the operator's
): StoredColumns {
  const stored = columns.map((column, i) => ({ ...column, type: types?.[i] ?? column.type }));
  const arrays = checkArrays(stored, flattenValue(type, input, argument), argument);
  checkLengths(columns, arrays, arrays[0].length, argument);
  columns.forEach((column, i) => {
    if (column.type === "bool") checkBools(nameOf(argument, column), arrays[i] as Uint8Array);
  });
  return arrays;
}

/**
 * The columns of a caller's output: of the input's types and length, each its own input column or bytes apart from every other.
 *
 * @throws InvalidArgumentError, LengthMismatchError naming the column
 */
export function checkOutputColumns(
  { type, columns }: RecordOperator,
  input: StoredColumns,
  output: unknown,
  argument = "input",
): readonly ColumnArray[] {
  const arrays = checkArrays(
    columns,
    flattenValue(type, output, "output"),
    "output",
  ) as readonly ColumnArray[];
  checkLengths(columns, arrays, input[0].length, "output");
  arrays.forEach((array, i) => {
    const name = nameOf("output", columns[i]);
    columns.forEach((column, j) => {
      const inputName = nameOf(argument, column);
      if (i === j) checkOverlap(input[j], array, inputName, name);
      else checkApart(name, array, inputName, input[j]);
      if (j < i) checkApart(name, array, nameOf("output", column), arrays[j]);
    });
  });
  return arrays;
}

function checkArrays(
  columns: readonly StoredColumn[],
  leaves: readonly unknown[],
  argument: string,
): StoredColumns {
  return leaves.map((leaf, i) => checkStored(nameOf(argument, columns[i]), columns[i].type, leaf));
}

function checkLengths(
  columns: readonly Column[],
  arrays: StoredColumns,
  length: number,
  argument: string,
): void {
  arrays.forEach((array, i) => {
    if (array.length === length) return;
    throw new LengthMismatchError(nameOf(argument, columns[i]), length, array.length);
  });
}

function nameOf(argument: string, column: StoredColumn): string {
  return `${argument}.${pathText(column)}`;
}

/** Checks a caller's output: the accumulation type, the input's length, and in place or apart. @throws InvalidArgumentError, LengthMismatchError */
export function checkOutput(
  accumulate: ElementType,
  input: StoredArray,
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
