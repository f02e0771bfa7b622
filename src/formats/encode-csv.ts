// Columns as CSV text that reads back exactly.

import { checkBoolean, checkInteger } from "../values/check-arguments.ts";
import { checkName, checkOptionNames } from "../values/check-name.ts";
import { storedValue } from "../values/convert.ts";
import { COLUMN_TYPE_FACTS, type Scalar } from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import type { TextColumn } from "../values/text-column.ts";
import type { StoredType } from "../values/value-types.ts";
import { parsedElement } from "./parse-element.ts";
import { timeText } from "./tables/time-column.ts";
import { type CheckedColumn, checkWrittenColumns, type WrittenColumn } from "./written-column.ts";

/** Options of `encodeCsv`. */
export interface EncodeCsvOptions {
  readonly delimiter?: "," | "\t" | undefined; // default ","
  readonly header?: boolean | undefined; // whether the first row has the names; default true, false behind rows that have been written
  readonly rowsBefore?: number | undefined; // that have been written, for errors; default 0
}

const ROWS_PER_PIECE = 1 << 14;

/**
 * Columns of one length as the UTF-8 bytes of a CSV or TSV text, a header row first, piece by piece.
 *
 * `decodeCsv` reads every value back exactly, by its column's name: floats have the fewest digits that tell them apart, −0 its sign; a NaN
 * is `nan`. Names that are numbers are quoted. A null is an empty cell, in quotes where it is the only one of its row.
 *
 * @throws InvalidArgumentError for no column, columns of different lengths, and two of one name or one that UTF-8 does not have
 */
export function encodeCsv(
  columns: readonly WrittenColumn[],
  options: EncodeCsvOptions = {},
): Generator<Uint8Array, void, void> {
  checkOptionNames(options, ["delimiter", "header", "rowsBefore"]);
  const { delimiter = ",", header = true, rowsBefore = 0 } = options;
  checkName("delimiter", [",", "\t"], delimiter);
  checkBoolean("header", header);
  checkInteger("rowsBefore", rowsBefore);
  const checked = checkWrittenColumns(columns);
  expectNoBlankLine(checked, rowsBefore); // before a piece is asked for
  return piecesOf(checked, { delimiter, header, rowsBefore });
}

/** A column whose cells are told. */
interface CellsColumn {
  readonly column: string;
  readonly length: number;
  readonly cellAt: (row: number, delimiter: string) => string;
}

function cellsColumn(given: CheckedColumn, isAlone: boolean): CellsColumn {
  const { column, length, valid } = given;
  const cellAt = cellsOf(given);
  if (valid === undefined) return { column, length, cellAt };
  // Among numbers and times what is empty in quotes is a null too, and no blank line.
  const empty = isAlone ? '""' : "";
  return { column, length, cellAt: (row, delimiter) => (valid[row] === 0 ? empty : cellAt(row, delimiter)) };
}

function cellsOf(given: CheckedColumn): CellsColumn["cellAt"] {
  switch (given.kind) {
    case "times":
      return (row) => timeText(given.instants[row], given);
    case "texts":
      return textCells(given);
    case "numbers":
      return (row) => cellOf(given.type, given.array[row]);
    default:
      return given satisfies never;
  }
}

/** Each text is quoted once, and not in each of its rows. */
function textCells({ codes, dictionary }: TextColumn): CellsColumn["cellAt"] {
  const cells: (string | undefined)[] = new Array(dictionary.length);
  return (row, delimiter) => {
    const code = codes[row];
    const known = cells[code];
    if (known !== undefined) return known;
    const cell = quoted(dictionary[code], delimiter);
    cells[code] = cell;
    return cell;
  };
}

function* piecesOf(
  columns: readonly CheckedColumn[],
  {
    delimiter,
    header,
    rowsBefore,
  }: { readonly delimiter: "," | "\t"; readonly header: boolean; readonly rowsBefore: number },
): Generator<Uint8Array, void, void> {
  if (header) yield csvHeader(columns, delimiter);
  yield* csvRows(columns, delimiter, rowsBefore);
}

/** The first line. */
export function csvHeader(
  columns: readonly Pick<CheckedColumn, "column">[],
  delimiter: "," | "\t",
): Uint8Array {
  return new TextEncoder().encode(
    `${columns.map(({ column }) => quotedName(column, delimiter)).join(delimiter)}\n`,
  );
}

/** The others, piece by piece; before the first there are `rowsBefore`. @throws InvalidArgumentError for a row that would be a blank line */
export function* csvRows(
  checked: readonly CheckedColumn[],
  delimiter: "," | "\t",
  rowsBefore = 0,
): Generator<Uint8Array, void, void> {
  expectNoBlankLine(checked, rowsBefore);
  const columns = checked.map((column) => cellsColumn(column, checked.length === 1));
  const [{ length }] = columns;
  const encoder = new TextEncoder();
  for (let start = 0; start < length; start += ROWS_PER_PIECE) {
    const rows: string[] = [];
    for (let row = start; row < Math.min(start + ROWS_PER_PIECE, length); row++) {
      rows.push(columns.map(({ cellAt }) => cellAt(row, delimiter)).join(delimiter));
    }
    yield encoder.encode(`${rows.join("\n")}\n`);
  }
}

/** A null of the only column would be a blank line, which readers pass over; in quotes it would be the empty text. */
function expectNoBlankLine(
  [{ kind, column, valid }, ...others]: readonly CheckedColumn[],
  rowsBefore: number,
): void {
  const row = kind !== "texts" || others.length > 0 || valid === undefined ? -1 : valid.indexOf(0);
  if (row < 0) return;
  const expected = "without a null, as it is the only column, of texts, and a blank line is no row";
  throw new InvalidArgumentError(
    "columns[0]",
    expected,
    `one of ${JSON.stringify(column)} at ${rowsBefore + row}`,
  );
}

function cellOf(type: StoredType, stored: Scalar): string {
  if (type === "bool") return stored === 0 ? "false" : "true";
  const value = storedValue(type, stored);
  return COLUMN_TYPE_FACTS[type].isFloat ? floatText(Number(value)) : String(value);
}

function floatText(value: number): string {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf";
  if (Object.is(value, -0)) return "-0";
  // An integer's digits are read as that integer; the fewest digits of a large float are another one nearby, unless they have an exponent.
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? value.toExponential() : String(value);
}

/** A name: what a reader would take for data is quoted too. */
function quotedName(name: string, delimiter: string): string {
  return /^(true|false)$/i.test(name) ? `"${name}"` : quoted(name, delimiter);
}

// What a reader would take for a number, a blank line or the looks of the file is quoted.
function quoted(text: string, delimiter: string): string {
  const isNumber = parsedElement("f64", text).kind !== "not-a-number";
  const isPlain = !text.includes(delimiter) && !/["\r\n]|^\s|\s$|^$/.test(text) && !isNumber;
  return isPlain ? text : `"${text.replaceAll('"', '""')}"`;
}
