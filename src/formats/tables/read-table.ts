// A file as a table: a plain object of columns, ready for functions over columns.

import { checkInteger, checkObject, checkText } from "../../values/check-arguments.ts";
import { checkName, checkOptionNames } from "../../values/check-name.ts";
import { FormatError, InvalidArgumentError } from "../../values/errors.ts";
import { byteSourceOf, orAborted, type ReadControl } from "../byte-source.ts";
import { checkOptions, TABLE_OPTIONS } from "../check-options.ts";
import type { HeaderOptions } from "../decoded.ts";
import { type Format, formatOfPath } from "../format-of-path.ts";
import { columnsPlaceOf, withFile } from "../open-file.ts";
import type { ColumnsPlace } from "../read-column-data.ts";
import { tableColumnsOf, untilAborted } from "../read-table-columns.ts";
import type { TableColumn } from "../table-column.ts";
import { DATE_RULES, type DateRule } from "../time-builder.ts";
import {
  type AskedColumns,
  type ColumnTypes,
  checkTableOptions,
  listedColumn,
  type NoTypes,
  type TableOptions,
  type TableRead,
  tableRead,
  type WantedColumns,
  wantedWhole,
} from "./table-read.ts";

/** Formats that have columns by name. */
type TableFormat = Exclude<Format, "npy" | "raw">;

/** Options of `readTable`: which columns, as what, and what becomes of nulls. */
export interface ReadTableOptions<
  Wanted extends WantedColumns = readonly string[],
  Types extends ColumnTypes = NoTypes,
> extends TableOptions<Wanted, Types>,
    HeaderOptions,
    ReadControl {
  readonly dates?: DateRule | undefined; // of CSV: how cells say dates; default "iso"
  readonly rows?: number | undefined; // no more than the first so many, before nulls are left out; the rest is not read where the format allows; default: all
  readonly source?: string | undefined; // what errors call the data; default: the path
  readonly format?: TableFormat | undefined; // default: by the file's extension
}

/**
 * Reads columns of one length from a CSV, TSV, Arrow IPC or Parquet file into a plain object. Node, Deno and Bun.
 *
 * A column is a typed array; of texts `{ codes, dictionary }`, whose codes are ordered as the texts are and so are keys for any function over
 * columns; of dates and times `{ instants, unit, zone }`. Without a type a column has its own, narrow numbers what they widen to; one of CSV has f64 where every cell is a number or empty,
 * times where every one is by ISO 8601, and texts where none is a number. Nulls, of CSV empty cells, are an error, or go by one rule for the whole table: "skip" leaves their rows out.
 *
 * @throws FormatError for a file that cannot be read, a column of neither numbers, times nor texts, nulls without a rule, a value that does not convert
 * @throws InvalidArgumentError for a column that is not there or whose name several have; UnsupportedError where an optional package is missing
 */
export async function readTable<
  const Wanted extends WantedColumns = readonly string[],
  const Types extends ColumnTypes = NoTypes,
>(path: string, options: ReadTableOptions<Wanted, Types> = {}): Promise<TableRead<Wanted, Types>> {
  checkText("path", path);
  const asked = checkAsked(options, path, () => formatOfPath(path));
  const { source, signal } = asked;
  const read = (): Promise<readonly TableColumn[]> =>
    withFile(path, source, (handle, byteLength) =>
      columnsOf(columnsPlaceOf(handle, byteLength, source), asked),
    );
  return tableOfColumns(await orAborted(read, signal), asked);
}

/**
 * The same from a stream of bytes (`process.stdin`, a response's body), whose `format` must be said. CSV is parsed while it comes, and no longer than
 * `rows` are wanted; Arrow and Parquet are collected first.
 *
 * @throws as `readTable`
 */
export async function readTableFromStream<
  const Wanted extends WantedColumns = readonly string[],
  const Types extends ColumnTypes = NoTypes,
>(
  chunks: AsyncIterable<Uint8Array>,
  options: ReadTableOptions<Wanted, Types>,
): Promise<TableRead<Wanted, Types>> {
  const asked = checkAsked(options, "standard input", () => undefined);
  const place = byteSourceOf(chunks, asked.source);
  try {
    const columns = await orAborted(() => columnsOf({ inOrder: place }, asked), asked.signal);
    return tableOfColumns(columns, asked);
  } finally {
    // Not awaited: a stream is closed only when the chunk that is waited for has come, which may be never.
    place.close?.().catch(() => {});
  }
}

const READ_TABLE_OPTIONS = ["columns", "types", "nulls", "rows", "dates", ...TABLE_OPTIONS];

/** What is asked for, checked. */
export interface AskedTable extends AskedColumns, HeaderOptions, ReadControl {
  readonly dates: DateRule | undefined;
  readonly rows: number | undefined;
  readonly source: string;
  readonly format: TableFormat;
}

export function checkAsked(
  options: ReadTableOptions<WantedColumns, ColumnTypes>,
  name: string,
  formatOf: () => Format | undefined,
): AskedTable {
  const given = checkObject("options", options) as typeof options;
  checkOptionNames(given, READ_TABLE_OPTIONS);
  const { columns, types, nulls, rows, dates, ...others } = given;
  checkOptions(others, TABLE_OPTIONS);
  const asked = checkTableOptions({ columns, types, nulls });
  if (rows !== undefined) checkInteger("rows", rows);
  const source = others.source ?? name;
  const format = columnsFormat(others.format ?? formatOf(), source);
  if (dates !== undefined) expectDates(checkName("dates", DATE_RULES, dates), format);
  return { ...others, ...asked, dates, rows, source, format };
}

async function columnsOf(place: ColumnsPlace, asked: AskedTable): Promise<readonly TableColumn[]> {
  const { wanted: _, types: __, format, nulls: ___, ...others } = asked;
  return collected(
    untilAborted(tableColumnsOf(place, format, { ...others, ...wantedWhole(asked) }), asked.signal),
  );
}

function tableOfColumns<Wanted extends WantedColumns, Types extends ColumnTypes>(
  columns: readonly TableColumn[],
  asked: AskedTable,
): TableRead<Wanted, Types> {
  return tableRead(columns.map(listedColumn), columns[0]?.rowCount ?? 0, asked);
}

/** @throws InvalidArgumentError for a rule for data that have types of their own */
export function expectDates(dates: DateRule, format: Format): void {
  if (format === "csv" || format === "tsv") return;
  const expected = `left out for ${format} data, as CSV and TSV alone say dates in texts`;
  throw new InvalidArgumentError("dates", expected, JSON.stringify(dates));
}

/** @throws FormatError for data without names */
function columnsFormat(format: Format | undefined, source: string): TableFormat {
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
