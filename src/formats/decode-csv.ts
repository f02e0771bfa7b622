import { checkBytes } from "../values/check-arrays.ts";
import { describeText } from "../values/describe.ts";
import { COLUMN_TYPE_FACTS, type ElementType, type Scalar } from "../values/element-types.ts";
import { FormatError } from "../values/errors.ts";
import { shownName } from "../values/printable.ts";
import type { StoredType } from "../values/value-types.ts";
import { COLUMN_OPTIONS, checkOptions, TEXT_OPTIONS } from "./check-options.ts";
import { type ColumnBuilder, columnBuilder, inexact } from "./column-builder.ts";
import type { CsvRows } from "./csv/csv-rows.ts";
import { type CellOptions, type CsvText, wholeText } from "./csv/csv-text.ts";
import { decimalOf } from "./csv/decimal-bytes.ts";
import { NamedFaults } from "./csv/named-faults.ts";
import type {
  AnyNullRule,
  ColumnOptions,
  ColumnRequest,
  Decoded,
  DecodedColumn,
  HeaderOptions,
  ReadType,
  TypeRead,
} from "./decoded.ts";
import { exactElement, parsedElement } from "./parse-element.ts";
import { pickColumn } from "./wanted-column.ts";

/** How a column of a CSV or TSV text is read. */
export interface CsvOptions<As extends ReadType = ElementType> extends ColumnOptions<As>, HeaderOptions {}

const ROWS_EXPECTED = 1024;

/**
 * One numeric column of a CSV or TSV text (RFC 4180: quotes, any line end, a byte order mark), found by its name in the header row.
 *
 * Cells are decimal numbers and become f64, or with `type` that type where exact; an empty cell is a null. Rows count from 1, the
 * header not counted. A column whose name is a number, and not in quotes, is refused, as it may be data: `header: false` reads a text
 * without a header, `header: true` takes such names. Blanks around cells and around quotes do not count, nor do empty lines beside other
 * columns; lines may end in `\\n`, `\\r\\n` and `\\r`, also in one text.
 *
 * @throws FormatError naming the row of a cell that is not a number, of a row with too few or too many cells, the line of broken quotes, of a NUL
 * byte, of a text that is not UTF-8
 * @throws InvalidArgumentError for a column that is not there, naming the nearest
 */
export async function decodeCsv<As extends ReadType = ElementType>(
  bytes: Uint8Array,
  options: CsvOptions<As> = {},
): Promise<Decoded<TypeRead<As>>> {
  checkBytes("bytes", bytes);
  checkOptions(options, [...COLUMN_OPTIONS, ...TEXT_OPTIONS]);
  const [decoded] = await decodeCsvColumns(bytes, [options], options);
  return decoded as Decoded<TypeRead<As>>;
}

/** What is to be known of a text. */
type ColumnsOptions = Pick<CsvOptions, "header"> & { readonly nulls?: AnyNullRule | undefined };

/** Several columns in one pass, each of its type or f64. */
export function decodeCsvColumns(
  bytes: Uint8Array,
  requests: readonly ColumnRequest[],
  options: ColumnsOptions & CellOptions & Pick<CsvOptions, "source">,
): Promise<readonly DecodedColumn<StoredType>[]> {
  return readCsvColumns(wholeText(bytes, options.source ?? "CSV data", options), requests, options);
}

/** The same of a text that comes in pieces, of which the columns alone are kept. */
export async function readCsvColumns(
  text: CsvText,
  requests: readonly ColumnRequest[],
  options: ColumnsOptions,
): Promise<readonly DecodedColumn<StoredType>[]> {
  const { source } = text;
  const wanted = requests.map(({ column, type = "f64" }) => ({
    column,
    type: type === "stored" ? "f64" : type,
  }));
  const builders = wanted.map(({ type, column }) =>
    columnBuilder({ source, type, column, nulls: options.nulls, rowCount: ROWS_EXPECTED }),
  );
  const pick = (names: readonly string[]): readonly PickedColumn[] =>
    wanted.map(({ column, type }) => ({ index: pickColumn(names, column), type }));
  const header = await readCsvHeader(text, pick, options.header);
  const faults = wanted.map(() => new NamedFaults(source));
  const readers = wanted.map(({ type }, i) =>
    cellReader({
      source,
      type,
      name: header.names[header.indexes[i]],
      builder: builders[i],
      faults: faults[i],
    }),
  );
  await forEachCell(text, header, (i, ...cell) => readers[i](...cell));
  for (const found of faults) found.end();
  return builders.map((builder) => builder.finish());
}

/** Takes a cell of the row that was read last; rows of data count from 1. */
export type ReadCell = (rows: CsvRows, cell: number, row: number) => void;

/** Takes a cell with the place of its column among those that are wanted. */
type ReadWanted = (i: number, ...cell: Parameters<ReadCell>) => void;

/** Takes the cells of the columns that are wanted one by one, of no more than `most` rows. Gives the number of rows. */
export async function forEachCell(
  text: CsvText,
  header: CsvHeader,
  readCell: ReadWanted,
  most?: number,
): Promise<number> {
  let rowCount = 0;
  for await (const row of cellsByWindow(text, header, readCell, most)) rowCount = row;
  return rowCount;
}

/**
 * The same window by window of the text: the number of rows so far, behind each.
 *
 * Behind a ragged row no cell is read: others like it are looked for, to be named with it.
 */
export async function* cellsByWindow(
  text: CsvText,
  header: CsvHeader,
  readCell: ReadWanted,
  most = Number.POSITIVE_INFINITY,
): AsyncGenerator<number, void> {
  const { rows, isMissing } = text;
  const { names, indexes, hasHeader } = header;
  const cells = names.length === 1 ? "cell" : "cells";
  const expected = `CSV with ${names.length} ${cells} in every row, as in the ${hasHeader ? "header" : "first"}`;
  const ragged = new NamedFaults(text.source);
  let row = 0;
  do {
    while (row < most && !ragged.isFull && rows.next()) {
      if (rows.isBlank && names.length > 1) continue;
      row += 1;
      if (rows.count !== names.length)
        ragged.add(expected, `${rows.count} in row ${row} (line ${rows.line})`);
      if (!ragged.isEmpty) continue;
      for (let i = 0; i < indexes.length; i++) {
        const cell = indexes[i];
        if (isMissing?.(rows, cell)) rows.clear(cell);
        readCell(i, rows, cell, row);
      }
    }
    yield row;
  } while (row < most && !ragged.isFull && (await text.more()));
  ragged.end();
}

interface ReaderOptions {
  readonly source: string;
  readonly type: StoredType;
  readonly name: string; // of the column
  readonly builder: ColumnBuilder;
  readonly faults: NamedFaults; // cells that are no numbers; behind one nothing is built any more
  readonly also?: string; // what errors say of the column besides
}

/** Of a type that nobody has said. */
const UNLESS_SAID = ", unless i64 or text is said to be its type";

/** Adds each cell of a column to what is built of it, or says which is none of its numbers. */
export function cellReader(options: ReaderOptions): ReadCell {
  const { source, type, name, builder, faults, also = "" } = options;
  const what = type === "bool" ? "0, 1, true or false" : "numbers";
  const expected = `${what} in column "${shownName(name)}"${also}`;
  return (rows, cell, row) => {
    const parsed = cellNumber(type, rows, cell);
    switch (parsed) {
      case "nothing":
        builder.appendNull();
        return;
      case "not-a-number":
        faults.add(expected, cellPlace(rows, cell, row));
        return;
      case "inexact":
        throw inexact({ source, type, column: name }, shownName(rows.value(cell)), row, also && UNLESS_SAID);
      default:
        if (faults.isEmpty) builder.appendValue(parsed);
    }
  };
}

/** A cell and where it is, for errors. */
export function cellPlace(rows: CsvRows, cell: number, row: number): string {
  return `${describeText(rows.text(cell).trim())} in row ${row} (line ${rows.line})`;
}

/** The number in a cell, or what is there instead; digits that are few are read as bytes. */
export function cellNumber(
  type: StoredType,
  rows: CsvRows,
  cell: number,
): Scalar | "nothing" | "not-a-number" | "inexact" {
  const { bytes, starts, ends } = rows;
  const [start, end] = [starts[cell], ends[cell]];
  if (start === end) return "nothing";
  const short = decimalOf(bytes, start, end);
  if (type === "f64" && !Number.isNaN(short)) return short;
  // As a 64-bit integer few digits with an exponent are more than a double tells: 152661268640549e3.
  const isTold = COLUMN_TYPE_FACTS[type].isBigInt ? Number.isSafeInteger(short) : !Number.isNaN(short);
  if (isTold) return exactElement(type, short) ?? "inexact";
  const text = rows.text(cell).trim();
  if (text === "") return "nothing";
  const parsed = parsedElement(type, text);
  return parsed.kind === "element" ? parsed.value : parsed.kind;
}

/** What the first row of a CSV text says. */
export interface CsvHeader {
  readonly names: readonly string[]; // of all columns
  readonly indexes: readonly number[]; // of those that are wanted
  readonly hasHeader: boolean; // otherwise the first row is data
}

/** A column by its place, and what its cells are read as. */
interface PickedColumn {
  readonly index: number;
  readonly type: StoredType;
}

/**
 * Finds the columns that are wanted by the first row that is not blank; where it is data, by their place: "1", "2", …
 *
 * Blanks around a name belong to the file's looks, within quotes to the name.
 *
 * @throws FormatError for a wanted column whose name may well be data; InvalidArgumentError for one that is not there
 */
export async function readCsvHeader(
  text: CsvText,
  pick: (names: readonly string[]) => readonly PickedColumn[],
  header: boolean | undefined,
): Promise<CsvHeader> {
  const { rows, source } = text;
  if (!(await hasFirstRow(text))) {
    const expected = header === false ? "CSV with a row" : "CSV with a header row";
    throw new FormatError(source, expected, "no rows at all");
  }
  const quoted = Array.from({ length: rows.count }, (_, i) => rows.isQuoted(i));
  const record = quoted.map((_, i) => rows.value(i));
  const names = header === false ? record.map((_, i) => String(i + 1)) : record;
  const mayBeData = (index: number, type: StoredType): boolean =>
    header === undefined && !quoted[index] && parsedElement(type, names[index]).kind !== "not-a-number";
  // Before any is looked for: a column given by its place gets no hint of near names.
  const firstNumber = names.findIndex((_, i) => mayBeData(i, "f64"));
  if (firstNumber >= 0 && names.every((name, i) => name === "" || mayBeData(i, "f64"))) {
    throw numberAsName(source, names[firstNumber]);
  }
  const picked = pick(names);
  const indexes = picked.map(({ index }) => index);
  if (header === false) {
    rows.unread();
    return { names, indexes, hasHeader: false };
  }
  for (const { index, type } of picked) {
    if (mayBeData(index, type)) throw numberAsName(source, names[index]);
  }
  return { names, indexes, hasHeader: true };
}

/** Goes to the first row that is not blank. */
async function hasFirstRow({ rows, more }: CsvText): Promise<boolean> {
  do {
    while (rows.next()) if (!rows.isBlank) return true;
  } while (await more());
  return false;
}

function numberAsName(source: string, name: string): FormatError {
  const expected =
    "CSV whose first row has names, unless header: false (--no-header) says that it is data, or header: true (--header) that it has names all the same";
  return new FormatError(source, expected, `the number ${shownName(name)} for a name`);
}
