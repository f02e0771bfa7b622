import type { ReadControl } from "./byte-source.ts";
import { encodeCsv, type NamedColumn } from "./encode-csv.ts";
import { writeBytes } from "./write-bytes.ts";

export interface WriteColumnsOptions extends ReadControl {
  readonly format?: "csv" | "tsv" | undefined; // default "csv"
}

/**
 * Writes columns of one length to a CSV or TSV file: beside it first, then renamed, as `writeArray` does.
 *
 * @throws FormatError for a place that cannot be written; InvalidArgumentError as `encodeCsv`
 */
export async function writeColumns(
  path: string,
  columns: readonly NamedColumn[],
  options: WriteColumnsOptions = {},
): Promise<void> {
  const delimiter = options.format === "tsv" ? "\t" : ",";
  return writeBytes(path, () => encodeCsv(columns, { delimiter }), undefined, options);
}
