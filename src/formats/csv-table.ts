// All columns of a CSV or TSV text in one pass, whatever is in them: a cell that is no number makes its column text.

import { describeText } from "../values/describe.ts";
import type { StoredType } from "../values/value-types.ts";
import type { ByteSource, ReadControl } from "./byte-source.ts";
import { type ColumnBuilder, columnBuilder } from "./column-builder.ts";
import { type CsvText, textOfSource } from "./csv/csv-text.ts";
import { type CellColumn, type KeptCells, type KindColumn, keptCells, timeCells } from "./csv/kept-cells.ts";
import { type CsvHeader, cellNumber, cellsByWindow, forEachCell, readCsvHeader } from "./decode-csv.ts";
import type { HeaderOptions } from "./decoded.ts";
import {
  numericColumn,
  type PickedColumn,
  type PickedColumns,
  pickColumns,
  storedAs,
  type TableColumn,
} from "./table-column.ts";
import { textBuilder } from "./text-builder.ts";
import { type DateRule, isTimeLike } from "./time-builder.ts";

const ROWS_EXPECTED = 1024;

export type CsvTableOptions = HeaderOptions &
  PickedColumns &
  ReadControl & {
    readonly type?: StoredType | undefined; // of the numbers; default f64
    readonly dates?: DateRule | undefined; // default "iso"
    readonly source: string;
  };

/** The columns of a text that are asked for, or all. @throws FormatError for what is no CSV, InvalidArgumentError for a column that is not there */
export async function readCsvTable(
  bytes: ByteSource,
  options: CsvTableOptions,
): Promise<readonly TableColumn[]> {
  const { whole } = options;
  const open: Promise<OpenCsv<CellColumn>> =
    whole === undefined ? openDescribed(bytes, options) : openCsvTable(bytes, options);
  const { text, header, read } = await open;
  const rowCount = await forEachCell(text, header, (i, ...cell) => read[i].add(...cell), options.rows);
  return read.map((column) => column.finish(rowCount));
}

/** The same some rows at a time, as `readTableColumnParts` has them. */
export async function* csvTableParts(
  bytes: ByteSource,
  options: CsvTableOptions,
): AsyncGenerator<readonly TableColumn[], void> {
  const { text, header, read } = await openDescribed(bytes, options);
  let [rowCount, rowsTaken] = [0, 0];
  for await (rowCount of cellsByWindow(text, header, (i, ...cell) => read[i].add(...cell), options.rows)) {
    if (rowCount - rowsTaken < PART_ROWS) continue;
    rowsTaken = rowCount;
    yield read.map((column) => column.drain(undefined));
  }
  yield read.map((column) => column.drain(rowCount));
}

/** Rows of a part: half a MiB of doubles. */
const PART_ROWS = 32_768;

function openDescribed(bytes: ByteSource, options: CsvTableOptions): Promise<OpenCsv<DescribedCells>> {
  const { source, type = "f64" } = options;
  return openCells(bytes, options, ({ hasTexts }, name) => describedCells(name, type, hasTexts, source));
}

/** A text whose first row has been read, and what the cells of its columns are collected by. */
export interface OpenCsv<Column> {
  readonly text: CsvText;
  readonly header: CsvHeader;
  readonly read: readonly Column[];
}

/** A text whose columns are to be kept, before a row of data is read. @throws as `readCsvTable` */
export function openCsvTable(bytes: ByteSource, options: CsvTableOptions): Promise<OpenCsv<KeptCells>> {
  const { source, type = "f64", dates = "iso" } = options;
  return openCells(bytes, options, ({ as }, name) => keptCells(as, { name, type, source, dates }));
}

async function openCells<Column>(
  bytes: ByteSource,
  options: CsvTableOptions,
  columnOf: (picked: PickedColumn, name: string) => Column,
): Promise<OpenCsv<Column>> {
  const { source, type = "f64" } = options;
  const text = textOfSource(bytes, source, options);
  let read: readonly Column[] = [];
  const pick = (names: readonly string[]) => {
    const picked = pickColumns(names, options);
    read = picked.map((each) => columnOf(each, names[each.index]));
    return picked.map(({ index, as }) => ({ index, type: storedAs(as) ?? type }));
  };
  return { text, header: await readCsvHeader(text, pick, options.header), read };
}

interface DescribedCells extends CellColumn {
  /** The rows since the last ones were taken, where they are numbers or times, to be read before a cell is added; behind the last row, of which there are so many, what else the whole column is. */
  drain(rowsInAll: number | undefined): TableColumn;
}

/** One column of cells, which keeps numbers, or times where no texts are wanted, until a cell is none. */
function describedCells(name: string, type: StoredType, hasTexts: boolean, source: string): DescribedCells {
  const texts = hasTexts ? textBuilder() : undefined;
  let builder: ColumnBuilder | undefined = columnBuilder({
    source,
    type,
    nulls: "listed",
    rowCount: ROWS_EXPECTED,
  });
  let times: KindColumn | undefined;
  let isFirst = true; // there have been empty cells alone
  let missingCount = 0;
  let emptyTexts = 0; // empty in quotes: to a column of numbers a null
  let [reason, isText] = ["empty", false];
  const addTime: CellColumn["add"] = (rows, cell, row) => {
    times?.add(rows, cell, row);
    if (times?.hasFaults !== true) return;
    times = undefined;
    isText = true;
    reason = `text: ${describeText(rows.value(cell))} in row ${row}`;
  };
  const beginTimes: CellColumn["add"] = (rows, cell, row) => {
    if (!isFirst || hasTexts || !isTimeLike(rows.value(cell), "iso")) return;
    times = timeCells({ name, source, dates: "iso" }, "");
    for (let i = 0; i < missingCount; i++) times.addEmpty(undefined);
    addTime(rows, cell, row);
  };
  const without = (rowCount: number, missing: number): TableColumn => ({
    ...{ name, typeName: reason, rowCount, isText },
    ...{ missingCount: missing, numbers: undefined },
  });
  return {
    add(rows, cell, row) {
      const parsed = builder === undefined ? undefined : cellNumber(type, rows, cell);
      const isNull = parsed === undefined ? rows.value(cell) === "" : parsed === "nothing";
      if (isNull) {
        missingCount += 1;
        builder?.appendNull();
        times?.addEmpty(undefined);
        if (rows.isQuoted(cell)) {
          emptyTexts += 1;
          texts?.appendValue(rows.value(cell));
        } else texts?.appendNull();
        return;
      }
      texts?.appendValue(rows.value(cell));
      if (times !== undefined) addTime(rows, cell, row);
      if (parsed === undefined) return;
      if (typeof parsed !== "string") {
        builder?.appendValue(parsed);
        isFirst = false;
        return;
      }
      const what = parsed === "inexact" ? `not all ${type}` : "text";
      reason = `${what}: ${describeText(rows.value(cell))} in row ${row}`;
      builder = undefined;
      isText = parsed === "not-a-number";
      if (isText) beginTimes(rows, cell, row);
    },
    finish(rowCount) {
      if (times !== undefined) return times.finish(rowCount);
      // Of nothing but empty cells nobody can say that they are numbers.
      if (builder !== undefined && missingCount < rowCount)
        return numericColumn(name, type, builder.finish());
      const column = without(rowCount, missingCount - emptyTexts);
      return texts === undefined ? column : { ...column, texts: texts.finish() };
    },
    drain(rowsInAll) {
      if (times !== undefined) return times.drain(0);
      if (builder !== undefined && (rowsInAll === undefined || missingCount < rowsInAll))
        return numericColumn(name, type, builder.drainListed());
      return rowsInAll === undefined ? without(0, 0) : without(rowsInAll, missingCount - emptyTexts);
    },
  };
}
