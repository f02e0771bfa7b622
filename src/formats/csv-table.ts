// All columns of a CSV or TSV text in one pass, whatever is in them: a cell that is no number makes its column text.

import { describeText } from "../values/describe.ts";
import { FormatError } from "../values/errors.ts";
import { shownName } from "../values/printable.ts";
import type { StoredType } from "../values/value-types.ts";
import type { ByteSource, ReadControl } from "./byte-source.ts";
import { type ColumnBuilder, columnBuilder, inexact } from "./column-builder.ts";
import type { CsvRows } from "./csv/csv-rows.ts";
import { textOfSource } from "./csv/csv-text.ts";
import {
  type CsvOptions,
  cellNumber,
  cellReader,
  cellText,
  forEachCell,
  type ReadCell,
  readCsvHeader,
} from "./decode-csv.ts";
import {
  type ColumnAs,
  numericColumn,
  type PickedColumns,
  pickColumns,
  type TableColumn,
} from "./table-column.ts";
import { type TableTexts, textBuilder } from "./text-builder.ts";

const ROWS_EXPECTED = 1024;

type CsvTableOptions = Pick<CsvOptions, "delimiter" | "header"> &
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
  const text = textOfSource(bytes, source, options, options.delimiter);
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
  const rowCount = await forEachCell(text, header, (i, ...cell) => read[i].add(...cell));
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
  let missingCount = 0;
  return {
    add(rows, cell) {
      const text = cellText(rows, cell);
      if (text === "") {
        missingCount += 1;
        texts.appendNull();
      } else texts.appendValue(text);
    },
    finish: (rowCount) => textColumn(name, rowCount, missingCount, texts.finish()),
  };
}

/** Cells that must be numbers of a type. */
function numberCells(name: string, type: StoredType, source: string): CellColumn {
  const builder = columnBuilder({ source, type, nulls: "listed", rowCount: ROWS_EXPECTED });
  const read = cellReader({ source, type, name, builder });
  return { add: read, finish: () => numericColumn(name, type, builder.finish()) };
}

/** Cells to be kept whose type nobody has said: numbers all of them, or texts all of them. */
function keptCells(name: string, type: StoredType, source: string): CellColumn {
  const builder = columnBuilder({ source, type, nulls: "listed", rowCount: ROWS_EXPECTED });
  const texts = textBuilder();
  let kind: "numbers" | "texts" | undefined; // of the cells so far
  let missingCount = 0;
  /** A slip of the pen in a column of numbers must not make texts of them. */
  const expectKind = (own: "numbers" | "texts", rows: CsvRows, cell: number, row: number): void => {
    kind ??= own;
    if (kind === own) return;
    const expected = `${kind} in column "${shownName(name)}", as before, unless text is said to be its type`;
    throw new FormatError(
      source,
      expected,
      `${describeText(cellText(rows, cell))} in row ${row} (line ${rows.line})`,
    );
  };
  return {
    add(rows, cell, row) {
      const text = kind === "texts" ? cellText(rows, cell) : undefined;
      if (text !== undefined && texts.has(text)) {
        texts.appendValue(text);
        return;
      }
      const parsed = cellNumber(type, rows, cell);
      if (parsed === "nothing") {
        missingCount += 1;
        if (kind !== "texts") builder.appendNull();
        if (kind !== "numbers") texts.appendNull();
      } else if (parsed === "not-a-number") {
        expectKind("texts", rows, cell, row);
        texts.appendValue(text ?? cellText(rows, cell));
      } else {
        expectKind("numbers", rows, cell, row);
        if (parsed === "inexact") throw inexact(source, type, shownName(cellText(rows, cell)), row);
        builder.appendValue(parsed);
      }
    },
    finish(rowCount) {
      if (kind !== "texts") return numericColumn(name, type, builder.finish());
      return textColumn(name, rowCount, missingCount, texts.finish());
    },
  };
}

function textColumn(name: string, rowCount: number, missingCount: number, texts: TableTexts): TableColumn {
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
  let reason = "";
  return {
    add(rows, cell, row) {
      const parsed = builder === undefined ? undefined : cellNumber(type, rows, cell);
      const isNull = parsed === undefined ? cellText(rows, cell) === "" : parsed === "nothing";
      if (isNull) {
        missingCount += 1;
        texts?.appendNull();
        builder?.appendNull();
        return;
      }
      texts?.appendValue(cellText(rows, cell));
      if (parsed === undefined) return;
      if (typeof parsed !== "string") {
        builder?.appendValue(parsed);
        return;
      }
      const what = parsed === "inexact" ? `not all ${type}` : "text";
      reason = `${what}: ${describeText(cellText(rows, cell))} in row ${row}`;
      builder = undefined;
    },
    finish(rowCount) {
      // Of nothing but empty cells nobody can say that they are numbers.
      if (builder !== undefined && missingCount < rowCount)
        return numericColumn(name, type, builder.finish());
      const typeName = builder === undefined ? reason : "empty";
      const column = { name, typeName, rowCount, missingCount, numbers: undefined };
      return texts === undefined ? column : { ...column, texts: texts.finish() };
    },
  };
}
