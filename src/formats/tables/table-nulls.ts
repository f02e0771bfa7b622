// Columns whose nulls were listed become columns of one length, by the rule of the whole table.

import { COLUMN_TYPE_FACTS, type Scalar } from "../../values/element-types.ts";
import { FormatError } from "../../values/errors.ts";
import { shownName } from "../../values/printable.ts";
import type { TextColumn } from "../../values/text-column.ts";
import { type ColumnArray, columnType, newColumn, type StoredArray } from "../../values/value-types.ts";
import { validRows } from "../column-builder.ts";
import { NULL_RULES, type NullRule } from "../decoded.ts";
import type { TimeColumn } from "./time-column.ts";

/** What becomes of nulls: their rows are left out; a zero, false, the empty text or the beginning of 1970 is put in their place; a NaN is; a zero is, and a mask tells where. */
export type TableNullRule = NullRule;

/** What may become of the nulls of a table. */
export const TABLE_NULL_RULES: readonly TableNullRule[] = NULL_RULES;

/** What a column of a table is: numbers or bools, texts, or dates and times. */
export type ColumnValues = ColumnArray | TextColumn | TimeColumn;

/** A table: a plain object of columns of one length, by their names. What `readTable` gives is one, with the types of the columns that were asked for. */
export type Table = Readonly<Record<string, ColumnValues>>;

/** A column without its nulls, and where they were. */
export interface ListedColumn {
  readonly name: string;
  readonly values: ColumnValues;
  readonly missingRows: Uint32Array;
}

/** Columns of one length. */
interface RuledColumns {
  readonly columns: readonly ColumnValues[];
  readonly length: number;
  readonly nullCount: number; // of all columns
  readonly valid: readonly Uint8Array[] | undefined; // of each column 1 where it had a value; with "mask" alone
}

/** Applies the rule to rows behind so many others. @throws FormatError for nulls without one, and for a NaN among numbers or texts that have none */
export function withoutNulls(
  listed: readonly ListedColumn[],
  rowCount: number,
  rule: TableNullRule | undefined,
  source: string,
  rowsBefore = 0,
): RuledColumns {
  const nullCount = listed.reduce((sum, { missingRows }) => sum + missingRows.length, 0);
  switch (rule) {
    case undefined:
      for (const column of listed) expectNoNulls(column, source, rowsBefore);
      return { columns: listed.map(({ values }) => values), length: rowCount, nullCount, valid: undefined };
    case "skip":
      return { ...completeRows(listed, rowCount), nullCount, valid: undefined };
    case "zero":
    case "nan":
    case "mask": {
      const columns = listed.map((column) =>
        filled(column, rowCount, rule === "nan" ? Number.NaN : 0, { source, rowsBefore }),
      );
      const valid =
        rule === "mask" ? listed.map(({ missingRows }) => validRows(rowCount, missingRows)) : undefined;
      return { columns, length: rowCount, nullCount, valid };
    }
    default:
      return rule satisfies never;
  }
}

function expectNoNulls({ name, missingRows }: ListedColumn, source: string, rowsBefore: number): void {
  if (missingRows.length === 0) return;
  const [first] = missingRows;
  throw nullsWithoutRule({ name, nullCount: missingRows.length, firstRow: rowsBefore + first }, source);
}

/** The error of nulls of which nobody has said what becomes of them. */
export function nullsWithoutRule(
  {
    name,
    nullCount,
    firstRow,
  }: { readonly name: string; readonly nullCount: number; readonly firstRow: number },
  source: string,
): FormatError {
  const count = nullCount === 1 ? "1 null" : `${nullCount} nulls, the first`;
  const expected = 'columns without nulls, unless "nulls" says what becomes of them';
  return new FormatError(source, expected, `${count} in row ${firstRow + 1} of "${shownName(name)}"`);
}

/** The rows in which every column has a value. */
function completeRows(
  listed: readonly ListedColumn[],
  rowCount: number,
): Pick<RuledColumns, "columns" | "length"> {
  const isDropped = droppedRows(listed, rowCount);
  const length = isDropped.reduce((left, flag) => left - flag, rowCount);
  const columns = listed.map(({ values, missingRows }) => {
    if (length === rowCount) return values;
    return mapped(values, (array) => keptOf(array, missingRows, isDropped).slice(0, length));
  });
  return { columns, length };
}

/** The same of arrays. */
export function completeArrays<Values extends StoredArray>(
  listed: readonly { readonly array: Values; readonly missingRows: Uint32Array }[],
): readonly Values[] {
  const rowCount = listed.length === 0 ? 0 : listed[0].array.length + listed[0].missingRows.length;
  const isDropped = droppedRows(listed, rowCount);
  const length = isDropped.reduce((left, flag) => left - flag, rowCount);
  return listed.map(({ array, missingRows }) =>
    length === rowCount ? array : (keptOf(array, missingRows, isDropped).slice(0, length) as Values),
  );
}

/** 1 for rows in which any column has a null. */
function droppedRows(listed: readonly { readonly missingRows: Uint32Array }[], rowCount: number): Uint8Array {
  const isDropped = new Uint8Array(rowCount);
  for (const { missingRows } of listed) for (const row of missingRows) isDropped[row] = 1;
  return isDropped;
}

/** The values of the rows that are kept, moved to the front of a copy. */
function keptOf<Values extends StoredArray>(
  array: Values,
  missingRows: Uint32Array,
  isDropped: Uint8Array,
): Values {
  const kept = array.slice() as Values;
  let [from, to, next] = [0, 0, 0];
  for (let row = 0; row < isDropped.length; row++) {
    if (missingRows[next] === row) {
      next += 1; // there is no value of this row
      continue;
    }
    if (isDropped[row] === 0) {
      kept[to] = array[from];
      to += 1;
    }
    from += 1;
  }
  return kept;
}

/** A column of all rows, with something in place of its nulls. */
function filled(column: ListedColumn, rowCount: number, filler: number, place: NullPlace): ColumnValues {
  const { name, values, missingRows } = column;
  if (missingRows.length === 0) return values;
  if (ArrayBuffer.isView(values)) {
    const type = columnType(values);
    const { isBigInt, isFloat } = COLUMN_TYPE_FACTS[type];
    if (Number.isNaN(filler) && !isFloat) throw noNaN(name, type, missingRows, place);
    return spread(values, missingRows, rowCount, isBigInt ? BigInt(filler) : filler);
  }
  if (Number.isNaN(filler)) {
    throw noNaN(name, "codes" in values ? "text" : "times", missingRows, place);
  }
  if ("instants" in values) {
    return { ...values, instants: spread(values.instants, missingRows, rowCount, 0n) };
  }
  const { codes, dictionary } = values;
  // The empty text is before all others.
  if (dictionary[0] === "") return { codes: spread(codes, missingRows, rowCount, 0), dictionary };
  const shifted = codes.map((code) => code + 1);
  return { codes: spread(shifted, missingRows, rowCount, 0), dictionary: ["", ...dictionary] };
}

/** What errors say of rows that are not the first of their table. */
interface NullPlace {
  readonly source: string;
  readonly rowsBefore: number;
}

function noNaN(
  name: string,
  type: string,
  missingRows: Uint32Array,
  { source, rowsBefore }: NullPlace,
): FormatError {
  const expected = `floats where "nulls" is nan, in column "${shownName(name)}"`;
  return new FormatError(source, expected, `${type}, and a null in row ${rowsBefore + missingRows[0] + 1}`);
}

function spread<Values extends ColumnArray>(
  values: Values,
  missingRows: Uint32Array,
  rowCount: number,
  filler: Scalar,
): Values {
  const all = newColumn(columnType(values), rowCount) as Values;
  let [from, next] = [0, 0];
  for (let row = 0; row < rowCount; row++) {
    if (missingRows[next] === row) {
      next += 1;
      all[row] = filler;
    } else {
      all[row] = values[from];
      from += 1;
    }
  }
  return all;
}

function mapped(values: ColumnValues, change: (array: ColumnArray) => ColumnArray): ColumnValues {
  if (ArrayBuffer.isView(values)) return change(values);
  if ("instants" in values) return { ...values, instants: change(values.instants) as BigInt64Array };
  return { codes: change(values.codes) as Uint32Array, dictionary: values.dictionary };
}
