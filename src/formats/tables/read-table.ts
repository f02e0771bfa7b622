// A file as a table: a plain object of columns, ready for functions over columns.

import { checkObject, checkText } from "../../values/check-arguments.ts";
import { FormatError } from "../../values/errors.ts";
import { orAborted, type ReadControl } from "../byte-source.ts";
import { CONTROL_OPTIONS, checkOptions, TEXT_OPTIONS } from "../check-options.ts";
import type { HeaderOptions } from "../decoded.ts";
import { type Format, formatOfPath } from "../format-of-path.ts";
import { columnsPlaceOf, withFile } from "../open-file.ts";
import { tableColumnsOf, untilAborted } from "../read-table-columns.ts";
import type { TableColumn } from "../table-column.ts";
import {
  checkNullRule,
  listedColumn,
  type TableOptions,
  type TableRead,
  tableRead,
  type WantedColumns,
  wantedList,
  wantedWhole,
} from "./table-read.ts";

export interface ReadTableOptions<Wanted extends WantedColumns = readonly string[]>
  extends TableOptions<Wanted>,
    HeaderOptions,
    ReadControl {
  readonly source?: string | undefined; // what errors call the data; default: the path
  readonly format?: Exclude<Format, "npy" | "raw"> | undefined; // default: by the file's extension
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
  checkNullRule(nulls);
  const wanted = wantedList(given);
  const source = options.source ?? path;
  const format = columnsFormat(options.format ?? formatOfPath(path), source);
  const read = (): Promise<readonly TableColumn[]> =>
    withFile(path, source, (handle, byteLength) => {
      const place = columnsPlaceOf(handle, byteLength, source);
      const found = tableColumnsOf(place, format, { ...others, ...wantedWhole(wanted), source });
      return collected(untilAborted(found, others.signal));
    });
  const columns = await orAborted(read, others.signal);
  return tableRead(columns.map(listedColumn), columns[0]?.rowCount ?? 0, { wanted, nulls, source });
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
