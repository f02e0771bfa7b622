// Columns as CSV text that reads back exactly.

import { checkList, checkObject, checkText } from "../values/check-arguments.ts";
import { checkStored } from "../values/check-arrays.ts";
import { checkName, checkOptionNames } from "../values/check-name.ts";

import { storedValue } from "../values/convert.ts";
import { COLUMN_TYPE_FACTS, type Scalar } from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { STORED_TYPES, type StoredArray, type StoredType } from "../values/value-types.ts";
import { parsedElement } from "./parse-element.ts";

/** A column as it is written: its name in the header, its values of one type. */
export interface NamedColumn {
  readonly column: string;
  readonly type: StoredType; // bools are written as true and false, half floats as their values
  readonly array: StoredArray;
}

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
  columns: readonly NamedColumn[],
  options: EncodeCsvOptions = {},
): Generator<Uint8Array, void, void> {
  checkOptionNames(options, ["delimiter"]);
  const { delimiter = "," } = options;
  checkName("delimiter", [",", "\t"], delimiter);
  return piecesOf(checkList("columns", columns, "columns, each an object").map(checkNamedColumn), delimiter);
}

function checkNamedColumn(given: unknown, index: number): NamedColumn {
  const place = `columns[${index}]`;
  const { column, type, array } = checkObject(place, given);
  const known = checkName(`${place}.type`, STORED_TYPES, type);
  return {
    column: checkText(`${place}.column`, column),
    type: known,
    array: checkStored(`${place}.array`, known, array),
  };
}

function* piecesOf(
  columns: readonly NamedColumn[],
  delimiter: "," | "\t",
): Generator<Uint8Array, void, void> {
  const length = lengthOf(columns);
  checkNames(columns);
  const encoder = new TextEncoder();
  yield encoder.encode(`${columns.map(({ column }) => quoted(column, delimiter)).join(delimiter)}\n`);
  for (let start = 0; start < length; start += ROWS_PER_PIECE) {
    const rows: string[] = [];
    for (let row = start; row < Math.min(start + ROWS_PER_PIECE, length); row++) {
      rows.push(columns.map(({ array, type }) => cellOf(type, array[row])).join(delimiter));
    }
    yield encoder.encode(`${rows.join("\n")}\n`);
  }
}

function lengthOf(columns: readonly NamedColumn[]): number {
  const lengths = [...new Set(columns.map(({ array }) => array.length))];
  if (lengths.length === 1) return lengths[0];
  const actual = lengths.length === 0 ? "none" : `lengths ${lengths.join(", ")}`;
  throw new InvalidArgumentError("columns", "columns of one length", actual);
}

function checkNames(columns: readonly NamedColumn[]): void {
  const seen = new Set<string>();
  for (const { column } of columns) {
    const actual = JSON.stringify(column);
    if (seen.has(column)) throw new InvalidArgumentError("columns", "of different names", `${actual} twice`);
    if (LONE_SURROGATE.test(column)) {
      throw new InvalidArgumentError("columns", "of names in whole characters", actual);
    }
    seen.add(column);
  }
}

const LONE_SURROGATE = /\p{Surrogate}/u;

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
