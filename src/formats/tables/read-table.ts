// A file as a table: a plain object of columns, ready for functions over columns.

import { checkList, checkObject, checkText } from "../../values/check-arguments.ts";
import { checkName } from "../../values/check-name.ts";
import type { ElementArray, NarrowType } from "../../values/element-types.ts";
import { FormatError, InvalidArgumentError } from "../../values/errors.ts";
import type { TextColumn } from "../../values/text-column.ts";
import { type ColumnsOf, STORED_TYPES, type StoredType } from "../../values/value-types.ts";
import { orAborted, type ReadControl } from "../byte-source.ts";
import { CONTROL_OPTIONS, checkOptions, TEXT_OPTIONS } from "../check-options.ts";
import type { HeaderOptions } from "../decoded.ts";
import { type Format, formatOfPath } from "../format-of-path.ts";
import { columnsPlaceOf, withFile } from "../open-file.ts";
import { tableColumnsOf, untilAborted } from "../read-table-columns.ts";
import type { ColumnAs, TableColumn } from "../table-column.ts";
import {
  type ColumnValues,
  type ListedColumn,
  TABLE_NULL_RULES,
  type TableNullRule,
  withoutNulls,
} from "./table-nulls.ts";

const COLUMN_AS: readonly ColumnAs[] = [...STORED_TYPES, "number", "text"];

/** A column under another name than the file has for it. */
export interface RenamedColumn {
  readonly column: string; // its name in the file
  readonly as?: ColumnAs | undefined; // default: numbers where all are, else times or texts
}

/** The columns that are wanted: their names; or for each name of the table what it is read as. */
export type WantedColumns = readonly string[] | Readonly<Record<string, ColumnAs | RenamedColumn>>;

export interface ReadTableOptions<Wanted extends WantedColumns = readonly string[]>
  extends HeaderOptions,
    ReadControl {
  readonly columns?: Wanted | undefined; // default: all
  readonly nulls?: TableNullRule | undefined; // of all columns together; default: a null is an error
  readonly source?: string | undefined; // what errors call the data; default: the path
  readonly format?: Exclude<Format, "npy" | "raw"> | undefined; // default: by the file's extension
}

/** The columns by their names. */
export type TableOf<Wanted extends WantedColumns> = Wanted extends readonly string[]
  ? Readonly<Record<Wanted[number], ColumnValues>>
  : { readonly [Name in keyof Wanted]: ValuesOf<Wanted[Name]> };

type ValuesOf<Asked> = Asked extends { readonly as: infer As }
  ? ValuesAs<As>
  : Asked extends string
    ? ValuesAs<Asked>
    : ColumnValues;

type ValuesAs<As> = As extends "text"
  ? TextColumn
  : As extends "number" | NarrowType
    ? ElementArray
    : As extends StoredType
      ? ColumnsOf<As>
      : ColumnValues;

/** What was read. */
export interface TableRead<Wanted extends WantedColumns = readonly string[]> {
  readonly table: TableOf<Wanted>;
  readonly length: number; // rows of the table
  readonly nullCount: number; // of all columns
  readonly valid: Readonly<Record<keyof TableOf<Wanted>, Uint8Array>> | undefined; // 1 where a column had a value; with nulls: "mask" alone
}

/**
 * Reads columns of one length from a CSV, TSV, Arrow IPC or Parquet file into a plain object. Node, Deno and Bun.
 *
 * A column is a typed array; of texts `{ codes, dictionary }`, whose codes are ordered as the texts are and so are keys for any function over
 * columns; of dates and times `{ instants, unit, zone }`. Without a type a column has its own, narrow numbers what they widen to; one of CSV has f64 where every cell is a number or empty,
 * and texts where none is. Nulls, of CSV empty cells, are an error, or go by one rule for the whole table: "skip" leaves their rows out.
 *
 * @throws FormatError for a file that cannot be read, a column of neither numbers, times nor texts, nulls without a rule, a value that does not convert
 * @throws InvalidArgumentError for a column that is not there or whose name several have; UnsupportedError where an optional package is missing
 */
export async function readTable<const Wanted extends WantedColumns = readonly string[]>(
  path: string,
  options: ReadTableOptions<Wanted> = {},
): Promise<TableRead<Wanted>> {
  checkText("path", path);
  const { columns: given, nulls, ...others } = checkObject("options", options);
  checkOptions(others, ["source", ...TEXT_OPTIONS, "format", ...CONTROL_OPTIONS]);
  if (nulls !== undefined) checkName("nulls", TABLE_NULL_RULES, nulls);
  const { header, delimiter, missing, signal, onProgress } = others;
  const wanted = given === undefined ? undefined : wantedList(given);
  const source = options.source ?? path;
  const format = columnsFormat(options.format ?? formatOfPath(path), source);
  const asked = {
    columns: wanted?.map(({ column }) => column),
    whole: { as: wanted?.map(({ as }) => as) ?? [] },
  };
  const read = (): Promise<readonly TableColumn[]> =>
    withFile(path, source, (handle, byteLength) => {
      const place = columnsPlaceOf(handle, byteLength, source);
      const found = tableColumnsOf(place, format, {
        ...asked,
        header,
        delimiter,
        missing,
        signal,
        onProgress,
        source,
      });
      return collected(untilAborted(found, signal));
    });
  const columns = await orAborted(read, signal);
  const listed = columns.map(listedColumn);
  const ruled = withoutNulls(listed, columns[0]?.rowCount ?? 0, nulls, source);
  const names = wanted?.map(({ name }) => name) ?? listed.map(({ name }) => name);
  return {
    table: byName(names, ruled.columns) as TableOf<Wanted>,
    length: ruled.length,
    nullCount: ruled.nullCount,
    valid: ruled.valid && (byName(names, ruled.valid) as TableRead<Wanted>["valid"]),
  };
}

interface WantedColumn extends RenamedColumn {
  readonly name: string; // in the table
}

/** @throws InvalidArgumentError */
function wantedList(columns: WantedColumns): readonly WantedColumn[] {
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

/** @throws FormatError for data without names */
function columnsFormat(format: Format | undefined, source: string): Exclude<Format, "npy" | "raw"> {
  if (format !== undefined && format !== "npy" && format !== "raw") return format;
  const kind = format === "npy" ? ".npy" : format;
  const actual = kind === undefined ? "a file of another name" : `${kind} data, which have none`;
  throw new FormatError(source, "CSV, TSV, Arrow or Parquet data, which have columns by name", actual);
}

async function collected(columns: AsyncIterable<TableColumn>): Promise<readonly TableColumn[]> {
  const all: TableColumn[] = [];
  for await (const column of columns) all.push(column);
  return all;
}

/** A column that was read to be kept has numbers, times or texts. */
function listedColumn({ name = "", numbers, texts, times }: TableColumn): ListedColumn {
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
function byName<Value>(names: readonly string[], values: readonly Value[]): Readonly<Record<string, Value>> {
  return Object.fromEntries(names.map((name, i) => [name, values[i]]));
}
