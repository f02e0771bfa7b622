// The rows of a table for a person, and as JSON has them.

import { printableLines, timeText } from "../../formats.ts";
import type { Scalar } from "../../index.ts";
import type { Table } from "../input/table.ts";
import { type JsonValue, jsonScalar, printScalar } from "../report.ts";

/**
 * A line of names, and one for each row: texts to the left, numbers to the right, each column as wide as its widest cell.
 *
 * Of columns that do not fit `width` the first are shown, and a line below names the others.
 */
export function printedTable(table: Table, width = Number.POSITIVE_INFINITY): readonly string[] {
  const { fields = [], dictionaries } = table;
  const texts = fields.map((field, i) => {
    const cells = [textCell(field), ...cellsOf(table, i, textCell)];
    const own = cells.reduce((widest, cell) => Math.max(widest, cell.length), 0);
    return cells.map((cell) => (dictionaries[i] === undefined ? cell.padStart(own) : cell.padEnd(own)));
  });
  const shown = texts.slice(0, fittingCount(texts, width));
  const lines = Array.from({ length: table.length + 1 }, (_, row) =>
    shown
      .map((cells) => cells[row])
      .join(GAP)
      .trimEnd(),
  );
  const others = fields.slice(shown.length);
  if (others.length === 0) return lines;
  const line = `${others.length} more: ${others.map(textCell).join(", ")}`;
  return [...lines, "", line.length <= width ? line : `${line.slice(0, width - 1)}…`];
}

const GAP = "  ";

/** How many columns stand side by side: at least one. */
function fittingCount(texts: readonly (readonly string[])[], width: number): number {
  let left = width + GAP.length;
  const first = texts.findIndex(([{ length }]) => {
    left -= length + GAP.length;
    return left < 0;
  });
  return first < 0 ? texts.length : Math.max(1, first);
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

/** A text as a cell of a table: what would break its line or move what stands behind it is escaped. */
export function oneLine(text: string): string {
  return printableLines(text).replaceAll("\n", "\\n").replaceAll("\t", "\\t");
}

function textCell(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "string") return oneLine(cell);
  return typeof cell === "boolean" ? String(cell) : printScalar(cell);
}

function jsonCell(cell: Cell): JsonValue {
  const isPlain = cell === null || typeof cell === "string" || typeof cell === "boolean";
  return isPlain ? cell : jsonScalar(cell);
}
