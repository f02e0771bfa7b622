// All columns of a CSV or TSV text in one pass, whatever is in them: a cell that is no number makes its column text.

import { describeText } from "../values/describe.ts";
import type { StoredType } from "../values/value-types.ts";
import type { ByteSource, ReadControl } from "./byte-source.ts";
import { type ColumnBuilder, columnBuilder } from "./column-builder.ts";
import { textOfSource } from "./csv/csv-text.ts";
import { type CellColumn, keptCells } from "./csv/kept-cells.ts";
import { cellNumber, forEachCell, readCsvHeader } from "./decode-csv.ts";
import type { HeaderOptions } from "./decoded.ts";
import {
  numericColumn,
  type PickedColumns,
  pickColumns,
  storedAs,
  type TableColumn,
} from "./table-column.ts";
import { textBuilder } from "./text-builder.ts";
import type { DateRule } from "./time-builder.ts";

const ROWS_EXPECTED = 1024;

type CsvTableOptions = HeaderOptions &
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
  const { source, type = "f64", dates = "iso" } = options;
  const text = textOfSource(bytes, source, options);
  let read: readonly CellColumn[] = [];
  const pick = (names: readonly string[]) => {
    const picked = pickColumns(names, options);
    read = picked.map(({ index, as, hasTexts }) => {
      const name = names[index];
      if (options.whole !== undefined) return keptCells(as, { name, type, source, dates });
      return cellColumn(name, type, hasTexts, source);
    });
    return picked.map(({ index, as }) => ({ index, type: storedAs(as) ?? type }));
  };
  const header = await readCsvHeader(text, pick, options.header);
  const rowCount = await forEachCell(text, header, (i, ...cell) => read[i].add(...cell), options.rows);
  return read.map((column) => column.finish(rowCount));
}

/** One column of cells, which keeps numbers until a cell is none. */
function cellColumn(name: string, type: StoredType, hasTexts: boolean, source: string): CellColumn {
  const texts = hasTexts ? textBuilder() : undefined;
  let builder: ColumnBuilder | undefined = columnBuilder({
    source,
    type,
    nulls: "listed",
    rowCount: ROWS_EXPECTED,
  });
  let missingCount = 0;
  let emptyTexts = 0; // empty in quotes: to a column of numbers a null
  let reason = "";
  return {
    add(rows, cell, row) {
      const parsed = builder === undefined ? undefined : cellNumber(type, rows, cell);
      const isNull = parsed === undefined ? rows.value(cell) === "" : parsed === "nothing";
      if (isNull) {
        missingCount += 1;
        builder?.appendNull();
        if (rows.isQuoted(cell)) {
          emptyTexts += 1;
          texts?.appendValue(rows.value(cell));
        } else texts?.appendNull();
        return;
      }
      texts?.appendValue(rows.value(cell));
      if (parsed === undefined) return;
      if (typeof parsed !== "string") {
        builder?.appendValue(parsed);
        return;
      }
      const what = parsed === "inexact" ? `not all ${type}` : "text";
      reason = `${what}: ${describeText(rows.value(cell))} in row ${row}`;
      builder = undefined;
    },
    finish(rowCount) {
      // Of nothing but empty cells nobody can say that they are numbers.
      if (builder !== undefined && missingCount < rowCount)
        return numericColumn(name, type, builder.finish());
      const typeName = builder === undefined ? reason : "empty";
      const column = {
        name,
        typeName,
        rowCount,
        missingCount: missingCount - emptyTexts,
        numbers: undefined,
      };
      return texts === undefined ? column : { ...column, texts: texts.finish() };
    },
  };
}
