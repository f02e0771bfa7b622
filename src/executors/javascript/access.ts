import type { ColumnContract } from "../../contracts/column-contract.ts";
import { allocateColumn } from "../../values/allocate-column.ts";
import { storedValue, widen } from "../../values/convert.ts";
import {
  COLUMN_TYPE_FACTS,
  type ElementType,
  type Scalar,
  type ScalarType,
} from "../../values/element-types.ts";
import { isHalfType } from "../../values/halves.ts";
import type {
  Column,
  Columns,
  Row,
  StoredArray,
  StoredColumns,
  StoredType,
} from "../../values/value-types.ts";

/**
 * How the loops reach the values of arrays: scalars of a column, rows of columns, anything in a plain array.
 *
 * Methods, not function properties: a recipe is only ever given arrays and values of its own kind, and method parameters let one over
 * scalars stand for one over either.
 */
export interface Access<Value, Arrays> {
  lengthOf(arrays: Arrays): number;
  read(input: Arrays, index: number): Value; // of the accumulation type
  write(output: Arrays, index: number, value: Value): void;
  canonical(value: Value): Value; // its NaNs have payloads that arithmetic leaves open and a typed array would show
}

/** Values as the loops have them: a scalar where there is one column, else a row. */
export type ColumnValue = Scalar | Row;

/** Arrays as the loops have them: the one column, else all of them. */
export type ColumnArrays = StoredArray | StoredColumns;

/** How the loops reach columns. */
export interface ColumnAccess<Value = ColumnValue, Arrays = ColumnArrays> extends Access<Value, Arrays> {
  newColumns(length: number): Columns; // of the results
  arraysOf(columns: StoredColumns): Arrays;
  rowOf(value: Value): Row;
  valueOfRow(row: Row): Value;
}

/** One column is read and written by its scalars: a row for each of them takes three to five times as long. */
export function accessColumns({ columns, types, sums }: ColumnContract): ColumnAccess {
  return columns.length === 1 ? accessScalars(types[0], sums[0]) : accessRows(columns, types);
}

/** Whether an array has elements as another kind of value in JavaScript than what they are widened to, or as bits. */
function isWidened(type: StoredType, sum: ScalarType): boolean {
  return isHalfType(type) || COLUMN_TYPE_FACTS[type].isBigInt !== COLUMN_TYPE_FACTS[sum].isBigInt;
}

/** Scalars of a column, widened where an array has them as another kind of value in JavaScript, or as bits. */
function accessScalars(type: StoredType, sum: ScalarType): ColumnAccess<Scalar, StoredArray> {
  return {
    newColumns: (length) => [allocateColumn(sum, length)],
    arraysOf: ([column]) => column,
    rowOf: (value) => [value],
    valueOfRow: ([value]) => value,
    lengthOf: (column) => column.length,
    read: isWidened(type, sum)
      ? (column, index) => widen(storedValue(type, column[index]), sum as ElementType) // bools never widen
      : (column, index) => column[index],
    write(column, index, value) {
      (column as ArrayLike<unknown> as Scalar[])[index] = value;
    },
    canonical: canonicalValue,
  };
}

/** Rows of columns: a row read is a new list, which nothing changes later. */
function accessRows(
  columns: readonly Column[],
  types: readonly StoredType[],
): ColumnAccess<Row, StoredColumns> {
  const count = columns.length;
  const widened = columns.flatMap(({ type }, k) => (isWidened(types[k], type) ? [k] : []));
  const hasFloats = columns.some(({ type }) => type === "f64" || type === "f32");
  return {
    newColumns: (length) => columns.map(({ type }) => allocateColumn(type, length)),
    arraysOf: (arrays) => arrays,
    rowOf: (row) => row,
    valueOfRow: (row) => row,
    lengthOf: (input) => input[0].length,
    read(input, index) {
      const row = new Array<Scalar>(count);
      for (let column = 0; column < count; column++) row[column] = input[column][index];
      for (const k of widened) row[k] = widen(storedValue(types[k], row[k]), columns[k].type as ElementType);
      return row;
    },
    write(output, index, row) {
      for (let column = 0; column < count; column++) {
        (output[column] as ArrayLike<unknown> as Scalar[])[index] = row[column];
      }
    },
    canonical: hasFloats ? canonicalRow : (row) => row,
  };
}

/** Values of any kind in plain arrays. */
export const accessAnything: Access<unknown, ArrayLike<unknown>> = {
  lengthOf: (input) => input.length,
  read: (input, index) => input[index],
  write(output, index, value) {
    (output as unknown[])[index] = value;
  },
  canonical: canonicalValue,
};

function canonicalValue<Value>(value: Value): Value {
  return Number.isNaN(value) ? (Number.NaN as Value) : value;
}

function canonicalRow(row: Row): Row {
  return row.some((scalar) => Number.isNaN(scalar)) ? row.map(canonicalValue) : row;
}
