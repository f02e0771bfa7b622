import type { RecordOperator } from "../operators/operator.ts";
import { checkApart, checkAttached, checkOverlap } from "../values/check-arrays.ts";
import { checkBools } from "../values/check-flags.ts";
import { describe } from "../values/describe.ts";
import { elementTypeOf, type ScalarType } from "../values/element-types.ts";
import { InvalidArgumentError, LengthMismatchError } from "../values/errors.ts";
import { type Column, type ColumnArray, flattenValue, pathText } from "../values/value-types.ts";

const ARRAY_NAMES: Readonly<Record<ScalarType, string>> = {
  f64: "a Float64Array",
  f32: "a Float32Array",
  i64: "a BigInt64Array",
  u64: "a BigUint64Array",
  i32: "an Int32Array",
  u32: "a Uint32Array",
  bool: "a Uint8Array of 0 and 1",
};

/**
 * The columns of a record input, in the order of the operator's type: arrays of its types, all of one length, bools as bytes 0 and 1.
 *
 * @throws InvalidArgumentError, LengthMismatchError naming the column, such as `input.index`
 */
export function checkInputColumns(
  { type, columns }: RecordOperator,
  input: unknown,
  argument = "input",
): readonly ColumnArray[] {
  const arrays = checkArrays(columns, flattenValue(type, input, argument), argument);
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
  input: readonly ColumnArray[],
  output: unknown,
  argument = "input",
): readonly ColumnArray[] {
  const arrays = checkArrays(columns, flattenValue(type, output, "output"), "output");
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
  columns: readonly Column[],
  leaves: readonly unknown[],
  argument: string,
): readonly ColumnArray[] {
  leaves.forEach((leaf, i) => {
    const column = columns[i];
    const isOfType =
      column.type === "bool" ? leaf instanceof Uint8Array : elementTypeOf(leaf) === column.type;
    const name = nameOf(argument, column);
    if (!isOfType) throw new InvalidArgumentError(name, ARRAY_NAMES[column.type], describe(leaf));
    const array = leaf as ColumnArray;
    if (array.length === 0) checkAttached(name, array);
  });
  return leaves as readonly ColumnArray[];
}

function checkLengths(
  columns: readonly Column[],
  arrays: readonly ColumnArray[],
  length: number,
  argument: string,
): void {
  arrays.forEach((array, i) => {
    if (array.length === length) return;
    throw new LengthMismatchError(nameOf(argument, columns[i]), length, array.length);
  });
}

function nameOf(argument: string, column: Column): string {
  return `${argument}.${pathText(column)}`;
}
