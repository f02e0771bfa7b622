import { checkList, checkObject, checkText } from "../values/check-arguments.ts";
import { checkName } from "../values/check-name.ts";
import { FormatError, InvalidArgumentError } from "../values/errors.ts";
import { SCALAR_TYPES } from "../values/value-types.ts";
import type { ReadControl } from "./byte-source.ts";
import { CONTROL_OPTIONS, checkOptions } from "./check-options.ts";
import type { HeaderOptions } from "./decode-csv.ts";
import type { ColumnOptions, DecodedColumn, WantedColumn } from "./decoded.ts";
import { type Format, formatOfPath } from "./format-of-path.ts";
import { columnsPlaceOf, withFile } from "./open-file.ts";
import { orAborted } from "./or-aborted.ts";
import { readColumnData } from "./read-column-data.ts";

export type ReadColumnsOptions = Pick<ColumnOptions, "source" | "nulls"> &
  HeaderOptions &
  ReadControl & { readonly format?: Format | undefined }; // default: by the file's extension

/**
 * Reads several columns of one length from a CSV, TSV, Arrow IPC or Parquet file, in the order asked for. Node, Deno and Bun.
 *
 * Each has the type that is asked for, to which every value must convert exactly, or its own; a bool is true or false, or 1 or 0. With a
 * `signal` they are decoded on a thread of their own, which it ends at once (decision 0030).
 *
 * @throws FormatError for a file that cannot be read, has no columns, or is not what its format demands
 * @throws InvalidArgumentError for a column that is not there, and for nulls to skip, which would tear rows apart
 */
export async function readColumns(
  path: string,
  wanted: readonly WantedColumn[],
  options: ReadColumnsOptions = {},
): Promise<readonly DecodedColumn[]> {
  checkText("path", path);
  for (const [i, each] of checkList("wanted", wanted, "columns, each an object").entries())
    checkObject(`wanted[${i}]`, each);
  for (const [i, { column, type }] of wanted.entries()) {
    checkText(`wanted[${i}].column`, column);
    if (type !== undefined) checkName(`wanted[${i}].type`, SCALAR_TYPES, type);
  }
  checkOptions(options, ["source", "nulls", "header", "format", ...CONTROL_OPTIONS]);
  const source = options.source ?? path;
  const format = options.format ?? formatOfPath(path);
  if (options.nulls === "skip") {
    throw new InvalidArgumentError("nulls", "zero or left out, where several columns are read", '"skip"');
  }
  const named = { ...options, source };
  switch (format) {
    case "csv":
    case "tsv":
    case "arrow":
    case "parquet": {
      const read = (): Promise<readonly DecodedColumn[]> =>
        withFile(path, source, (handle, byteLength) =>
          readColumnData(format, columnsPlaceOf(handle, byteLength, source), wanted, named),
        );
      return orAborted(read, options.signal);
    }
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
}
