// Tables as functions over columns take them: an array, or a record of arrays. A column with nulls comes with a column of bools before it, that are true where there is one.

import type { ColumnArray, ElementArray, ScalarType } from "../../index.ts";
import type { Table } from "./table.ts";

/** An array, or a record of arrays. */
export type ShapedTable = ElementArray | Readonly<Record<string, ColumnArray>>;

/** A table in that shape. */
export function shapedTable(table: Table): ShapedTable {
  const { fields, columns, valid } = table;
  if (fields === undefined) return columns[0] as ElementArray; // an array without a name never holds bools
  const nulls = nullFields(table);
  return Object.fromEntries(
    fields.flatMap((field, i): readonly (readonly [string, ColumnArray])[] => {
      const flags = nulls[i] === undefined ? [] : [[nulls[i], inverted(valid?.[i])] as const];
      return [...flags, [field, columns[i]]];
    }),
  );
}

/** The table of what the functions have given for it, in its shape. */
export function tableOfShaped(table: Table, shaped: unknown): Table {
  const { fields } = table;
  if (fields === undefined) return withColumns(table, [shaped as ColumnArray], undefined);
  const found = shaped as Readonly<Record<string, ColumnArray>>;
  const nulls = nullFields(table);
  const valid = nulls.map((name) => (name === undefined ? undefined : inverted(found[name])));
  return withColumns(
    table,
    fields.map((field) => found[field]),
    valid,
  );
}

function withColumns(table: Table, columns: readonly ColumnArray[], valid: Table["valid"]): Table {
  const byteLength = columns.reduce((sum, column) => sum + column.byteLength, 0);
  return { ...table, columns, valid, length: columns[0].length, byteLength };
}

/** The type of one element, or of one row in the shape. */
export function shapedType(table: Table): ScalarType | Readonly<Record<string, ScalarType>> {
  const { fields, types } = table;
  if (fields === undefined) return types[0];
  const nulls = nullFields(table);
  return Object.fromEntries(
    fields.flatMap((field, i): readonly (readonly [string, ScalarType])[] => {
      const flags = nulls[i] === undefined ? [] : [[nulls[i], "bool"] as const];
      return [...flags, [field, types[i]]];
    }),
  );
}

/** Of each column the field that says where its nulls are; undefined where it has none. */
export function nullFields({ fields = [], valid }: Table): readonly (string | undefined)[] {
  const taken = new Set(fields);
  return fields.map((field, i) => {
    if (valid?.[i] === undefined) return undefined;
    let name = `${field}_is_null`;
    while (taken.has(name)) name += "_";
    taken.add(name);
    return name;
  });
}

/** The first columns of a table with names, as one. */
export function firstColumns(table: Table, count: number): Table {
  return {
    ...table,
    fields: table.fields?.slice(0, count),
    types: table.types.slice(0, count),
    dictionaries: table.dictionaries.slice(0, count),
    times: table.times.slice(0, count),
    columns: table.columns.slice(0, count),
    valid: table.valid?.slice(0, count),
  };
}

function inverted(flags: ColumnArray | undefined): Uint8Array {
  return Uint8Array.from(flags as Uint8Array, (flag) => 1 - flag);
}

/** The fields that a record may have. */
export const MOST_FIELDS = 64;

/** The fields of a table in its shape. */
export function shapedCount(table: Table): number {
  return table.columns.length + nullFields(table).filter((name) => name !== undefined).length;
}

/** Some columns of a table with names, and behind them the number of each row, from 0. */
export function withRowNumbers(table: Table, indexes: readonly number[]): Table {
  const picked = <Value>(list: readonly Value[]): readonly Value[] => indexes.map((i) => list[i]);
  const { fields = [], names = fields, types, dictionaries, times, columns, valid, length } = table;
  let field = "row";
  while (fields.includes(field)) field += "_";
  return {
    ...table,
    fields: [...picked(fields), field],
    names: [...picked(names), ""],
    types: [...picked(types), "u32"],
    dictionaries: [...picked(dictionaries), undefined],
    times: [...picked(times), undefined],
    columns: [...picked(columns), Uint32Array.from({ length }, (_, row) => row)],
    valid: valid && [...picked(valid), undefined],
  };
}

/** The rows of a table of these numbers. */
export function rowsOf(table: Table, rows: Uint32Array): Table {
  const valid = table.valid?.map((flags) => flags && (taken(flags, rows) as Uint8Array));
  return withColumns(
    table,
    table.columns.map((column) => taken(column, rows)),
    valid,
  );
}

function taken<Values extends ColumnArray>(values: Values, rows: Uint32Array): Values {
  const found = new (values.constructor as new (length: number) => Values)(rows.length);
  for (let i = 0; i < rows.length; i++) found[i] = values[rows[i]];
  return found;
}
