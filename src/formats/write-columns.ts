import { checkList, checkObject, checkText } from "../values/check-arguments.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import type { ReadControl } from "./byte-source.ts";
import { CONTROL_OPTIONS, checkOptions } from "./check-options.ts";
import { encodeCsv, type NamedColumn } from "./encode-csv.ts";
import { formatOfPath } from "./format-of-path.ts";
import { writePieces } from "./write-bytes.ts";

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
