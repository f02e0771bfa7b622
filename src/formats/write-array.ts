// Arrays and columns into files, by way of a file beside the place that is renamed when it is whole.

import { checkInteger, checkList, checkObject, checkText } from "../values/check-arguments.ts";
import { checkElements } from "../values/check-arrays.ts";
import { checkName, checkOptionNames } from "../values/check-name.ts";

import {
  ELEMENT_TYPE_FACTS,
  ELEMENT_TYPES,
  type ElementArray,
  type ElementType,
} from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { checkAsyncIterable, type ReadControl } from "./byte-source.ts";
import { CONTROL_OPTIONS, checkOptions } from "./check-options.ts";
import { encodeChunks, encodeInWindows, OUTPUT_FORMATS, type OutputFormat } from "./encode.ts";
import { encodeCsv, type NamedColumn } from "./encode-csv.ts";
import { formatOfPath } from "./format-of-path.ts";
import { writePieces } from "./write-bytes.ts";

export interface WriteOptions extends ReadControl {
  readonly format?: OutputFormat | undefined; // default: by the file's extension, .npy where it tells nothing
}

/**
 * Writes an array to a file, .npy or raw little-endian: beside it first, then renamed, so that the file is whole or untouched.
 *
 * `readArray` reads it back: the extension picks the format there too. What fails or is aborted leaves nothing behind. A link is
 * followed, to a file that is not there yet too; a device or a pipe is written straight into.
 *
 * @throws FormatError for a place that cannot be written; InvalidArgumentError for an extension of a format that holds columns
 */
export async function writeArray(
  path: string,
  array: ElementArray,
  options: WriteOptions = {},
): Promise<void> {
  checkElements("array", array);
  const format = formatFor(path, options);
  return writePieces(path, () => encodeInWindows(array, format), array.byteLength, options);
}

/** The same for an array that comes in chunks, of `length` elements in all. Chunks may be used again once the next is asked for. */
export async function writeChunks(
  path: string,
  chunks: AsyncIterable<ElementArray>,
  size: { readonly type: ElementType; readonly length: number | undefined },
  options: WriteOptions = {},
): Promise<void> {
  checkOptionNames(size, ["type", "length"], "size");
  const { type, length } = size;
  checkName("size.type", ELEMENT_TYPES, type);
  if (length !== undefined) checkInteger("size.length", length);
  checkAsyncIterable("chunks", chunks);
  const format = formatFor(path, options);
  const byteLength = length === undefined ? undefined : length * ELEMENT_TYPE_FACTS[type].bytes;
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
  columns: readonly NamedColumn[],
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
