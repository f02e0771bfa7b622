// A column out of the values that a format has: exact conversion, nulls by their rule, and errors that name the row.

import { checkText } from "../values/check-arguments.ts";
import { checkElements } from "../values/check-arrays.ts";
import { checkName } from "../values/check-name.ts";
import { storedValue } from "../values/convert.ts";
import {
  COLUMN_TYPE_FACTS,
  ELEMENT_TYPES,
  type ElementArray,
  type ElementType,
  elementTypeOf,
  type Scalar,
} from "../values/element-types.ts";
import { FormatError } from "../values/errors.ts";
import { bitsOfHalf, isHalfType } from "../values/halves.ts";
import { shownName } from "../values/printable.ts";
import {
  type ColumnsOf,
  isArrayOf,
  STORED_TYPES,
  type StoredArray,
  type StoredType,
} from "../values/value-types.ts";
import { type AnyNullRule, type DecodedColumn, NULL_RULES } from "./decoded.ts";
import { allocateColumn } from "./element-memory.ts";
import { exactElement } from "./parse-element.ts";

interface BuilderOptions {
  readonly source: string; // what errors call the data
  readonly type: StoredType; // of the array to be built
  readonly nulls: AnyNullRule | undefined;
  readonly rowCount: number; // expected; more rows make the array grow
  readonly rowsBefore?: number | undefined; // that others have built, for errors; default 0
  readonly column?: string | undefined; // its name, for errors
}

/** Some rows of a column, in order. */
export interface ColumnChunk {
  readonly values: ArrayLike<Scalar | boolean | null | undefined>;
  readonly length: number; // rows; values may go on behind them
  readonly stored?: StoredType; // of a typed array that holds narrow elements: half floats by their bits
  readonly isNull?: ((index: number) => boolean) | undefined; // where the values cannot say it themselves
}

/** Collects a column chunk by chunk: converts exactly, applies the null rule, counts. Rows in errors count from 1. */
export interface ColumnBuilder {
  append(chunk: ColumnChunk): void;
  appendValue(value: Scalar): void;
  appendNull(): void;
  /** The elements so far, to be read before the next is added; the builder goes on behind them, with the rows and nulls that it has counted. */
  drain(): StoredArray;
  /** The same with the nulls that were listed since, by their rows from there. */
  drainListed(): DecodedColumn<StoredType>;
  readonly nullCount: number; // so far
  finish(): DecodedColumn<StoredType>; // of the type that was asked for
}

/** A column builder for one array. @throws FormatError from its methods, naming row and value */
export function columnBuilder(options: BuilderOptions): ColumnBuilder {
  const { source, column } = options;
  const type = checkName("type", STORED_TYPES, options.type);
  const { nulls } = options;
  if (nulls !== undefined && nulls !== "listed") checkName("nulls", NULL_RULES, nulls);
  const { isBigInt, isFloat } = COLUMN_TYPE_FACTS[type];
  const nan = isHalfType(type) ? bitsOfHalf(type, Number.NaN) : Number.NaN;
  const filler: Scalar = nulls === "nan" ? nan : isBigInt ? 0n : 0;
  let array = allocateColumn(source, type, options.rowCount);
  let length = 0;
  let row = options.rowsBefore ?? 0;
  let rowsDrained = row;
  let nullCount = 0;
  let firstNullRow = 0;
  let nullRows: number[] = [];

  function reserve(count: number): void {
    if (length + count <= array.length) return;
    const grown = allocateColumn(source, type, Math.max(length + count, array.length * 2));
    copyElements(grown, array, 0);
    array = grown;
  }

  function appendValue(value: Scalar): void {
    row += 1;
    const element = exactElement(type, value);
    if (element === undefined) {
      throw inexact({ source, type, column }, String(Object.is(value, -0) ? "-0" : value), row);
    }
    reserve(1);
    array[length] = isHalfType(type) ? bitsOfHalf(type, element as number) : element;
    length += 1;
  }

  function appendNull(): void {
    row += 1;
    if (nullCount === 0) firstNullRow = row;
    nullCount += 1;
    if (nulls === "listed" || nulls === "mask") nullRows.push(row - 1 - rowsDrained);
    if (nulls === "skip" || nulls === "listed") return;
    if (nulls === "nan" && !isFloat) throw noNaN(source, type, row);
    reserve(1);
    array[length] = filler;
    length += 1;
  }

  function append({ values, length: count, isNull, stored }: ColumnChunk): void {
    if (isNull === undefined && (stored ?? elementTypeOf(values)) === type && isArrayOf(type, values)) {
      reserve(count);
      copyElements(array, (values as StoredArray).subarray(0, count), length);
      length += count;
      row += count;
      return;
    }
    const widened = (value: Scalar): Scalar => (stored === undefined ? value : storedValue(stored, value));
    for (let i = 0; i < count; i++) {
      const value = values[i];
      if (value === null || value === undefined || isNull?.(i)) appendNull();
      else appendValue(typeof value === "boolean" ? Number(value) : widened(value));
    }
  }

  function drain(): StoredArray {
    const drained = array.subarray(0, length);
    length = 0;
    return drained;
  }

  function drainListed(): DecodedColumn<StoredType> {
    const listed = Uint32Array.from(nullRows);
    nullRows = [];
    rowsDrained = row;
    return { array: drain(), type, nullCount: listed.length, nullRows: listed };
  }

  function finish(): DecodedColumn<StoredType> {
    if (nullCount > 0 && nulls === undefined) throw unexpectedNulls(source, nullCount, firstNullRow);
    const built = { array: length === array.length ? array : array.slice(0, length), type, nullCount };
    if (nulls === "listed") return { ...built, nullRows: Uint32Array.from(nullRows) };
    return nulls === "mask" ? { ...built, valid: validRows(length, nullRows) } : built;
  }

  return {
    append,
    appendValue,
    appendNull,
    drain,
    drainListed,
    get nullCount() {
      return nullCount;
    },
    finish,
  };
}

/** 1 in all rows but some. */
export function validRows(rowCount: number, nullRows: ArrayLike<number> & Iterable<number>): Uint8Array {
  const valid = new Uint8Array(rowCount).fill(1);
  for (const row of nullRows) valid[row] = 0;
  return valid;
}

/** The error of a value that has no exact element of `type`. */
export function inexact(
  { source, type, column }: Pick<BuilderOptions, "source" | "type" | "column">,
  value: string,
  row: number,
  also = "", // what is to be done about it
): FormatError {
  const place = column === undefined ? `row ${row}` : `row ${row} of "${shownName(column)}"`;
  return new FormatError(
    source,
    `a column of values that are exactly ${type}${also}`,
    `${value} in ${place}`,
  );
}

function noNaN(source: string, type: StoredType, row: number): FormatError {
  return new FormatError(source, 'floats where "nulls" is nan', `${type}, and a null in row ${row}`);
}

function unexpectedNulls(source: string, nullCount: number, firstRow: number): FormatError {
  const count = nullCount === 1 ? "1 null" : `${nullCount} nulls, the first`;
  return new FormatError(
    source,
    'a column without nulls, unless "nulls" says zero, skip or nan',
    `${count} in row ${firstRow}`,
  );
}

function copyElements(target: StoredArray, values: StoredArray, offset: number): void {
  (target as Float64Array).set(values as Float64Array, offset);
}

/**
 * `array` as elements of `type`: the array itself where it has that type already, else a new one.
 *
 * @throws FormatError naming row and value where one does not convert exactly
 */
export function convertArray(array: ElementArray, type: ElementType, source = "array"): ElementArray {
  const own = elementTypeOf(checkElements("array", array));
  checkName("type", ELEMENT_TYPES, type);
  checkText("source", source);
  return convertStored(array, own as ElementType, type, source) as ElementArray;
}

/** The same of whatever data may hold. */
export function convertStored<Type extends StoredType>(
  array: StoredArray,
  own: StoredType,
  type: Type,
  source: string,
): ColumnsOf<Type> {
  if (own === (type as StoredType)) return array as ColumnsOf<Type>;
  const builder = columnBuilder({ source, type, nulls: undefined, rowCount: array.length });
  builder.append({ values: array, length: array.length, stored: own });
  return builder.finish().array as ColumnsOf<Type>;
}
