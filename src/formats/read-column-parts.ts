// Every column of a file some rows at a time: for what needs all of a column, but not at once.

import { checkFunction } from "../values/check-arguments.ts";
import { InternalError } from "../values/errors.ts";
import type { StoredType } from "../values/value-types.ts";
import { arrowBatches } from "./batches/arrow-batches.ts";
import { arrayBatches } from "./batches/open-batches.ts";
import { parquetBatches } from "./batches/parquet-batches.ts";
import { byteSourceOf, orAborted, readEverything } from "./byte-source.ts";
import { checkOptions, expectNoHeader, TABLE_OPTIONS } from "./check-options.ts";
import { csvTableParts } from "./csv-table.ts";
import type { Format } from "./format-of-path.ts";
import { expectNoColumn, fromFile, type NamedOptions, rawType } from "./read-array.ts";
import type { ColumnsPlace } from "./read-column-data.ts";
import { type ReadTableColumnsOptions, untilAborted } from "./read-table-columns.ts";
import { numericColumn, type PickedColumns, type TableColumn } from "./table-column.ts";
import type { CheckedColumn } from "./written-column.ts";

/** Options of `readTableColumnParts`. */
export type ReadColumnPartsOptions = Omit<ReadTableColumnsOptions, "key">;

type Parts = AsyncIterable<readonly TableColumn[]>;

const OPTIONS = ["columns", "type", ...TABLE_OPTIONS] as const;

/**
 * Reads the columns of a file as `readTableColumns` does, some rows at a time: a part has all columns, and of each the rows behind those before. Node, Deno and Bun.
 *
 * `use` gets the parts while the file is open, at least one. Counts of a column's parts add up. What a column of CSV is, all of its cells say: where a part is of another kind
 * (numbers, times, neither), those before it say nothing any more, and it stands for their rows too. Memory of a part is valid until the next one is asked for.
 *
 * @throws as `readTableColumns`, of rows further down when their part is asked for
 */
export async function readTableColumnParts<Result>(
  path: string,
  options: ReadColumnPartsOptions,
  use: (parts: Parts) => Promise<Result>,
): Promise<Result> {
  checkOptions(options, OPTIONS);
  checkFunction("use", use, "of the parts");
  const { columns, ...others } = options;
  return fromFile(path, others, (place, format, named) =>
    use(untilAborted(partsOf(place, format, { ...named, type: others.type, columns }), options.signal)),
  );
}

/**
 * The same of a stream of bytes (`process.stdin`, a response's body): .npy unless `format` says otherwise. Parquet and Arrow's file format are collected first.
 *
 * @throws as `readTableColumnParts`
 */
export async function readTableColumnPartsFromStream<Result>(
  chunks: AsyncIterable<Uint8Array>,
  options: ReadColumnPartsOptions,
  use: (parts: Parts) => Promise<Result>,
): Promise<Result> {
  checkOptions(options, OPTIONS);
  checkFunction("use", use, "of the parts");
  const { format = "npy", signal } = options;
  const named = { ...options, source: options.source ?? "standard input" };
  const inOrder = byteSourceOf(chunks, named.source);
  try {
    return await orAborted(() => use(untilAborted(partsOf({ inOrder }, format, named), signal)), signal);
  } finally {
    // Not awaited: a stream is closed only when the chunk that is waited for has come, which may be never.
    inOrder.close?.().catch(() => {});
  }
}

type PartsOptions = NamedOptions & PickedColumns & Pick<ReadTableColumnsOptions, "type">;

async function* partsOf(
  place: ColumnsPlace,
  format: Format,
  options: PartsOptions,
): AsyncGenerator<readonly TableColumn[], void> {
  switch (format) {
    case "npy":
    case "raw":
      yield* arrayParts(place, format, options);
      return;
    case "csv":
      yield* csvTableParts(place.inOrder, options);
      return;
    case "tsv":
      yield* csvTableParts(place.inOrder, { ...options, delimiter: options.delimiter ?? "\t" });
      return;
    case "arrow":
      expectNoHeader(options, format);
      yield* arrowBatches(place, options);
      return;
    case "parquet":
      expectNoHeader(options, format);
      yield* parquetBatches(place.anywhere ?? (await readEverything(place.inOrder, options)), options);
      return;
    default:
      format satisfies never;
  }
}

async function* arrayParts(
  { inOrder }: ColumnsPlace,
  format: "npy" | "raw",
  options: PartsOptions,
): AsyncGenerator<readonly TableColumn[], void> {
  expectNoColumn({ ...options, column: options.columns?.[0] }, format);
  const type: StoredType | undefined = format === "raw" ? rawType(options) : options.type;
  const { columns, batches } = await arrayBatches(inOrder, format, { ...options, type });
  const part = ([column]: readonly CheckedColumn[]): readonly TableColumn[] => {
    if (column.kind !== "numbers") throw new InternalError("an array has numbers");
    const { array, type } = column;
    const read = numericColumn(undefined, type, { array, type, nullCount: 0 });
    return [{ ...read, typeName: options.type ?? read.numbers?.type ?? type }];
  };
  yield part(columns);
  for await (const batch of batches) yield part(batch.columns);
}
