// Rows of tables that are wider than a record may be, by some of their columns at a time.

import type { ColumnArray } from "../index.ts";
import type { ColumnFunctions } from "./executors/offered-executor.ts";
import {
  firstColumns,
  MOST_FIELDS,
  nullFields,
  rowsOf,
  shapedTable,
  tableOfShaped,
  withRowNumbers,
} from "./input/shaped-table.ts";
import type { Table } from "./input/table.ts";

/** Indexes of columns, as many at a time as a record has room for, with their nulls and the number of the row. */
function groupsOf(table: Table, indexes: readonly number[]): readonly (readonly number[])[] {
  const nulls = nullFields(table);
  const groups: number[][] = [];
  let room = 0;
  for (const index of indexes) {
    const needed = nulls[index] === undefined ? 1 : 2;
    if (needed > room) {
      groups.push([]);
      room = MOST_FIELDS - 1;
    }
    groups[groups.length - 1].push(index);
    room -= needed;
  }
  return groups;
}

/** Numbers of the rows, in the order that stable sorts by some columns each give, those that decide last first. */
export async function rowsSortedBy(
  table: Table,
  indexes: readonly number[],
  sort: (part: Table, keys: readonly number[]) => Promise<unknown>, // by these columns of `table`, of which the part has those and its row numbers
): Promise<Uint32Array> {
  let rows: Uint32Array | undefined;
  for (const group of [...groupsOf(table, indexes)].reverse()) {
    const part = partOf(table, group, rows);
    const { columns } = tableOfShaped(part, await sort(part, group));
    rows = columns[columns.length - 1] as Uint32Array;
  }
  return rows ?? Uint32Array.from({ length: table.length }, (_, row) => row);
}

/** The same by all columns, ascending, nulls last. */
export function rowsInOrder(functions: ColumnFunctions, table: Table): Promise<Uint32Array> {
  const all = table.columns.map((_, i) => i);
  return rowsSortedBy(table, all, (part) => {
    const nulls = nullFields(part);
    const names =
      part.fields
        ?.slice(0, -1)
        .flatMap((field, i) => (nulls[i] === undefined ? [field] : [nulls[i], field])) ?? [];
    return functions.sortBy(shapedTable(part) as Readonly<Record<string, ColumnArray>>, names);
  });
}

/** Of some rows, or all, the first of each run of equal ones: it differs from the one before in some columns at least. */
export async function firstsOfRuns(
  functions: ColumnFunctions,
  table: Table,
  rows: Uint32Array | undefined,
): Promise<Uint32Array> {
  const isFirst = new Uint8Array(table.length);
  const all = table.columns.map((_, i) => i);
  for (const group of groupsOf(table, all)) {
    const part = firstColumns(partOf(table, group, rows), group.length);
    const { lengths } = await functions.runLengthEncode(shapedTable(part));
    let row = 0;
    for (const length of lengths) {
      isFirst[row] = 1;
      row += length;
    }
  }
  return (rows ?? Uint32Array.from(isFirst, (_, row) => row)).filter((_, row) => isFirst[row] === 1);
}

/** Some columns of a table and the numbers of its rows; the rows in another order. */
function partOf(table: Table, indexes: readonly number[], rows: Uint32Array | undefined): Table {
  const part = withRowNumbers(table, indexes);
  return rows === undefined ? part : rowsOf(part, rows);
}
