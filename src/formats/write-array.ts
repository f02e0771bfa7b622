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
import { encodeCsv, type WrittenColumn } from "./encode-csv.ts";
import { formatOfPath } from "./format-of-path.ts";
import { writePieces } from "./write-bytes.ts";

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

/** The same for an array that comes in chunks, of `length` elements in all. Chunks may be used again once the next is asked for. */
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
  return writePieces(path, () => encodeChunks(chunks, format, type, length), byteLength, options);
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

export interface WriteColumnsOptions extends ReadControl {
  readonly format?: "csv" | "tsv" | undefined; // default: by the file's extension
}

/**
 * Writes columns of one length to a CSV or TSV file: beside it first, then renamed, as `writeArray` does.
 *
 * `readColumns` reads them back: the extension picks the format there too. Arrow and Parquet are read only.
 *
 * @throws FormatError for a place that cannot be written; InvalidArgumentError for another extension, and as `encodeCsv`
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
  const format = options.format ?? formatOfPath(path);
  if (format !== "csv" && format !== "tsv") {
    const expected = "a .csv or .tsv file, or written with format: csv or tsv";
    throw new InvalidArgumentError("path", expected, JSON.stringify(path));
  }
  const pieces = encodeCsv(columns, { delimiter: format === "tsv" ? "\t" : "," });
  return writePieces(path, () => pieces, undefined, options);
}
