// Columns as CSV text that reads back exactly.

import { checkList, checkObject, checkText } from "../values/check-arguments.ts";
import { checkStored } from "../values/check-arrays.ts";
import { checkName, checkOptionNames } from "../values/check-name.ts";

import { storedValue } from "../values/convert.ts";
import { COLUMN_TYPE_FACTS, type Scalar } from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { checkTextColumn, hasLoneSurrogate, type TextColumn } from "../values/text-column.ts";
import { STORED_TYPES, type StoredArray, type StoredType } from "../values/value-types.ts";
import { parsedElement } from "./parse-element.ts";
import { checkTimeColumn, type TimeColumn, timeText } from "./tables/time-column.ts";

/** A column as it is written: its name in the header, its values of one type. */
export interface NamedColumn {
  readonly column: string;
  readonly type: StoredType; // bools are written as true and false, half floats as their values
  readonly array: StoredArray;
}

/** A column of texts as it is written; a text that may be taken for something else is quoted. */
export interface NamedTextColumn extends TextColumn {
  readonly column: string;
}

/** A column of dates or times as it is written: by ISO 8601. */
export interface NamedTimeColumn extends TimeColumn {
  readonly column: string;
}

/** A column of numbers, bools, texts or times as it is written. */
export type WrittenColumn = NamedColumn | NamedTextColumn | NamedTimeColumn;

export interface EncodeCsvOptions {
  readonly delimiter?: "," | "\t" | undefined; // default ","
}

const ROWS_PER_PIECE = 1 << 14;

/**
 * Columns of one length as the UTF-8 bytes of a CSV or TSV text, a header row first, piece by piece.
 *
 * `decodeCsv` reads every value back exactly, by its column's name: floats have the fewest digits that tell them apart, −0 its sign; a NaN
 * is `nan`. Names that are numbers are quoted.
 *
 * @throws InvalidArgumentError for no column, columns of different lengths, and two of one name or one that UTF-8 does not have
 */
export function encodeCsv(
  columns: readonly WrittenColumn[],
  options: EncodeCsvOptions = {},
): Generator<Uint8Array, void, void> {
  checkOptionNames(options, ["delimiter"]);
  const { delimiter = "," } = options;
  checkName("delimiter", [",", "\t"], delimiter);
  return piecesOf(checkList("columns", columns, "columns, each an object").map(checkNamedColumn), delimiter);
}

/** A column that has been checked: its length, and of each row the cell. */
interface CellsColumn {
  readonly column: string;
  readonly length: number;
  readonly cellAt: (row: number, delimiter: string) => string;
}

function checkNamedColumn(given: unknown, index: number): CellsColumn {
  const place = `columns[${index}]`;
  const { column, type, array, codes, dictionary, instants, unit, zone } = checkObject(place, given);
  if (instants !== undefined) {
    const times = checkTimeColumn(place, { instants, unit, zone });
    const cellAt = (row: number) => timeText(times.instants[row], times);
    return { column: checkText(`${place}.column`, column), length: times.instants.length, cellAt };
  }
  if (codes !== undefined || dictionary !== undefined) {
    const text = checkTextColumn(place, { codes, dictionary });
    return {
      column: checkText(`${place}.column`, column),
      length: text.codes.length,
      cellAt: textCells(text),
    };
  }
  const known = checkName(`${place}.type`, STORED_TYPES, type);
  const values = checkStored(`${place}.array`, known, array);
  return {
    column: checkText(`${place}.column`, column),
    length: values.length,
    cellAt: (row) => cellOf(known, values[row]),
  };
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
  columns: readonly CellsColumn[],
  delimiter: "," | "\t",
): Generator<Uint8Array, void, void> {
  const length = lengthOf(columns);
  checkNames(columns);
  const encoder = new TextEncoder();
  yield encoder.encode(`${columns.map(({ column }) => quoted(column, delimiter)).join(delimiter)}\n`);
  for (let start = 0; start < length; start += ROWS_PER_PIECE) {
    const rows: string[] = [];
    for (let row = start; row < Math.min(start + ROWS_PER_PIECE, length); row++) {
      rows.push(columns.map(({ cellAt }) => cellAt(row, delimiter)).join(delimiter));
    }
    yield encoder.encode(`${rows.join("\n")}\n`);
  }
}

function lengthOf(columns: readonly CellsColumn[]): number {
  const lengths = [...new Set(columns.map(({ length }) => length))];
  if (lengths.length === 1) return lengths[0];
  const actual = lengths.length === 0 ? "none" : `lengths ${lengths.join(", ")}`;
  throw new InvalidArgumentError("columns", "columns of one length", actual);
}

function checkNames(columns: readonly CellsColumn[]): void {
  const seen = new Set<string>();
  for (const { column } of columns) {
    const actual = JSON.stringify(column);
    if (seen.has(column)) throw new InvalidArgumentError("columns", "of different names", `${actual} twice`);
    if (hasLoneSurrogate(column)) {
      throw new InvalidArgumentError("columns", "of names in whole characters", actual);
    }
    seen.add(column);
  }
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

// What a reader would take for data, a blank line or the looks of the file is quoted.
function quoted(name: string, delimiter: string): string {
  const isNumber = parsedElement("f64", name).kind !== "not-a-number" || /^(true|false)$/i.test(name);
  const isPlain = !name.includes(delimiter) && !/["\r\n]|^\s|\s$|^$/.test(name) && !isNumber;
  return isPlain ? name : `"${name.replaceAll('"', '""')}"`;
}
