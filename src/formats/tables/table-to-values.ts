// Tables as what programs have: rows of objects, objects of arrays.

import { checkObject } from "../../values/check-arguments.ts";
import { checkName, checkOptionNames } from "../../values/check-name.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { type CheckedColumn, checkWrittenColumns, columnsOfTable } from "../written-column.ts";
import type { Table } from "./table-nulls.ts";
import { dateOfInstant, timeText } from "./time-column.ts";

/** A value of a table as programs have it. */
export type TableValue = number | bigint | boolean | string | Date | null;

/** Options of `tableToRows` and `tableToArrays`. */
export interface TableValuesOptions {
  readonly valid?: Readonly<Record<string, Uint8Array>> | undefined; // by column 0 where there is a null, as `readTable` gives it; default: nowhere
  readonly times?: "text" | "date" | undefined; // by ISO 8601, which every time has; or as a Date, to the millisecond; default "text"
}

/**
 * The rows of a table, each an object: numbers and bigints as they are, bools as booleans, texts as strings, nulls as null.
 *
 * @throws InvalidArgumentError for what is no table, and for a time that no Date has
 */
export function tableToRows(
  table: Table,
  options: TableValuesOptions = {},
): readonly Readonly<Record<string, TableValue>>[] {
  const columns = Object.entries(tableToArrays(table, options));
  // An object has another prototype, and no property, where __proto__ is set; entries are slow.
  const isPlain = columns.every(([name]) => name !== "__proto__");
  return Array.from({ length: columns[0][1].length }, (_, row) => {
    if (!isPlain) return Object.fromEntries(columns.map(([name, values]) => [name, values[row]]));
    const values: Record<string, TableValue> = {};
    for (const [name, column] of columns) values[name] = column[row];
    return values;
  });
}

/** The columns of a table as plain arrays of such values. @throws as `tableToRows` */
export function tableToArrays(
  table: Table,
  options: TableValuesOptions = {},
): Readonly<Record<string, readonly TableValue[]>> {
  checkOptionNames(options, ["valid", "times"]);
  const { valid, times = "text" } = checkObject("options", options) as TableValuesOptions;
  checkName("times", ["text", "date"], times);
  const columns = checkWrittenColumns(columnsOfTable(table, valid));
  return Object.fromEntries(columns.map((column) => [column.column, valuesOf(column, times)]));
}

function valuesOf(column: CheckedColumn, times: "text" | "date"): readonly TableValue[] {
  const { length, valid } = column;
  const at = valueAt(column, times);
  return Array.from({ length }, (_, row) => (valid?.[row] === 0 ? null : at(row)));
}

function valueAt(column: CheckedColumn, times: "text" | "date"): (row: number) => TableValue {
  switch (column.kind) {
    case "texts":
      return (row) => column.dictionary[column.codes[row]];
    case "times":
      return (row) => (times === "text" ? timeText(column.instants[row], column) : dateAt(column, row));
    case "numbers":
      if (column.type === "bool") return (row) => column.array[row] !== 0;
      return (row) => column.array[row];
    default:
      return column satisfies never;
  }
}

function dateAt(column: CheckedColumn & { readonly kind: "times" }, row: number): Date {
  const date = dateOfInstant(column.instants[row], column.unit);
  if (date !== undefined) return date;
  const place = `table[${JSON.stringify(column.column)}]`;
  const expected = 'of times that a Date has, to the millisecond, unless "times" is text';
  throw new InvalidArgumentError(place, expected, `${timeText(column.instants[row], column)} at ${row}`);
}
