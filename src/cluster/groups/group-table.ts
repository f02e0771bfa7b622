// Groups as columns: of each its key, and its value or its summary. A table is what a piece leaves, and what tables of neighbours are joined to.

import type { ColumnSummary } from "../../executors/executor.ts";
import { littleEndianBytes, toPlatformOrder } from "../../formats/element-memory.ts";
import type { ColumnSummaries } from "../../summaries/summary-algebra.ts";
import type { ScalarType } from "../../values/element-types.ts";
import { COLUMN_TYPE_FACTS } from "../../values/element-types.ts";
import { UnsupportedError } from "../../values/errors.ts";
import { type ColumnArray, newColumn, viewColumn } from "../../values/value-types.ts";
import { columnsOfShaped, type GroupFunctions, shapedColumns } from "./functions.ts";

/** Groups in the order in which `sort` has their keys. */
export interface GroupTable {
  readonly keys: readonly ColumnArray[];
  readonly values: readonly ColumnArray[]; // by column; none where there are states
  readonly states: readonly ColumnSummary[]; // one for each group, or none
  readonly outside: number; // elements of no group
}

/** The types of a table's columns. */
export interface TableTypes {
  readonly keys: readonly ScalarType[];
  readonly values: readonly ScalarType[];
  readonly algebra: ColumnSummaries;
}

/** Groups that one process holds: of values some tens of bytes each, of summaries a kilobyte. */
const MOST_VALUES = 2 ** 24;
const MOST_STATES = 2 ** 19;

export function groupCount({ keys }: GroupTable): number {
  return keys[0].length;
}

/** @throws UnsupportedError for more groups than a process can hold */
export function checkGroups(table: GroupTable): GroupTable {
  const most = table.states.length > 0 ? MOST_STATES : MOST_VALUES;
  const count = groupCount(table);
  if (count <= most) return table;
  const reason = `${count} groups so far, and one process holds ${most} of this kind`;
  throw new UnsupportedError(
    "a run by so many keys",
    reason,
    "split them by a hash: groups.splits, or --key-splits",
  );
}

/** A table as text: columns as base64 of little-endian bytes. */
export function printTable({ keys, values, states, outside }: GroupTable, { algebra }: TableTypes): string {
  return JSON.stringify({
    ...{ keys: keys.map(textOfColumn), values: values.map(textOfColumn) },
    ...{ states: states.map((state) => algebra.encode(state)), outside },
  });
}

/** The table of such a text, which is checked with the file that it is of. */
export function parseTable(text: string, { keys, values, algebra }: TableTypes): GroupTable {
  const given = JSON.parse(text) as Readonly<Record<"keys" | "values" | "states", readonly string[]>> & {
    readonly outside: number;
  };
  return {
    keys: given.keys.map((column, i) => columnOfText(column, keys[i])),
    values: given.values.map((column, i) => columnOfText(column, values[i])),
    states: given.states.map((state) => algebra.decode(state)),
    outside: given.outside,
  };
}

export function textOfColumn(column: ColumnArray): string {
  const { buffer, byteOffset, byteLength } = littleEndianBytes(column, 0, column.length);
  return Buffer.from(buffer, byteOffset, byteLength).toString("base64");
}

/** The inverse of `textOfColumn`. */
export function columnOfText(text: string, type: ScalarType): ColumnArray {
  const bytes = Uint8Array.from(Buffer.from(text, "base64"));
  const column = viewColumn(type, bytes.buffer, 0, bytes.length / COLUMN_TYPE_FACTS[type].bytes);
  toPlatformOrder(column, "little");
  return column;
}

/** A table without groups. */
export function noGroups({ keys, values }: Pick<TableTypes, "keys" | "values">): GroupTable {
  const none = (type: ScalarType): ColumnArray => newColumn(type, 0);
  return { keys: keys.map(none), values: values.map(none), states: [], outside: 0 };
}

/** Columns of several tables, one after the other. */
export function joinedColumns(lists: readonly (readonly ColumnArray[])[]): readonly ColumnArray[] {
  return lists[0].map((first, i) => {
    const all = new (first.constructor as Float64ArrayConstructor)(
      lists.reduce((sum, columns) => sum + columns[i].length, 0),
    );
    let at = 0;
    for (const columns of lists) {
      all.set(columns[i] as Float64Array, at);
      at += columns[i].length;
    }
    return all as ColumnArray;
  });
}

/** Tables in the order of their elements become one, summaries of one group joined from the left. */
export function mergeStates(
  { groupBy }: GroupFunctions,
  tables: readonly GroupTable[],
  join: (left: ColumnSummary, right: ColumnSummary) => ColumnSummary,
): GroupTable {
  const keys = joinedColumns(tables.map((table) => table.keys));
  const states = tables.flatMap((table) => table.states);
  const found = groupBy(shapedColumns(keys), Uint32Array.from(states.keys()));
  const order = found.values as Uint32Array;
  const joined = Array.from({ length: found.offsets.length - 1 }, (_, group) => {
    let all = states[order[found.offsets[group]]];
    for (let i = found.offsets[group] + 1; i < found.offsets[group + 1]; i++)
      all = join(all, states[order[i]]);
    return all;
  });
  const outside = tables.reduce((sum, table) => sum + table.outside, 0);
  return checkGroups({ keys: columnsOfShaped(found.keys), values: [], states: joined, outside });
}
