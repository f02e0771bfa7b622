// A table into a file some rows at a time: for tables that are larger than memory.

import { checkObject, checkText } from "../../values/check-arguments.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { type Batch, type BatchColumn, sliceOf } from "../batches/table-batches.ts";
import { fileOfBatches } from "../batches/write-batches.ts";
import { checkAsyncIterable } from "../byte-source.ts";
import { CONTROL_OPTIONS, checkOptions } from "../check-options.ts";
import { tableFormatFor, type WriteColumnsOptions } from "../write-array.ts";
import { writePieces } from "../write-bytes.ts";
import { type CheckedColumn, checkWrittenColumns, columnsOfTable } from "../written-column.ts";
import type { Table } from "./table-nulls.ts";

/** Some rows of a table, as `readTableBatches` gives them. */
export interface WrittenBatch {
  readonly table: Table;
  readonly valid?: Readonly<Record<string, Uint8Array>> | undefined; // by column 0 where there is a null; default: nowhere
}

/**
 * Writes the batches of a table one after the other, in memory that does not grow with it: beside the file first, then renamed, as `writeTable` does.
 *
 * The first batch, which may be without rows, says what the columns are; the others have the same. Each may have dictionaries of its own. A batch becomes a group of rows of
 * Parquet and a record batch of Arrow, whose dictionaries of texts are kept until the end. Batches are `readTableBatches`' own, or whatever is made of them.
 *
 * @throws InvalidArgumentError for no batch, and for one of other columns than the first; else as `writeTable`
 */
export async function writeTableBatches(
  path: string,
  batches: AsyncIterable<WrittenBatch>,
  options: WriteColumnsOptions = {},
): Promise<void> {
  checkText("path", path);
  checkAsyncIterable("batches", batches);
  checkOptions(options, [...CONTROL_OPTIONS, "format"]);
  const format = tableFormatFor(path, options.format);
  const iterator = batches[Symbol.asyncIterator]();
  try {
    const first = await iterator.next();
    if (first.done === true) throw new InvalidArgumentError("batches", "at least one", "none");
    const columns = checkedBatch(first.value, 0).map(
      (each): BatchColumn => ({ ...sliceOf(each, 0, 0), mayHaveNulls: first.value.valid !== undefined }),
    );
    const table = { columns, batches: checkedBatches(iterator, first.value, columns) };
    const { pieces, head } = await fileOfBatches(table, format);
    await writePieces(path, pieces, undefined, options, head);
  } finally {
    await iterator.return?.();
  }
}

async function* checkedBatches(
  iterator: AsyncIterator<WrittenBatch>,
  first: WrittenBatch,
  expected: readonly BatchColumn[],
): AsyncGenerator<Batch, void> {
  let [rowsBefore, index] = [0, 0];
  for (let batch = first; ; index++) {
    const columns = checkedBatch(batch, index);
    expectSame(columns, expected, index);
    const [{ length }] = columns;
    yield { columns, length, nullCount: 0, rowsBefore };
    rowsBefore += length;
    const next = await iterator.next();
    if (next.done === true) return;
    batch = next.value;
  }
}

function checkedBatch(batch: WrittenBatch, index: number): readonly CheckedColumn[] {
  const { table, valid } = checkObject(`batches[${index}]`, batch) as WrittenBatch;
  return checkWrittenColumns(columnsOfTable(table, valid));
}

/** @throws InvalidArgumentError naming the batch */
function expectSame(
  columns: readonly CheckedColumn[],
  expected: readonly CheckedColumn[],
  index: number,
): void {
  const [own, first] = [told(columns), told(expected)];
  if (own !== first) throw new InvalidArgumentError(`batches[${index}]`, `of columns ${first}`, own);
}

function told(columns: readonly CheckedColumn[]): string {
  return columns.map((each) => `${JSON.stringify(each.column)}: ${typeOf(each)}`).join(", ");
}

function typeOf(each: CheckedColumn): string {
  if (each.kind === "texts") return "text";
  return each.kind === "times"
    ? `time[${each.unit}]${each.zone === undefined ? "" : ` ${each.zone}`}`
    : each.type;
}
