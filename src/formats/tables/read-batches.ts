// A file as a table that is read some rows at a time: for what looks at each row once, in memory that does not grow with the file.

import { checkFunction, checkText } from "../../values/check-arguments.ts";
import { openBatches } from "../batches/open-batches.ts";
import type { Batch } from "../batches/table-batches.ts";
import { byteSourceOf, orAborted } from "../byte-source.ts";
import { formatOfPath } from "../format-of-path.ts";
import { columnsPlaceOf, withFile } from "../open-file.ts";
import type { ColumnsPlace } from "../read-column-data.ts";
import type { CheckedColumn } from "../written-column.ts";
import { type AskedTable, checkAsked, type ReadTableOptions } from "./read-table.ts";
import { type ColumnValues, nullsWithoutRule } from "./table-nulls.ts";
import { byName, type ColumnTypes, type NoTypes, type TableRead, type WantedColumns } from "./table-read.ts";

/** Gets the batches while they are read. */
type UseBatches<Wanted extends WantedColumns, Types extends ColumnTypes, Result> = (
  batches: AsyncIterable<TableRead<Wanted, Types>>,
) => Promise<Result>;

/**
 * Reads a table as `readTable` does, some rows at a time: each batch is a table of the rows behind those before it. Node, Deno and Bun.
 *
 * `use` gets the batches while the file is open, at least one; its result comes back. Arrays of a batch may be changed, and are valid until the next one is asked for.
 * What a column is holds for all batches, but each has a dictionary of its own. A batch has some ten thousand rows, of Parquet more where there are few columns, and memory
 * holds as many of Arrow's record batches as have 1 MiB. Nulls without a rule are told when all of them are counted.
 *
 * @throws as `readTable`, of rows further down when their batch is asked for
 */
export async function readTableBatches<
  Result,
  const Wanted extends WantedColumns = readonly string[],
  const Types extends ColumnTypes = NoTypes,
>(
  path: string,
  options: ReadTableOptions<Wanted, Types>,
  use: UseBatches<Wanted, Types, Result>,
): Promise<Result> {
  checkText("path", path);
  const asked = checkAsked(options, path, () => formatOfPath(path));
  checkFunction("use", use, "of the batches");
  const { source, signal } = asked;
  const read = (): Promise<Result> =>
    withFile(path, source, async (handle, byteLength) =>
      use(await batchesOf(columnsPlaceOf(handle, byteLength, source), asked)),
    );
  return orAborted(read, signal);
}

/**
 * The same from a stream of bytes (`process.stdin`, a response's body), whose `format` must be said. Parquet and Arrow's file format are collected first.
 *
 * @throws as `readTableBatches`
 */
export async function readTableBatchesFromStream<
  Result,
  const Wanted extends WantedColumns = readonly string[],
  const Types extends ColumnTypes = NoTypes,
>(
  chunks: AsyncIterable<Uint8Array>,
  options: ReadTableOptions<Wanted, Types>,
  use: UseBatches<Wanted, Types, Result>,
): Promise<Result> {
  const asked = checkAsked(options, "standard input", () => undefined);
  checkFunction("use", use, "of the batches");
  const inOrder = byteSourceOf(chunks, asked.source);
  try {
    return await orAborted(async () => use(await batchesOf({ inOrder }, asked)), asked.signal);
  } finally {
    // Not awaited: a stream is closed only when the chunk that is waited for has come, which may be never.
    inOrder.close?.().catch(() => {});
  }
}

/** Nulls without a rule are kept until all of them are counted. */
async function batchesOf<Wanted extends WantedColumns, Types extends ColumnTypes>(
  place: ColumnsPlace,
  asked: AskedTable,
): Promise<AsyncIterable<TableRead<Wanted, Types>>> {
  const { nulls = "mask", format, source } = asked;
  const { batches } = await openBatches(place, format, {
    ...asked,
    ...{ nulls, hasUnits: true, isWidened: true, type: undefined, mostRows: Number.POSITIVE_INFINITY }, // whoever looks at rows needs no slices of a group
  });
  async function* tables(): AsyncGenerator<TableRead<Wanted, Types>, void> {
    const told: NullsTold[] = [];
    for await (const batch of batches) {
      if (asked.nulls === undefined) countNulls(batch, asked, told);
      yield tableOf(batch, asked.nulls === "mask");
    }
    const column = told.find(({ nullCount }) => nullCount > 0);
    if (column !== undefined) throw nullsWithoutRule(column, source);
  }
  return tables();
}

/** The nulls of a column so far. */
interface NullsTold {
  readonly name: string;
  readonly nullCount: number;
  readonly firstRow: number;
}

function countNulls({ columns, rowsBefore }: Batch, { wanted }: AskedTable, told: NullsTold[]): void {
  for (const [i, { column, valid }] of columns.entries()) {
    const before = told[i] ?? { name: wanted?.[i].column ?? column, nullCount: 0, firstRow: 0 };
    const count = valid === undefined ? 0 : valid.reduce((left, flag) => left - flag, valid.length);
    const firstRow =
      before.nullCount > 0 || valid === undefined ? before.firstRow : rowsBefore + valid.indexOf(0);
    told[i] = { ...before, nullCount: before.nullCount + count, firstRow };
  }
}

function tableOf<Wanted extends WantedColumns, Types extends ColumnTypes>(
  { columns, length, nullCount }: Batch,
  hasMask: boolean,
): TableRead<Wanted, Types> {
  const names = columns.map(({ column }) => column);
  const valid = hasMask
    ? byName(
        names,
        columns.map((each) => each.valid ?? new Uint8Array(length).fill(1)),
      )
    : undefined;
  const table = byName(names, columns.map(valuesOf));
  return { table, length, nullCount, valid } as unknown as TableRead<Wanted, Types>;
}

function valuesOf(column: CheckedColumn): ColumnValues {
  switch (column.kind) {
    case "numbers":
      return column.array as ColumnValues;
    case "texts":
      return { codes: column.codes, dictionary: column.dictionary };
    case "times":
      return { instants: column.instants, unit: column.unit, zone: column.zone };
    default:
      return column satisfies never;
  }
}
