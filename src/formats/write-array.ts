// Arrays and columns into files, by way of a file beside the place that is renamed when it is whole.

import { checkInteger, checkList, checkObject, checkText } from "../values/check-arguments.ts";
import { checkName, checkOptionNames } from "../values/check-name.ts";
import { COLUMN_TYPE_FACTS } from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { STORED_TYPES, type StoredType } from "../values/value-types.ts";
import { checkAsyncIterable, type ReadControl } from "./byte-source.ts";
import { CONTROL_OPTIONS, checkOptions } from "./check-options.ts";
import {
  encodeChunks,
  encodeInWindows,
  OUTPUT_FORMATS,
  type OutputFormat,
  typedData,
  type WritableArray,
} from "./encode.ts";
import { encodeArrow } from "./encode-arrow.ts";
import { encodeCsv } from "./encode-csv.ts";
import { encodeParquet } from "./encode-parquet.ts";
import { formatOfPath } from "./format-of-path.ts";
import { encodeNpyHeader } from "./npy-header.ts";
import { checkReadableName, checkReadableTexts } from "./readable-columns.ts";
import type { Table } from "./tables/table-nulls.ts";
import { writePieces } from "./write-bytes.ts";
import { checkWrittenColumns, columnsOfTable, type WrittenColumn } from "./written-column.ts";

/** Options of writing a file of one array. */
export interface WriteOptions extends ReadControl {
  readonly format?: OutputFormat | undefined; // default: by the file's extension, .npy where it tells nothing
}

/** The same of one array. */
export interface WriteArrayOptions extends WriteOptions {
  readonly type?: StoredType | undefined; // default: that of the array's class; of 16-bit words and of bools it must be said
}

/**
 * Writes an array to a file, .npy or raw little-endian: beside it first, then renamed, so that the file is whole or untouched.
 *
 * `readArray` reads it back: the extension picks the format there too. What fails or is aborted leaves nothing behind. A link is
 * followed, to a file that is not there yet too; a device or a pipe is written straight into. Narrow arrays are written as they are, half floats as their bits.
 *
 * @throws FormatError for a place that cannot be written; InvalidArgumentError for an extension of a format that holds columns
 */
export async function writeArray(
  path: string,
  array: WritableArray,
  options: WriteArrayOptions = {},
): Promise<void> {
  const { type: asked, ...how } = checkObject("options", options);
  const data = typedData(array, asked);
  const format = formatFor(path, how);
  const { byteLength } = data.array;
  return writePieces(path, () => encodeInWindows(data.array, format, data.type), byteLength, how);
}

/**
 * The same for an array that comes in chunks, of `length` elements in all: where that is undefined, the header of a .npy file is written when all of them are there.
 * Chunks may be used again once the next is asked for.
 */
export async function writeChunks(
  path: string,
  chunks: AsyncIterable<WritableArray>,
  size: { readonly type: StoredType; readonly length: number | undefined },
  options: WriteOptions = {},
): Promise<void> {
  checkOptionNames(size, ["type", "length"], "size");
  const { type, length } = size;
  checkName("size.type", STORED_TYPES, type);
  if (length !== undefined) checkInteger("size.length", length);
  checkAsyncIterable("chunks", chunks);
  const format = formatFor(path, options);
  const byteLength = length === undefined ? undefined : length * COLUMN_TYPE_FACTS[type].bytes;
  if (format === "npy" && length === undefined) return writeCounted(path, chunks, type, options);
  return writePieces(path, () => encodeChunks(chunks, format, type, length), byteLength, options);
}

/** A .npy file of as many elements as come: its header has the same length for any number of them. */
function writeCounted(
  path: string,
  chunks: AsyncIterable<WritableArray>,
  type: StoredType,
  options: WriteOptions,
): Promise<void> {
  let count = 0;
  async function* pieces(): AsyncGenerator<Uint8Array> {
    yield encodeNpyHeader(type, 0);
    for await (const bytes of encodeChunks(chunks, "raw", type, undefined)) {
      count += bytes.length / COLUMN_TYPE_FACTS[type].bytes;
      yield bytes;
    }
  }
  return writePieces(path, pieces, undefined, options, () => encodeNpyHeader(type, count));
}

function formatFor(path: string, options: WriteOptions): OutputFormat {
  checkText("path", path);
  checkOptions(options, [...CONTROL_OPTIONS, "format"]);
  return options.format === undefined
    ? arrayFormatOf(path)
    : checkName("format", OUTPUT_FORMATS, options.format);
}

/** @throws InvalidArgumentError where the file would be taken for one of another format */
function arrayFormatOf(path: string): OutputFormat {
  const format = formatOfPath(path) ?? "npy";
  if (format === "npy" || format === "raw") return format;
  throw new InvalidArgumentError(
    "path",
    "a .npy, .raw or .bin file, as one array is written",
    JSON.stringify(path),
  );
}

/** What columns are written as. */
export type TableFormat = "csv" | "tsv" | "arrow" | "parquet";

/** The formats that hold columns by name. */
export const TABLE_FORMATS: readonly TableFormat[] = Object.freeze(["csv", "tsv", "arrow", "parquet"]);

/** Options of `writeColumns`. */
export interface WriteColumnsOptions extends ReadControl {
  readonly format?: TableFormat | undefined; // default: by the file's extension
}

/**
 * Writes columns of one length to a CSV, TSV, Arrow IPC or Parquet file: beside it first, then renamed, as `writeArray` does.
 *
 * `readTable` and `readColumns` read them back: the extension picks the format there too. CSV is written piece by piece, the others are made in memory
 * first. Arrow needs the optional package apache-arrow, Parquet hyparquet-writer.
 *
 * @throws FormatError for a place that cannot be written; InvalidArgumentError for another extension, and as `encodeCsv`
 * @throws UnsupportedError where the package is not installed
 */
export async function writeColumns(
  path: string,
  columns: readonly WrittenColumn[],
  options: WriteColumnsOptions = {},
): Promise<void> {
  for (const [i, each] of checkList("columns", columns, "columns, each an object").entries())
    checkObject(`columns[${i}]`, each);
  checkText("path", path);
  checkOptions(options, [...CONTROL_OPTIONS, "format"]);
  const format = tableFormatFor(path, options.format);
  if (format === "csv" || format === "tsv") {
    const pieces = encodeCsv(columns, { delimiter: format === "tsv" ? "\t" : "," });
    return writePieces(path, () => pieces, undefined, options);
  }
  const checked = checkWrittenColumns(columns);
  for (const column of checked) {
    checkReadableName(column, format);
    checkReadableTexts(column, format);
  }
  const bytes = await (format === "arrow" ? encodeArrow(checked) : encodeParquet(checked));
  return writePieces(path, () => [bytes], bytes.length, options);
}

/** @throws InvalidArgumentError */
export function tableFormatFor(path: string, asked: TableFormat | undefined): TableFormat {
  if (asked !== undefined) return checkName("format", TABLE_FORMATS, asked);
  const format = formatOfPath(path);
  if (format !== undefined && format !== "npy" && format !== "raw") return format;
  const expected = "a .csv, .tsv, .arrow or .parquet file, or written with a format";
  throw new InvalidArgumentError("path", expected, JSON.stringify(path));
}

/** Options of `writeTable`. */
export interface WriteTableOptions extends WriteColumnsOptions {
  readonly valid?: Readonly<Record<string, Uint8Array>> | undefined; // by column 0 where there is a null, as `readTable` gives it; default: nowhere
}

/**
 * Writes a table as `readTable` gives it: a plain object of columns, of which a Uint8Array has bools.
 *
 * @throws as `writeColumns`
 */
export async function writeTable(path: string, table: Table, options: WriteTableOptions = {}): Promise<void> {
  const { valid = {}, ...others } = checkObject("options", options) as WriteTableOptions;
  return writeColumns(path, columnsOfTable(table, valid), others);
}
