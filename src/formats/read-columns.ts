import { FormatError, InvalidArgumentError } from "../values/errors.ts";
import { type ReadControl, readEverything } from "./byte-source.ts";
import { decodeArrowColumns } from "./decode-arrow.ts";
import { decodeCsvColumns, type HeaderOptions } from "./decode-csv.ts";
import { decodeParquetColumns } from "./decode-parquet.ts";
import type { ColumnOptions, DecodedColumn, WantedColumn } from "./decoded.ts";
import { expectList } from "./expect-list.ts";
import { expectNoHeader } from "./expect-no-header.ts";
import { type Format, formatOfPath } from "./format-of-path.ts";
import { byteSourceOfHandle, type FileHandle, randomAccessOf, withFile } from "./open-file.ts";
import { orAborted } from "./or-aborted.ts";

export type ReadColumnsOptions = Pick<ColumnOptions, "source" | "nulls"> &
  HeaderOptions &
  ReadControl & { readonly format?: Format | undefined }; // default: by the file's extension

/**
 * Reads several columns of one length from a CSV, TSV, Arrow IPC or Parquet file, in the order asked for. Node, Deno and Bun.
 *
 * Each has the type that is asked for, to which every value must convert exactly, or its own; a bool is true or false, or 1 or 0.
 *
 * @throws FormatError for a file that cannot be read, has no columns, or is not what its format demands
 * @throws InvalidArgumentError for a column that is not there, and for nulls to skip, which would tear rows apart
 */
export async function readColumns(
  path: string,
  wanted: readonly WantedColumn[],
  options: ReadColumnsOptions = {},
): Promise<readonly DecodedColumn[]> {
  expectList("wanted", wanted);
  const source = options.source ?? path;
  const format = options.format ?? formatOfPath(path);
  if (options.nulls === "skip") {
    throw new InvalidArgumentError("nulls", "zero or left out, where several columns are read", '"skip"');
  }
  const named = { ...options, source };
  const read = async (handle: FileHandle, byteLength: number | undefined) => {
    if (format === "arrow" || format === "parquet") expectNoHeader(options, format);
    if (format === "parquet" && byteLength !== undefined) {
      return decodeParquetColumns(randomAccessOf(handle, byteLength), wanted, named);
    }
    const everything = (): Promise<Uint8Array> => readWhole(handle, byteLength, named);
    switch (format) {
      case "csv":
        return decodeCsvColumns(await everything(), wanted, named);
      case "tsv":
        return decodeCsvColumns(await everything(), wanted, { ...named, delimiter: "\t" });
      case "arrow":
        return decodeArrowColumns(await everything(), wanted, named);
      case "parquet":
        return decodeParquetColumns(await everything(), wanted, named);
      case "npy":
      case "raw":
      case undefined: {
        const kind = format === "npy" ? ".npy" : format;
        const actual = kind === undefined ? "a file of another name" : `${kind} data, which have none`;
        throw new FormatError(source, "CSV, TSV, Arrow or Parquet data, which have columns by name", actual);
      }
      default:
        return format satisfies never;
    }
  };
  return orAborted(() => withFile(path, source, read), options.signal);
}

function readWhole(
  handle: FileHandle,
  byteLength: number | undefined,
  options: ReadColumnsOptions & { readonly source: string },
): Promise<Uint8Array> {
  return readEverything(byteSourceOfHandle(handle, byteLength, options.source), options);
}
