// The rows of a table for a person, and as JSON has them.

import { printableLines, timeText } from "../../formats.ts";
import type { Scalar } from "../../index.ts";
import type { Table } from "../input/table.ts";
import { type JsonValue, jsonScalar, printScalar } from "../report.ts";

/** A line of names, and one for each row: texts to the left, numbers to the right, each column as wide as its widest cell. */
export function printedTable(table: Table): readonly string[] {
  const { fields = [], dictionaries } = table;
  const texts = fields.map((field, i) => {
    const cells = [textCell(field), ...cellsOf(table, i, textCell)];
    const width = cells.reduce((widest, cell) => Math.max(widest, cell.length), 0);
    return cells.map((cell) => (dictionaries[i] === undefined ? cell.padStart(width) : cell.padEnd(width)));
  });
  return Array.from({ length: table.length + 1 }, (_, row) =>
    texts
      .map((cells) => cells[row])
      .join("  ")
      .trimEnd(),
  );
}

/** Each column as a list of its values. */
export function jsonTable(table: Table): JsonValue {
  const { fields = [] } = table;
  return Object.fromEntries(fields.map((field, i) => [field, cellsOf(table, i, jsonCell)]));
}

type Cell = Scalar | boolean | string | null;

function cellsOf<Shown>(
  { columns, types, dictionaries, times, valid }: Table,
  index: number,
  show: (cell: Cell) => Shown,
): Shown[] {
  const dictionary = dictionaries[index];
  const meaning = times[index];
  return Array.from(columns[index] as ArrayLike<Scalar>, (value, row) => {
    if (valid?.[index]?.[row] === 0) return show(null);
    if (dictionary !== undefined) return show(dictionary[Number(value)]);
    if (meaning !== undefined) return show(timeText(BigInt(value), meaning));
    return show(types[index] === "bool" ? value !== 0 : value);
  });
}

function textCell(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "string") return printableLines(cell).replaceAll("\n", "\\n");
  return typeof cell === "boolean" ? String(cell) : printScalar(cell);
}

function jsonCell(cell: Cell): JsonValue {
  const isPlain = cell === null || typeof cell === "string" || typeof cell === "boolean";
  return isPlain ? cell : jsonScalar(cell);
}
