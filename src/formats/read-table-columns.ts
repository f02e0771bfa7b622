// Every column of a file: of those without numbers what they are and how many rows miss, of the others their numbers.

import { checkFunction } from "../values/check-arguments.ts";
import type { StorageType } from "../values/element-types.ts";
import { InternalError } from "../values/errors.ts";
import { arrowPieces } from "./arrow-pieces.ts";
import { readArrowTable } from "./arrow-table.ts";
import { byteSourceOf, orAborted, type ReadControl, readEverything } from "./byte-source.ts";
import { checkOptions, expectNoHeader, TABLE_OPTIONS } from "./check-options.ts";
import { readCsvTable } from "./csv-table.ts";
import type { DecodeOptions, HeaderOptions } from "./decoded.ts";
import type { Format } from "./format-of-path.ts";
import { readParquetTable } from "./parquet-table.ts";
import { fromFile, type NamedOptions, readNumbers } from "./read-array.ts";
import type { ColumnsPlace } from "./read-column-data.ts";
import { numericColumn, type PickedColumns, type TableColumn } from "./table-column.ts";
import type { DateRule } from "./time-builder.ts";

/** Options of `readTableColumns`. */
export interface ReadTableColumnsOptions extends DecodeOptions<StorageType>, HeaderOptions, ReadControl {
  readonly columns?: readonly string[] | undefined; // in this order; default: all, in the file's
  readonly key?: string | undefined; // a column that comes first, with its texts where it has no numbers
  readonly format?: Format | undefined; // default: by the file's extension; of one with another .npy
}

/**
 * Reads the columns of a file one after the other: of .npy and raw data the one array, which has no name. Node, Deno and Bun.
 *
 * `use` gets them while the file is open. A column without numbers comes with its type and the number of its rows; dates and times have `times` and their
 * instants for numbers; of text a column has numbers if every cell is one, or empty. Nulls are left out, and their rows are listed. Each column is read once; of Parquet memory holds
 * no more than two. An aborted `signal` rejects with its reason, and no further column is read.
 *
 * @throws FormatError for a file that cannot be read or is not what its format demands
 * @throws InvalidArgumentError for a column that is not there; UnsupportedError where an optional package is missing
 */
export async function readTableColumns<Result>(
  path: string,
  options: ReadTableColumnsOptions,
  use: (columns: AsyncIterable<TableColumn>) => Promise<Result>,
): Promise<Result> {
  checkOptions(options, ["columns", "key", "type", ...TABLE_OPTIONS]);
  const { columns, key, ...others } = options;
  checkFunction("use", use, "of the columns");
  return fromFile(path, others, (place, format, named) =>
    use(
      untilAborted(
        tableColumnsOf(place, format, { ...named, type: others.type, columns, key }),
        options.signal,
      ),
    ),
  );
}

/**
 * The same of a stream of bytes (`process.stdin`, a response's body): .npy unless `format` says otherwise. CSV is parsed while it comes, Arrow and Parquet are collected first.
 *
 * @throws as `readTableColumns`
 */
export async function readTableColumnsFromStream<Result>(
  chunks: AsyncIterable<Uint8Array>,
  options: ReadTableColumnsOptions,
  use: (columns: AsyncIterable<TableColumn>) => Promise<Result>,
): Promise<Result> {
  checkOptions(options, ["columns", "key", "type", ...TABLE_OPTIONS]);
  checkFunction("use", use, "of the columns");
  const { format = "npy", signal } = options;
  const named = { ...options, source: options.source ?? "standard input" };
  const inOrder = byteSourceOf(chunks, named.source);
  try {
    const read = (): Promise<Result> => use(untilAborted(tableColumnsOf({ inOrder }, format, named), signal));
    return await orAborted(read, signal);
  } finally {
    // Not awaited: a stream is closed only when the chunk that is waited for has come, which may be never.
    inOrder.close?.().catch(() => {});
  }
}

/** The columns, or parts of them, until a signal aborts: what waits for one is rejected by then, and the others are not read. */
export async function* untilAborted<Column>(
  columns: AsyncIterable<Column>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Column, void> {
  for await (const column of columns) {
    signal?.throwIfAborted();
    yield column;
  }
}

type TableOptions = NamedOptions &
  PickedColumns &
  Pick<ReadTableColumnsOptions, "type"> & { readonly dates?: DateRule | undefined };

/** All columns of a place, or those that are asked for. */
export async function* tableColumnsOf(
  place: ColumnsPlace,
  format: Format,
  options: TableOptions,
): AsyncGenerator<TableColumn, void> {
  switch (format) {
    case "npy":
    case "raw": {
      const read = await readNumbers(place, format, {
        ...options,
        column: options.key ?? options.columns?.[0],
      });
      yield numericColumn(undefined, read.type, read);
      return;
    }
    case "csv":
      yield* await readCsvTable(place.inOrder, options);
      return;
    case "tsv":
      yield* await readCsvTable(place.inOrder, { ...options, delimiter: options.delimiter ?? "\t" });
      return;
    case "arrow":
      expectNoHeader(options, format);
      yield* readArrowTable(await arrowBytes(place, options), options);
      return;
    case "parquet":
      expectNoHeader(options, format);
      yield* readParquetTable(place.anywhere ?? (await readEverything(place.inOrder, options)), options);
      return;
    default:
      format satisfies never;
  }
}

/** All of them, or a beginning that has the rows that are wanted. */
async function arrowBytes(place: ColumnsPlace, options: TableOptions): Promise<Uint8Array> {
  if (options.rows === undefined) return readEverything(place.inOrder, options);
  for await (const { bytes } of arrowPieces(place, { ...options, leastRows: options.rows })) return bytes;
  throw new InternalError("Arrow data have one piece at least");
}
