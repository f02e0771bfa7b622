// All columns of a CSV or TSV text in one pass, whatever is in them: a cell that is no number makes its column text.

import { describeText } from "../values/describe.ts";
import { shownName } from "../values/printable.ts";
import type { StoredType } from "../values/value-types.ts";
import type { ByteSource, ReadControl } from "./byte-source.ts";
import { type ColumnBuilder, columnBuilder, inexact } from "./column-builder.ts";
import type { CsvRows } from "./csv/csv-rows.ts";
import { textOfSource } from "./csv/csv-text.ts";
import { NamedFaults } from "./csv/named-faults.ts";
import {
  cellNumber,
  cellPlace,
  cellReader,
  forEachCell,
  type ReadCell,
  readCsvHeader,
} from "./decode-csv.ts";
import type { HeaderOptions } from "./decoded.ts";
import {
  type ColumnAs,
  numericColumn,
  type PickedColumns,
  pickColumns,
  type TableColumn,
} from "./table-column.ts";
import { type TableTexts, textBuilder } from "./text-builder.ts";

const ROWS_EXPECTED = 1024;

type CsvTableOptions = HeaderOptions &
  PickedColumns &
  ReadControl & {
    readonly type?: StoredType | undefined; // of the numbers; default f64
    readonly source: string;
  };

/** The columns of a text that are asked for, or all. @throws FormatError for what is no CSV, InvalidArgumentError for a column that is not there */
export async function readCsvTable(
  bytes: ByteSource,
  options: CsvTableOptions,
): Promise<readonly TableColumn[]> {
  const { source, type = "f64" } = options;
  const text = textOfSource(bytes, source, options);
  let read: readonly CellColumn[] = [];
  const pick = (names: readonly string[]) => {
    const picked = pickColumns(names, options);
    read = picked.map(({ index, as, hasTexts }) => {
      const name = names[index];
      if (as === "text") return textCells(name);
      if (as !== undefined) return numberCells(name, as === "number" ? type : as, source);
      if (options.whole !== undefined) return keptCells(name, type, source);
      return cellColumn(name, type, hasTexts, source);
    });
    return picked.map(({ index, as }) => ({ index, type: as === undefined || isName(as) ? type : as }));
  };
  const header = await readCsvHeader(text, pick, options.header);
  const rowCount = await forEachCell(text, header, (i, ...cell) => read[i].add(...cell), options.rows);
  return read.map((column) => column.finish(rowCount));
}

function isName(as: ColumnAs): as is "number" | "text" {
  return as === "number" || as === "text";
}

interface CellColumn {
  readonly add: ReadCell;
  finish(rowCount: number): TableColumn;
}

/** Cells that are texts, whatever they look like. */
function textCells(name: string): CellColumn {
  const texts = textBuilder();
  return {
    add(rows, cell) {
      const text = rows.value(cell);
      if (text === "" && !rows.isQuoted(cell)) texts.appendNull();
      else texts.appendValue(text);
    },
    finish: (rowCount) => textColumn(name, rowCount, texts.finish()),
  };
}

/** Cells that must be numbers of a type. */
function numberCells(name: string, type: StoredType, source: string): CellColumn {
  const builder = columnBuilder({ source, type, nulls: "listed", rowCount: ROWS_EXPECTED });
  const faults = new NamedFaults(source);
  return {
    add: cellReader({ source, type, name, builder, faults }),
    finish() {
      faults.end();
      return numericColumn(name, type, builder.finish());
    },
  };
}

/** Cells to be kept whose type nobody has said: numbers all of them, or texts all of them. */
function keptCells(name: string, type: StoredType, source: string): CellColumn {
  const builder = columnBuilder({ source, type, nulls: "listed", rowCount: ROWS_EXPECTED });
  const texts = textBuilder();
  const faults = new NamedFaults(source);
  let kind: "numbers" | "texts" | undefined; // of the cells so far
  let hasEmptyTexts = false;
  /** A slip of the pen in a column of numbers must not make texts of them. */
  const isOfKind = (own: "numbers" | "texts", rows: CsvRows, cell: number, row: number): boolean => {
    kind ??= own;
    if (kind === own) return true;
    const expected = `${kind} in column "${shownName(name)}", as before, unless text is said to be its type`;
    faults.add(expected, cellPlace(rows, cell, row));
    return false;
  };
  return {
    add(rows, cell, row) {
      const text = kind === "texts" ? rows.value(cell) : undefined;
      if (text !== undefined && texts.has(text)) {
        texts.appendValue(text);
        return;
      }
      const parsed = cellNumber(type, rows, cell);
      if (parsed === "nothing") {
        if (kind !== "texts") builder.appendNull();
        if (kind === "numbers") return;
        if (rows.isQuoted(cell)) {
          hasEmptyTexts = true;
          texts.appendValue(rows.value(cell));
        } else texts.appendNull();
      } else if (parsed === "not-a-number") {
        if (isOfKind("texts", rows, cell, row)) texts.appendValue(text ?? rows.value(cell));
      } else if (isOfKind("numbers", rows, cell, row)) {
        if (parsed === "inexact") throw inexact(source, type, shownName(rows.value(cell)), row);
        builder.appendValue(parsed);
      }
    },
    finish(rowCount) {
      faults.end();
      const isText = kind === undefined ? hasEmptyTexts : kind === "texts";
      if (!isText) return numericColumn(name, type, builder.finish());
      return textColumn(name, rowCount, texts.finish());
    },
  };
}

function textColumn(name: string, rowCount: number, texts: TableTexts): TableColumn {
  const missingCount = texts.missingRows.length;
  return { name, typeName: "text", rowCount, missingCount, numbers: undefined, texts };
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
