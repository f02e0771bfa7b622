import { widen } from "../../values/convert.ts";
import {
  ELEMENT_TYPE_FACTS,
  type ElementArray,
  type ElementType,
  type Scalar,
} from "../../values/element-types.ts";
import type { Column, ColumnArray } from "../../values/value-types.ts";
import type { Access } from "./recipe.ts";

/** Elements of typed arrays, widened where the accumulation type is another kind of value in JavaScript. */
export function accessElements(
  type: ElementType,
  accumulate: ElementType,
): Access<Scalar, ElementArray, ElementArray> {
  const isWidened = ELEMENT_TYPE_FACTS[type].isBigInt !== ELEMENT_TYPE_FACTS[accumulate].isBigInt;
  return {
    lengthOf: (input) => input.length,
    read: isWidened ? (input, index) => widen(input[index], accumulate) : (input, index) => input[index],
    write: (output, index, value) => {
      (output as ArrayLike<unknown> as Scalar[])[index] = value;
    },
    canonical: canonicalValue,
  };
}

/** The same where the array is the one column of a list. */
export function ofFirstColumn({
  lengthOf,
  read,
  write,
  canonical,
}: Access<Scalar, ElementArray, ElementArray>): Access<Scalar, Columns, Columns> {
  return {
    lengthOf: ([input]) => lengthOf(input as ElementArray),
    read: ([input], index) => read(input as ElementArray, index),
    write: ([output], index, value) => write(output as ElementArray, index, value),
    canonical,
  };
}

/** Values of any kind in plain arrays. */
export const accessAnything: Access<unknown, ArrayLike<unknown>, unknown[]> = {
  lengthOf: (input) => input.length,
  read: (input, index) => input[index],
  write: (output, index, value) => {
    output[index] = value;
  },
  canonical: canonicalValue,
};

type Row = readonly Scalar[];
type Columns = readonly ColumnArray[];

/** Rows of columns: a row read is a new list, which nothing changes later. */
export function accessRows(columns: readonly Column[]): Access<Row, Columns, Columns> {
  const count = columns.length;
  const hasFloats = columns.some(({ type }) => type === "f64" || type === "f32");
  return {
    lengthOf: (input) => input[0].length,
    read: (input, index) => {
      const row = new Array<Scalar>(count);
      for (let column = 0; column < count; column++) row[column] = input[column][index];
      return row;
    },
    write: (output, index, row) => {
      for (let column = 0; column < count; column++) {
        (output[column] as ArrayLike<unknown> as Scalar[])[index] = row[column];
      }
    },
    canonical: hasFloats ? canonicalRow : (row) => row,
  };
}

function canonicalValue<Value>(value: Value): Value {
  return Number.isNaN(value) ? (Number.NaN as Value) : value;
}

function canonicalRow(row: Row): Row {
  return row.some((scalar) => Number.isNaN(scalar)) ? row.map(canonicalValue) : row;
}
