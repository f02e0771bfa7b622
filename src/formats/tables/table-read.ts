// What a table is that was read or made of something: which columns are wanted, of which types, and the rule for nulls applied to all of them.

import { checkList, checkObject, checkText } from "../../values/check-arguments.ts";
import { checkName } from "../../values/check-name.ts";
import { describe } from "../../values/describe.ts";
import type { ElementArray, NarrowType } from "../../values/element-types.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import type { TextColumn } from "../../values/text-column.ts";
import { type ColumnsOf, STORED_TYPES, type StoredType } from "../../values/value-types.ts";
import type { ColumnAs, PickedColumns, TableColumn } from "../table-column.ts";
import {
  type ColumnValues,
  type ListedColumn,
  TABLE_NULL_RULES,
  type TableNullRule,
  withoutNulls,
} from "./table-nulls.ts";
import type { TimeColumn } from "./time-column.ts";

const COLUMN_AS: readonly ColumnAs[] = [...STORED_TYPES, "number", "text", "time"];

/** A column under another name than the file has for it. */
export interface RenamedColumn {
  readonly column: string; // its name in the file
  readonly as?: ColumnAs | undefined; // default: numbers where all are, else times or texts
}

/** The columns that are wanted: their names; or for each name of the table what it is read as. */
export type WantedColumns = readonly string[] | Readonly<Record<string, ColumnAs | RenamedColumn>>;

/** What some columns are read as, by their names in the file. */
export type ColumnTypes = Readonly<Record<string, ColumnAs>>;

/** How columns become a table. */
export interface TableOptions<
  Wanted extends WantedColumns = readonly string[],
  Types extends ColumnTypes = NoTypes,
> {
  readonly columns?: Wanted | undefined; // default: all
  readonly types?: Types | undefined; // of some of them, where columns are all or a list; default: each its own
  readonly nulls?: TableNullRule | undefined; // of all columns together; default: a null is an error
}

/** No column's type is said. */
export type NoTypes = Readonly<Record<never, ColumnAs>>;

/** The columns by their names. */
export type TableOf<
  Wanted extends WantedColumns,
  Types extends ColumnTypes = NoTypes,
> = Wanted extends readonly string[]
  ? Readonly<Record<Wanted[number], ColumnValues>> & { readonly [Name in keyof Types]: ValuesAs<Types[Name]> }
  : { readonly [Name in keyof Wanted]: ValuesOf<Wanted[Name]> };

type ValuesOf<Asked> = Asked extends { readonly as: infer As }
  ? ValuesAs<As>
  : Asked extends string
    ? ValuesAs<Asked>
    : ColumnValues;

type ValuesAs<As> = As extends "text"
  ? TextColumn
  : As extends "time"
    ? TimeColumn
    : As extends "number" | NarrowType
      ? ElementArray
      : As extends StoredType
        ? ColumnsOf<As>
        : ColumnValues;

/** What was read. */
export interface TableRead<
  Wanted extends WantedColumns = readonly string[],
  Types extends ColumnTypes = NoTypes,
> {
  readonly table: TableOf<Wanted, Types>;
  readonly length: number; // rows of the table
  readonly nullCount: number; // of all columns
  readonly valid: Readonly<Record<keyof TableOf<Wanted>, Uint8Array>> | undefined; // 1 where a column had a value; with nulls: "mask" alone
}

/** One of them. */
interface WantedColumn extends RenamedColumn {
  readonly name: string; // in the table
}

/** A list of what is wanted; undefined for all columns. @throws InvalidArgumentError */
function wantedList(columns: WantedColumns | undefined): readonly WantedColumn[] | undefined {
  if (columns === undefined) return undefined;
  if (Array.isArray(columns)) {
    const names = checkList("columns", columns, "names").map((name, i) => checkText(`columns[${i}]`, name));
    const again = names.find((name, i) => names.indexOf(name) !== i);
    if (again === undefined) return names.map((name) => ({ name, column: name }));
    throw new InvalidArgumentError("columns", "of different names", `${JSON.stringify(again)} twice`);
  }
  const expected = "names, or an object of names and what each is read as";
  return Object.entries(checkObject("columns", columns, expected)).map(([name, asked]) => {
    const place = `columns[${JSON.stringify(name)}]`;
    if (typeof asked === "string") return { name, column: name, as: checkName(place, COLUMN_AS, asked) };
    const { column, as } = checkObject(place, asked as object, "a type, or an object with column and as") as {
      readonly column?: unknown;
      readonly as?: unknown;
    };
    return {
      name,
      column: checkText(`${place}.column`, column),
      as: as === undefined ? undefined : checkName(`${place}.as`, COLUMN_AS, as),
    };
  });
}

/** What is wanted of a table, checked. */
export interface AskedColumns {
  readonly wanted: readonly WantedColumn[] | undefined; // undefined: all columns
  readonly types: ReadonlyMap<string, ColumnAs> | undefined;
  readonly nulls: TableNullRule | undefined;
}

/** @throws InvalidArgumentError */
export function checkTableOptions({
  columns,
  types,
  nulls,
}: TableOptions<WantedColumns, ColumnTypes>): AskedColumns {
  if (nulls !== undefined) checkName("nulls", TABLE_NULL_RULES, nulls);
  const wanted = wantedList(columns);
  if (types === undefined) return { wanted, types, nulls };
  const entries = Object.entries(checkObject("types", types, "an object of names and what each is read as"));
  for (const [name, as] of entries) checkName(`types[${JSON.stringify(name)}]`, COLUMN_AS, as);
  if (columns === undefined || Array.isArray(columns)) return { wanted, types: new Map(entries), nulls };
  const expected = "left out, as columns say what each of them is read as";
  throw new InvalidArgumentError("types", expected, describe(types));
}

/** The same for readers of columns. */
export function wantedWhole({ wanted, types }: AskedColumns): PickedColumns {
  return {
    columns: wanted?.map(({ column }) => column),
    whole: { as: wanted?.map(({ as }) => as) ?? [], types },
  };
}

/** The table of columns that were read, or made, in the order in which they are wanted. @throws FormatError for nulls without a rule */
export function tableRead<Wanted extends WantedColumns, Types extends ColumnTypes>(
  listed: readonly ListedColumn[],
  rowCount: number,
  { wanted, nulls, source }: Omit<AskedColumns, "types"> & { readonly source: string },
): TableRead<Wanted, Types> {
  const ruled = withoutNulls(listed, rowCount, nulls, source);
  const names = wanted?.map(({ name }) => name) ?? listed.map(({ name }) => name);
  return {
    table: byName(names, ruled.columns) as TableOf<Wanted, Types>,
    length: ruled.length,
    nullCount: ruled.nullCount,
    valid: ruled.valid && (byName(names, ruled.valid) as TableRead<Wanted, Types>["valid"]),
  };
}

/** A column that was read to be kept has numbers, times or texts. */
export function listedColumn({ name = "", numbers, texts, times }: TableColumn): ListedColumn {
  if (numbers !== undefined && times !== undefined) {
    const instants = numbers.array as BigInt64Array;
    return { name, values: { instants, ...times }, missingRows: numbers.missingRows };
  }
  if (numbers !== undefined) return { name, values: numbers.array, missingRows: numbers.missingRows };
  const { codes, dictionary, missingRows } = texts ?? NO_TEXTS;
  return { name, values: { codes, dictionary }, missingRows };
}

const NO_TEXTS = { codes: new Uint32Array(0), dictionary: [], missingRows: new Uint32Array(0) };

/** As own properties, whatever the names are: `__proto__` too. */
export function byName<Value>(
  names: readonly string[],
  values: readonly Value[],
): Readonly<Record<string, Value>> {
  return Object.fromEntries(names.map((name, i) => [name, values[i]]));
}
