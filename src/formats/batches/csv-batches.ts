// A CSV text some rows at a time. What a column is must be known before its first rows are written: where they do not tell, the text is looked through first.

import type { ByteSource } from "../byte-source.ts";
import type { CellKind, KeptCells } from "../csv/kept-cells.ts";
import { type CsvTableOptions, type OpenCsv, openCsvTable } from "../csv-table.ts";
import { cellsByWindow } from "../decode-csv.ts";
import type { TableColumn } from "../table-column.ts";
import { BATCH_ROWS } from "./table-batches.ts";

interface CsvBatchOptions extends CsvTableOptions {
  readonly hasUnits: boolean; // times are written in one unit, which their finest one tells
  readonly again: (() => ByteSource) | undefined; // the same bytes from their beginning; a pipe has none, and keeps rows in memory instead
}

/** The columns that are wanted, a batch of their rows at a time. @throws as `readCsvTable`; what is wrong with rows further down comes with the next batch */
export async function* csvBatches(
  bytes: ByteSource,
  options: CsvBatchOptions,
): AsyncGenerator<readonly TableColumn[], void> {
  const open = await openCsvTable(bytes, options);
  const { text, header, read } = open;
  let [rowsTaken, rowCount] = [0, 0];
  let isDecided = false;
  const take = (): readonly TableColumn[] => {
    const taken = read.map((column) => column.drain(rowCount - rowsTaken));
    rowsTaken = rowCount;
    return taken;
  };
  for await (rowCount of cellsByWindow(text, header, (i, ...cell) => read[i].add(...cell), options.rows)) {
    if (rowCount - rowsTaken < BATCH_ROWS) continue;
    isDecided ||= await decideKinds(open, options);
    if (isDecided && read.every((column) => !column.hasFaults)) yield take();
  }
  for (const column of read) column.expectNoFaults();
  if (!isDecided || rowCount > rowsTaken) yield take();
}

/** Whether it is known what every column is; of a text that can be read again it is looked up. */
async function decideKinds({ read }: OpenCsv<KeptCells>, options: CsvBatchOptions): Promise<boolean> {
  const open = read.flatMap((column, i) => (isKnown(column.told(), options) ? [] : [i]));
  if (open.length === 0) return true;
  if (options.again === undefined) return false;
  const kinds = await kindsOf(options.again(), open, options);
  for (const [at, i] of open.entries()) read[i].take(kinds[at]);
  return true;
}

function isKnown(kind: CellKind | undefined, { hasUnits }: CsvBatchOptions): boolean {
  if (kind === undefined) return false;
  return !hasUnits || kind.kind !== "times" || kind.times.kind === "dates" || kind.times.unit === FINEST_UNIT;
}

const FINEST_UNIT = "ns";

/** What these of the columns that are wanted are, by all of their cells or as many as tell it. */
async function kindsOf(
  bytes: ByteSource,
  wanted: readonly number[],
  options: CsvBatchOptions,
): Promise<readonly CellKind[]> {
  const { text, header, read } = await openCsvTable(bytes, { ...options, onProgress: undefined });
  const columns = wanted.map((i) => read[i]);
  const indexes = wanted.map((i) => header.indexes[i]);
  const rows = cellsByWindow(
    text,
    { ...header, indexes },
    (i, ...cell) => columns[i].add(...cell),
    options.rows,
  );
  for await (const _ of rows) {
    for (const column of columns) column.forget();
    if (columns.every((column) => isKnown(column.told(), options))) break;
  }
  return columns.map((column) => {
    column.take(undefined);
    return column.told() ?? { kind: "numbers" };
  });
}
