// A table that is read once, some rows at a time, in memory that does not grow with it.

import type { NarrowType } from "../../values/element-types.ts";
import { InternalError } from "../../values/errors.ts";
import { columnType } from "../../values/value-types.ts";
import { convertStored } from "../column-builder.ts";
import type { TableColumn } from "../table-column.ts";
import { type ColumnValues, type TableNullRule, withoutNulls } from "../tables/table-nulls.ts";
import { listedColumn } from "../tables/table-read.ts";
import type { CheckedColumn } from "../written-column.ts";

/** Rows of a batch: half a MiB of doubles. */
export const BATCH_ROWS = 32_768;

/** What a column is, known before its first row is written: a column without rows. */
export type BatchColumn = CheckedColumn & { readonly mayHaveNulls: boolean };

/** Some rows, as columns to be written. Their memory may be used again once the next batch is asked for. */
export interface Batch {
  readonly length: number; // rows
  readonly columns: readonly CheckedColumn[];
  readonly nullCount: number; // of all columns, of rows that a rule left out too
  readonly rowsBefore: number; // rows that were written before these
}

/** The rows of a table, and what its columns are. */
export interface TableBatches {
  readonly columns: readonly BatchColumn[];
  readonly batches: AsyncIterable<Batch>;
}

/** What makes the bytes of a file, batch by batch. They are to be written before it is called again. */
export interface BatchWriter {
  write(batch: Batch): Iterable<Uint8Array>;
  /** The rest, when all rows are written. */
  finish(): Iterable<Uint8Array>;
}

/** What becomes of the columns that a reader gives: their names in the table, and the rule for nulls. */
interface BatchOptions {
  readonly mostRows: number; // of a batch; of more that are read at once views are made
  readonly isWidened: boolean; // narrow numbers come as what they widen to, and not as they are stored
  readonly names: readonly string[] | undefined; // default: those of the file
  readonly nulls: TableNullRule | undefined;
  readonly source: string;
}

/** Columns as a reader gives them, batch by batch, as those of a table. The first batch is read, for it tells what the columns are. */
export async function batchesOfColumns(
  read: AsyncIterator<readonly TableColumn[], void>,
  options: BatchOptions,
): Promise<TableBatches> {
  const first = await read.next();
  if (first.done === true) throw new InternalError("a reader gives one batch at least");
  const columns = ruledBatch(first.value, 0, options).columns.map((each) => ({
    ...sliceOf(each, 0, 0),
    mayHaveNulls: options.nulls === "mask",
  }));
  async function* batches(): AsyncGenerator<Batch, void> {
    let [rowsRead, rowsBefore] = [0, 0];
    for (let next = first; next.done !== true; next = await read.next()) {
      const ruled = ruledBatch(next.value, rowsRead, options);
      rowsRead += rowCountOf(next.value);
      for (const batch of slicesOf(ruled, options.mostRows)) {
        yield { ...batch, rowsBefore };
        rowsBefore += batch.length;
      }
    }
  }
  return { columns, batches: batches() };
}

type RuledBatch = Omit<Batch, "rowsBefore">;

function ruledBatch(
  read: readonly TableColumn[],
  rowsBefore: number,
  { names, nulls, source, isWidened }: BatchOptions,
): RuledBatch {
  const listed = read.map(listedColumn);
  const { columns, length, nullCount, valid } = withoutNulls(
    listed,
    rowCountOf(read),
    nulls,
    source,
    rowsBefore,
  );
  const checked = columns.map((values, i) =>
    asStored(
      checkedColumn(names?.[i] ?? listed[i].name, values, valid?.[i]?.includes(0) ? valid[i] : undefined),
      isWidened ? undefined : read[i].numbers?.stored,
      source,
    ),
  );
  return { columns: checked, length, nullCount };
}

/** Narrow numbers, which are widened where they are read, as they were. */
function asStored(given: CheckedColumn, stored: NarrowType | undefined, source: string): CheckedColumn {
  if (given.kind !== "numbers" || stored === undefined) return given;
  return { ...given, type: stored, array: convertStored(given.array, given.type, stored, source) };
}

function rowCountOf([column]: readonly TableColumn[]): number {
  if (column === undefined) return 0;
  const { numbers, texts } = column;
  if (numbers !== undefined) return numbers.array.length + numbers.missingRows.length;
  return texts === undefined ? 0 : texts.codes.length + texts.missingRows.length;
}

function checkedColumn(column: string, values: ColumnValues, valid: Uint8Array | undefined): CheckedColumn {
  if (ArrayBuffer.isView(values)) {
    return { kind: "numbers", column, length: values.length, type: columnType(values), array: values, valid };
  }
  if ("instants" in values) {
    return { kind: "times", column, length: values.instants.length, ...values, valid };
  }
  return { kind: "texts", column, length: values.codes.length, ...values, valid };
}

/** Batches of no more rows than that, in the same memory. */
function* slicesOf(batch: RuledBatch, mostRows: number): Generator<RuledBatch, void> {
  if (batch.length <= mostRows) {
    yield batch;
    return;
  }
  for (let start = 0; start < batch.length; start += mostRows) {
    const end = Math.min(batch.length, start + mostRows);
    const columns = batch.columns.map((column) => sliceOf(column, start, end));
    yield { length: end - start, columns, nullCount: start === 0 ? batch.nullCount : 0 };
  }
}

/** Some of its rows, in the same memory. */
export function sliceOf(each: CheckedColumn, start: number, end: number): CheckedColumn {
  const rows = { length: end - start, valid: each.valid?.subarray(start, end) };
  switch (each.kind) {
    case "numbers":
      return { ...each, ...rows, array: each.array.subarray(start, end) };
    case "texts":
      return { ...each, ...rows, codes: each.codes.subarray(start, end) };
    case "times":
      return { ...each, ...rows, instants: each.instants.subarray(start, end) };
    default:
      return each satisfies never;
  }
}
