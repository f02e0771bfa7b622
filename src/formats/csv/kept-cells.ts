// The cells of a column that is kept: numbers, texts or times, all of one kind, by what is said of it or by its first cell.

import { shownName } from "../../values/printable.ts";
import type { StoredType } from "../../values/value-types.ts";
import { columnBuilder } from "../column-builder.ts";
import { cellNumber, cellPlace, cellReader, type ReadCell } from "../decode-csv.ts";
import { type ColumnAs, numericColumn, type TableColumn } from "../table-column.ts";
import { type TableTexts, type TextBuilder, textBuilder } from "../text-builder.ts";
import {
  type DateRule,
  type FinishedTimes,
  isTimeLike,
  newTimeParts,
  readTimeText,
  type TimesTold,
  timeBuilder,
} from "../time-builder.ts";
import type { CsvRows } from "./csv-rows.ts";
import { NamedFaults } from "./named-faults.ts";
import { readTimeBytes } from "./time-bytes.ts";

const ROWS_EXPECTED = 1024;

/** A column that is built cell by cell. */
export interface CellColumn {
  readonly add: ReadCell;
  finish(rowCount: number): TableColumn;
}

/** What the cells of a column are. */
export type CellKind =
  | { readonly kind: "numbers" | "texts" }
  | { readonly kind: "times"; readonly times: TimesTold };

/** The same of one that is kept, whose rows can be taken as they come. */
export interface KeptCells extends CellColumn {
  /** What its cells are so far; undefined before one says it. */
  told(): CellKind | undefined;
  /** Takes what cells further down say, before one of its own has; undefined: none does. */
  take(kind: CellKind | undefined): void;
  readonly hasFaults: boolean; // behind one nothing is to be had
  /** @throws FormatError naming the first of them */
  expectNoFaults(): void;
  /** The rows since the last ones were taken, so many, to be read before a cell is added. */
  drain(rowCount: number): TableColumn;
  /** Forgets the cells, but not what they are. */
  forget(): void;
}

/** The same, of cells of one kind. */
export interface KindColumn extends KeptCells {
  addEmpty(quoted: string | undefined): void; // as for a cell with nothing in it but blanks; undefined where it has no quotes
}

/** What is known of a column before its cells. */
interface KeptColumn {
  readonly name: string;
  readonly type: StoredType; // of numbers, where no other is said
  readonly source: string;
  readonly dates: DateRule;
}

/** Cells of what is said, or of what the first cell is that is not empty. */
export function keptCells(as: ColumnAs | undefined, column: KeptColumn): KeptCells {
  if (as === "text") return textCells(column);
  if (as === "time") return timeCells(column, SAID);
  if (as === "number") return numberCells(column, SAID);
  return as === undefined ? guessedCells(column) : numberCells({ ...column, type: as }, SAID);
}

/** What errors about a cell of another kind say besides. */
const SAID = "";
const GUESSED = ", as before, unless text is said to be its type";

/**
 * The kind of the first cell is that of the column: a slip of the pen among numbers or times must not make texts of them.
 *
 * What looks like a time and is none, as 2001-02-30, is such a slip too.
 */
function guessedCells(column: KeptColumn): KeptCells {
  let empty: (string | undefined)[] = []; // cells before the first of a kind: what they have in quotes
  let hasQuotes = false; // one of them
  let kind: KindColumn | undefined;
  const start = (found: KindColumn): KindColumn => {
    for (const quoted of empty) found.addEmpty(quoted);
    kind = found;
    return found;
  };
  const kindOf = (rows: CsvRows, cell: number): KindColumn | undefined => {
    const parsed = cellNumber(column.type, rows, cell);
    if (parsed === "nothing") return undefined;
    if (parsed !== "not-a-number") return start(numberCells(column, GUESSED));
    return start(isTimeLike(rows.value(cell), column.dates) ? timeCells(column, GUESSED) : onlyTexts(column));
  };
  const cellsOfKind = (found: CellKind | undefined): KindColumn => {
    switch (found?.kind) {
      case "times":
        return timeCells(column, GUESSED);
      case "texts":
        return onlyTexts(column);
      case "numbers":
        return numberCells(column, GUESSED);
      case undefined: // there are empty cells alone
        return hasQuotes ? textCells(column) : numberCells(column, GUESSED);
      default:
        return found satisfies never;
    }
  };
  const kindNow = (): KindColumn => kind ?? start(cellsOfKind(undefined));
  return {
    add(rows, cell, row) {
      const found = kind ?? kindOf(rows, cell);
      if (found !== undefined) {
        found.add(rows, cell, row);
        return;
      }
      const isQuoted = rows.isQuoted(cell);
      hasQuotes ||= isQuoted;
      empty.push(isQuoted ? rows.value(cell) : undefined);
    },
    told: () => kind?.told(),
    take(found) {
      if (kind === undefined) start(cellsOfKind(found));
      kind?.take(found);
    },
    get hasFaults() {
      return kind?.hasFaults ?? false;
    },
    expectNoFaults: () => kind?.expectNoFaults(),
    drain: (rowCount) => kindNow().drain(rowCount),
    forget() {
      empty = [];
      kind?.forget();
    },
    finish: (rowCount) => kindNow().finish(rowCount),
  };
}

/** Cells that are texts, whatever they look like. */
function textCells({ name }: KeptColumn): KindColumn & Pick<TextBuilder, "has"> {
  const texts = textBuilder();
  const addEmpty = (quoted: string | undefined): void => {
    if (quoted === undefined) texts.appendNull();
    else texts.appendValue(quoted);
  };
  const made = (rowCount: number, found: TableTexts): TableColumn => {
    const missingCount = found.missingRows.length;
    return { name, typeName: "text", rowCount, missingCount, numbers: undefined, texts: found };
  };
  return {
    ...{ has: texts.has, told: () => ({ kind: "texts" }), take() {} },
    ...{ hasFaults: false, expectNoFaults() {} },
    add(rows, cell) {
      const text = rows.value(cell);
      if (text === "" && !rows.isQuoted(cell)) texts.appendNull();
      else texts.appendValue(text);
    },
    addEmpty,
    drain: (rowCount) => made(rowCount, texts.drain()),
    forget: () => void texts.drain(),
    finish: (rowCount) => made(rowCount, texts.finish()),
  };
}

/** Texts of which none is a number. */
function onlyTexts(column: KeptColumn): KindColumn {
  const texts = textCells(column);
  const faults = new NamedFaults(column.source);
  const isNumber = (rows: CsvRows, cell: number): boolean => {
    const parsed = cellNumber(column.type, rows, cell);
    return parsed !== "nothing" && parsed !== "not-a-number";
  };
  return {
    ...texts,
    add(rows, cell, row) {
      if (texts.has(rows.value(cell)) || !isNumber(rows, cell)) texts.add(rows, cell, row);
      else faults.add(`texts in column "${shownName(column.name)}"${GUESSED}`, cellPlace(rows, cell, row));
    },
    get hasFaults() {
      return !faults.isEmpty;
    },
    expectNoFaults: () => faults.end(),
    finish(rowCount) {
      faults.end();
      return texts.finish(rowCount);
    },
  };
}

/** Cells that must be numbers of a type. */
function numberCells({ name, type, source }: KeptColumn, also: string): KindColumn {
  const builder = columnBuilder({ source, type, column: name, nulls: "listed", rowCount: ROWS_EXPECTED });
  const faults = new NamedFaults(source);
  return {
    add: cellReader({ source, type, name, builder, faults, also }),
    ...{ told: () => ({ kind: "numbers" }), take() {} },
    addEmpty: () => builder.appendNull(),
    get hasFaults() {
      return !faults.isEmpty;
    },
    expectNoFaults: () => faults.end(),
    drain: () => numericColumn(name, type, builder.drainListed()),
    forget: () => void builder.drainListed(),
    finish() {
      faults.end();
      return numericColumn(name, type, builder.finish());
    },
  };
}

const FORMS: Readonly<Record<DateRule, string>> = {
  iso: "dates or times by ISO 8601",
  "year-first": "dates or times, as 2001/12/31",
  "month-first": "dates or times, as 12/31/2001",
  "day-first": "dates or times, as 31.12.2001",
  text: "dates or times by ISO 8601",
};

/** Cells that must be times, all with a clock and a zone or all without. */
export function timeCells({ name, source, dates }: Omit<KeptColumn, "type">, also: string): KindColumn {
  const builder = timeBuilder();
  const faults = new NamedFaults(source);
  const parts = newTimeParts();
  const made = ({ decoded, times }: FinishedTimes): TableColumn => ({
    ...numericColumn(name, times.unit === "day" ? "date" : "time", decoded),
    times,
  });
  return {
    add(rows, cell, row) {
      const { bytes, starts, ends } = rows;
      const isRead = readTimeBytes(bytes, starts[cell], ends[cell], parts);
      const text = isRead ? undefined : rows.value(cell);
      if (text === "") {
        builder.appendNull();
        return;
      }
      const isTime = text === undefined || readTimeText(text, dates, parts);
      if (isTime && builder.append(parts)) return;
      const [what, why] = isTime ? [builder.kind, GUESSED] : [FORMS[dates], also];
      faults.add(`${what} in column "${shownName(name)}"${why}`, cellPlace(rows, cell, row));
    },
    told: () => builder.told && { kind: "times", times: builder.told },
    take: (found) => builder.take(found?.kind === "times" ? found.times : undefined),
    addEmpty: () => builder.appendNull(),
    get hasFaults() {
      return !faults.isEmpty;
    },
    expectNoFaults: () => faults.end(),
    drain: () => made(builder.drain({ source, column: name })),
    forget: () => builder.forget(),
    finish() {
      faults.end();
      return made(builder.finish({ source, column: name }));
    },
  };
}
