// All columns of a CSV or TSV text in one pass, whatever is in them: a cell that is no number makes its column text.

import { describeText } from "../values/describe.ts";
import type { StoredType } from "../values/value-types.ts";
import { type ColumnBuilder, columnBuilder } from "./column-builder.ts";
import { type CsvOptions, forEachCell, loadCsvParser, readCsvHeader } from "./decode-csv.ts";
import { parsedElement } from "./parse-element.ts";
import { numericColumn, type PickedColumns, pickColumns, type TableColumn } from "./table-column.ts";
import { textBuilder } from "./text-builder.ts";

const ROWS_EXPECTED = 1024;

type CsvTableOptions = Pick<CsvOptions, "delimiter" | "header"> &
  PickedColumns & {
    readonly type?: StoredType | undefined; // of the numbers; default f64
    readonly source: string;
  };

/** The columns of a text that are asked for, or all. @throws FormatError for what is no CSV, InvalidArgumentError for a column that is not there */
export async function readCsvTable(
  bytes: Uint8Array,
  options: CsvTableOptions,
): Promise<readonly TableColumn[]> {
  const { source, type = "f64", key } = options;
  const parser = await loadCsvParser(source, options.delimiter ?? ",");
  const pick = (names: readonly string[]) => pickColumns(names, options).map((index) => ({ index, type }));
  const header = readCsvHeader(bytes, parser, pick, { header: options.header, source });
  const read = header.indexes.map((_, i) => cellColumn(source, type, i === 0 && key !== undefined));
  const rowCount = forEachCell({ bytes, parser, header, source }, (i, cell, { row }) =>
    read[i].add(cell, row),
  );
  return read.map((column, i) => column.finish(header.names[header.indexes[i]], rowCount));
}

interface CellColumn {
  add(cell: string, row: number): void;
  finish(name: string, rowCount: number): TableColumn;
}

/** One column of cells, which keeps numbers until a cell is none. */
function cellColumn(source: string, type: StoredType, isKey: boolean): CellColumn {
  const texts = isKey ? textBuilder() : undefined;
  let builder: ColumnBuilder | undefined = columnBuilder({
    source,
    type,
    nulls: "listed",
    rowCount: ROWS_EXPECTED,
  });
  let missingCount = 0;
  let reason = "";
  return {
    add(cell, row) {
      if (cell === "") {
        missingCount += 1;
        texts?.appendNull();
        builder?.appendNull();
        return;
      }
      texts?.appendValue(cell);
      if (builder === undefined) return;
      const parsed = parsedElement(type, cell);
      if (parsed.kind === "element") {
        builder.appendValue(parsed.value);
        return;
      }
      const what = parsed.kind === "inexact" ? `not all ${type}` : "text";
      reason = `${what}: ${describeText(cell)} in row ${row}`;
      builder = undefined;
    },
    finish(name, rowCount) {
      // Of nothing but empty cells nobody can say that they are numbers.
      if (builder !== undefined && missingCount < rowCount)
        return numericColumn(name, type, builder.finish());
      const typeName = builder === undefined ? reason : "empty";
      const column = { name, typeName, rowCount, missingCount, numbers: undefined };
      return texts === undefined ? column : { ...column, texts: texts.finish() };
    },
  };
}
