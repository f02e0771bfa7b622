// A table that comes some rows at a time as the bytes of a file.

import { InvalidArgumentError } from "../../values/errors.ts";
import { encodeInWindows, type OutputFormat } from "../encode.ts";
import { csvHeader, csvRows } from "../encode-csv.ts";
import { encodeNpyHeader } from "../npy-header.ts";
import { checkReadableName, checkReadableTexts } from "../readable-columns.ts";
import type { TableFormat } from "../write-array.ts";
import { checkNames } from "../written-column.ts";
import type { BatchWriter, TableBatches } from "./table-batches.ts";
import { openArrowWriter } from "./write-arrow.ts";
import { openParquetWriter } from "./write-parquet.ts";

/** The bytes of a file, and those of its beginning that are known at the end alone. */
interface WrittenFile {
  readonly pieces: () => AsyncIterable<Uint8Array>;
  readonly head: (() => Uint8Array) | undefined; // stands in the place of as many bytes of the first piece
}

/** @throws InvalidArgumentError for what the format does not have: of columns at once, of rows from the pieces; UnsupportedError where a package is not installed */
export async function fileOfBatches(
  table: TableBatches,
  format: TableFormat | OutputFormat,
): Promise<WrittenFile> {
  if (table.columns.length === 0) throw new InvalidArgumentError("columns", "at least one column", "none");
  checkNames(table.columns);
  switch (format) {
    case "csv":
    case "tsv":
      return { pieces: () => csvPieces(table, format === "tsv" ? "\t" : ","), head: undefined };
    case "arrow":
    case "parquet": {
      for (const column of table.columns) checkReadableName(column, format);
      const open = format === "arrow" ? openArrowWriter : openParquetWriter;
      const writer = await open(table.columns);
      return { pieces: () => filePieces(table, format, writer), head: undefined };
    }
    case "npy":
    case "raw":
      return arrayFile(table, format);
    default:
      return format satisfies never;
  }
}

async function* csvPieces(
  { columns, batches }: TableBatches,
  delimiter: "," | "\t",
): AsyncGenerator<Uint8Array> {
  yield csvHeader(columns, delimiter);
  for await (const { columns: rows, rowsBefore } of batches) yield* csvRows(rows, delimiter, rowsBefore);
}

async function* filePieces(
  { batches }: TableBatches,
  format: "arrow" | "parquet",
  writer: BatchWriter,
): AsyncGenerator<Uint8Array> {
  for await (const batch of batches) {
    for (const column of batch.columns) checkReadableTexts(column, format);
    yield* writer.write(batch);
  }
  yield* writer.finish();
}

/** One column of numbers. How many there are a header says, which is written once more at the end. */
function arrayFile({ columns, batches }: TableBatches, format: OutputFormat): WrittenFile {
  const refused = (why: string) =>
    new InvalidArgumentError("out", "a .csv, .tsv, .arrow or .parquet file", why);
  const [only] = columns;
  if (columns.length !== 1) {
    throw refused(`one array for ${columns.length} columns; columns (--column) picks one`);
  }
  if (only.kind !== "numbers") throw refused("one array, and its column has no numbers");
  const { type, column } = only;
  let length = 0;
  async function* pieces(): AsyncGenerator<Uint8Array> {
    if (format === "npy") yield encodeNpyHeader(type, 0);
    for await (const { columns: rows, rowsBefore } of batches) {
      const [values] = rows;
      if (values.kind !== "numbers") throw refused("one array, and its column has no numbers");
      const at = values.valid?.indexOf(0) ?? -1;
      if (at >= 0) {
        const row = `a null in row ${rowsBefore + at + 1} of ${JSON.stringify(column)}`;
        throw refused(`one array, and ${row}; there are nulls: nulls (--nulls) says what becomes of them`);
      }
      length += values.length;
      yield* encodeInWindows(values.array, "raw", type);
    }
  }
  return { pieces, head: format === "npy" ? () => encodeNpyHeader(type, length) : undefined };
}
