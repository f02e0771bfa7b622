// The table as text: measures down and columns across; where there are many columns, a line for each with what fits.

import { oneLine } from "../../output/print-table.ts";
import { columns as inColumns } from "../../report.ts";
import { type ColumnDescribed, type NumericDescribed, numericOf } from "./described.ts";
import type { Histogram, Measures } from "./numbers.ts";

/** Of a terminal; of a pipe, whose width nobody knows. */
export const DEFAULT_WIDTH = 80;

const GAP = "  ";

/** The longest that a name or a type gets above its column. */
const WIDEST_NAME = 20;

/** More tables below one another than these are a list that nobody reads. */
const MOST_TABLES = 4;

/** The columns that have numbers, as tables or as lines, and below them the others. */
export function describedLines(described: readonly ColumnDescribed[], width: number): readonly string[] {
  const columns = described.map((column) => ({
    ...column,
    name: oneLine(column.name),
    groups: column.groups?.map((group) => ({ ...group, name: oneLine(group.name) })),
  }));
  const grouped = columns.filter(({ groups }) => groups !== undefined);
  const times = columns.filter((column) => column.times !== undefined);
  const others = columns.filter(
    (column) => column.numbers === undefined && column.groups === undefined && column.times === undefined,
  );
  const numeric = numericOf(columns);
  const tables = tablesOf(numeric, width);
  const parts = [
    ...grouped.map(({ name, groups = [] }) => columnLines(groups, width, name)),
    ...(tables.length > MOST_TABLES ? [columnLines(numeric, width)] : tables),
    ...(times.length === 0 ? [] : [timeLines(times, width)]),
    ...(others.length === 0 ? [] : [otherLines(others, width)]),
  ];
  return parts.flatMap((lines, i) => (i === 0 ? lines : ["", ...lines]));
}

/** A line of the table: its label, and what stands there for a column. */
type Row = readonly [label: string, cell: (numbers: NumericDescribed) => string];

const ofMeasures =
  (print: (measures: Measures) => string) =>
  ({ numbers: { measures } }: NumericDescribed): string =>
    measures === undefined ? "-" : print(measures);

const ROWS: readonly Row[] = [
  ["", ({ name }) => shortened(name, WIDEST_NAME)],
  ["type", ({ numbers: { type, isBool } }) => (isBool ? "bool" : type)],
  ["count", ({ numbers }) => String(numbers.count)],
  ["missing", ({ missingCount }) => String(missingCount ?? "-")],
  ["nan", ({ numbers }) => String(numbers.nanCount)],
  ["mean", ofMeasures(({ mean }) => printNumber(mean))],
  ["sd", ofMeasures(({ standardDeviation }) => printNumber(standardDeviation))],
  ["min", ofMeasures(({ min }) => printNumber(min))],
  ["25%", ofMeasures(({ quartiles }) => printNumber(quartiles[0]))],
  ["50%", ofMeasures(({ quartiles }) => printNumber(quartiles[1]))],
  ["75%", ofMeasures(({ quartiles }) => printNumber(quartiles[2]))],
  ["max", ofMeasures(({ max }) => printNumber(max))],
  ["sum", ofMeasures(({ sum }) => printNumber(sum.value))],
  ["error", ofMeasures(({ sum }) => printError(sum.errorUlps))],
  ["histogram", ofMeasures(({ histogram }) => (histogram === undefined ? "-" : sparkline(histogram)))],
];

/** What a line of its own must have of a column, and then what it has where there is room. */
const WANTED_FIRST = ["", "mean", "sd", "min", "50%", "max", "histogram", "count", "missing", "25%", "75%"];

/** The lines that there are something to tell of. */
function rowsFor(columns: readonly NumericDescribed[]): readonly Row[] {
  const isTold: Readonly<Record<string, boolean>> = {
    nan: columns.some(({ numbers }) => numbers.nanCount > 0),
    error: columns.some(({ numbers: { measures } }) => measures?.sum.errorUlps !== undefined),
    histogram: columns.some(({ numbers: { measures } }) => measures?.histogram !== undefined),
  };
  return ROWS.filter(([label]) => isTold[label] ?? true);
}

/** A line for each column, or for each group of a column of that name. */
function columnLines(columns: readonly NumericDescribed[], width: number, name = ""): readonly string[] {
  const rows = rowsFor(columns).map(([label, cell]) => {
    const cells = [label === "" ? shortened(name, WIDEST_NAME) : label, ...columns.map(cell)];
    return { label, cells, width: widthOf(cells) };
  });
  const byNeed = WANTED_FIRST.flatMap((label) => rows.filter((row) => row.label === label));
  const rest = rows.filter((row) => !byNeed.includes(row));
  let left = width + GAP.length;
  const fitting = new Set(
    [...byNeed, ...rest].filter((row) => {
      left -= GAP.length + row.width;
      return left >= 0;
    }),
  );
  const shown = rows.filter((row) => fitting.has(row));
  const lineOf = (place: number): string =>
    shown
      .map(({ cells, label, width: own }) =>
        label === "" ? cells[place].padEnd(own) : cells[place].padStart(own),
      )
      .join(GAP)
      .trimEnd();
  const isWhole = shown.length === rows.length;
  return [
    ...[0, ...columns.map((_, i) => i + 1)].map(lineOf),
    ...(isWhole || name !== "" ? [] : ["", "--column NAME shows all of a column, --json all of everything"]),
  ];
}

function tablesOf(columns: readonly NumericDescribed[], width: number): readonly (readonly string[])[] {
  const rows = rowsFor(columns);
  const labelWidth = Math.max(...rows.map(([label]) => label.length));
  const cells = columns.map((column) => rows.map(([, cell]) => cell(column)));
  return groupsThatFit(cells.map(widthOf), width - labelWidth).map(([start, end]) =>
    rows.map(([label], row) =>
      [label.padEnd(labelWidth), ...cells.slice(start, end).map((own) => own[row].padStart(widthOf(own)))]
        .join(GAP)
        .trimEnd(),
    ),
  );
}

function widthOf(cells: readonly string[]): number {
  return Math.max(...cells.map(({ length }) => length));
}

/** Which neighbours stand side by side: at least one. */
function groupsThatFit(widths: readonly number[], room: number): readonly (readonly [number, number])[] {
  const groups: [start: number, end: number][] = [];
  let left = 0;
  widths.forEach((width, i) => {
    const needed = GAP.length + width;
    if (groups.length === 0 || needed > left) {
      groups.push([i, i]);
      left = room;
    }
    left -= needed;
    groups[groups.length - 1][1] = i + 1;
  });
  return groups;
}

/** Dates and times: how many rows they have, the first and the last. */
function timeLines(columns: readonly ColumnDescribed[], width: number): readonly string[] {
  return linesBelow(["times", "count", "missing", "first", "last"], columns, width, ({ times }) => [
    times?.first ?? "-",
    times?.last ?? "-",
  ]);
}

/** Columns of neither numbers nor times: how many rows they have, and what they are. */
function otherLines(columns: readonly ColumnDescribed[], width: number): readonly string[] {
  const head = columns.every(({ isText }) => isText === true) ? "texts" : "no numbers";
  return linesBelow([head, "count", "missing", "type"], columns, width, typeCells);
}

/** Of text that is no number a CSV says where; other formats have names of their own for it. */
function typeCells({ typeName, isText }: ColumnDescribed): readonly string[] {
  return [isText === true && !typeName.startsWith("text") ? "text" : typeName];
}

function linesBelow(
  head: readonly string[],
  columns: readonly ColumnDescribed[],
  width: number,
  cellsOf: (column: ColumnDescribed) => readonly string[],
): readonly string[] {
  const rows = columns.map((column): readonly string[] => {
    const { name, rowCount, missingCount } = column;
    const counts =
      missingCount === undefined ? ["-", "-"] : [rowCount - missingCount, missingCount].map(String);
    return [shortened(name, WIDEST_NAME), ...counts, ...cellsOf(column)];
  });
  const all = [head, ...rows];
  const widths = [1, 2].map((place) => widthOf(all.map((cells) => cells[place])));
  const aligned = all.map(([name, count, missing, ...others]) => [
    ...[name, count.padStart(widths[0]), missing.padStart(widths[1])],
    ...others,
  ]);
  return inColumns(aligned).map((line) => shortened(line, width));
}

function shortened(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, width - 1)}…`;
}

/** Digits that are shown of a number with a fraction. */
const DIGITS = 6;

/** A whole number of so many digits is shown whole. */
const WHOLE = 1e12;

/** A number for a table: whole ones whole, others in six digits. */
export function printNumber(value: number | bigint): string {
  const near = Number(value);
  if (Number.isNaN(near)) return "NaN";
  if (!Number.isFinite(near)) return near > 0 ? "inf" : "-inf";
  if (Object.is(near, -0)) return "-0";
  if (Number.isInteger(near) && Math.abs(near) < WHOLE) return String(value);
  const digits = near.toPrecision(DIGITS);
  const isShort = Number(digits) === near; // then zeros behind it say nothing
  if (!digits.includes("e") && Math.abs(near) >= 1e-4) return isShort ? String(near) : digits;
  const [significand, exponent] = near.toExponential(DIGITS - 1).split("e");
  return `${significand.replace(/\.?0+$/, "")}e${exponent.replace("+", "")}`;
}

/** Less of an error than this is shown as that. */
const LEAST_ULPS = 0.01;

/** The error of a sum in units of its last place. */
function printError(ulps: number | undefined): string {
  if (ulps === undefined) return "-";
  if (ulps === 0) return "exact";
  if (ulps < LEAST_ULPS) return `<${LEAST_ULPS} ulp`;
  return `${ulps < 100 ? ulps.toPrecision(2) : printNumber(Math.round(ulps))} ulp`;
}

const LEVELS = "▁▂▃▄▅▆▇█";
const NOTHING = "·";

/** Two bins a character: as high as they have numbers, a dot where they have none. */
export function sparkline({ counts }: Histogram): string {
  const pairs = Array.from({ length: counts.length >> 1 }, (_, i) => counts[2 * i] + counts[2 * i + 1]);
  const most = Math.max(...pairs);
  return pairs
    .map((count) => (count === 0 ? NOTHING : LEVELS[Math.ceil((count / most) * LEVELS.length) - 1]))
    .join("");
}
