// What is there already, seen in another way: ends and parts of rows, rows one after another, turned, and rows as columns.

import type { Steps } from "../../algorithms/call.ts";
import { binary, constant, convert, type Term } from "../../operators/term.ts";
import { type ArrayUse, arrayAt, arrayOfFrame } from "./array-use.ts";
import { Frame } from "./frame.ts";
import { elementsAtPlaces, newPassage, passedScalar } from "./passage.ts";
import { look } from "./recorder.ts";
import { chosen } from "./row-parts.ts";
import { type RowUse, rowCounts } from "./row-use.ts";
import {
  asRows,
  enterRows,
  enterRowsAt,
  firstWhere,
  layRows,
  notEqual,
  type Opened,
  offsetsOf,
  openLengths,
  openRows,
  rowsAt,
  rowsOf,
  termWithin,
} from "./rows.ts";
import type { StageContext } from "./stage-context.ts";
import {
  host,
  hostScalar,
  type Staged,
  type StagedArray,
  type StagedRows,
  type StagedScalar,
} from "./staged.ts";

/** Each element's two arrays, one after the other. */
export function* concatRows(use: RowUse, context: StageContext): Steps<Staged> {
  const [first, second] = [rowsAt(use, 0), rowsAt(use, 1)];
  const { frame } = use;
  const length =
    knownOf("add", first.length, second.length) ??
    termOf("add", frame.term(first.length), frame.term(second.length));
  const opened = yield* openLengths(length, frame, context);
  const { inner, within } = opened;
  const before = yield* termWithin(first.length, opened, context);
  const one = yield* enterRowsAt(first, within, opened, context);
  const other = yield* enterRowsAt(second, binary("subtract", within, before), opened, context);
  return rowsOf(opened, yield* chosen(binary("less", within, before), one, other, inner, context));
}

/** Of numbers that are known, so that rows of one length stay that. */
function knownOf(
  operation: "add" | "subtract",
  one: StagedScalar,
  other: StagedScalar,
): StagedScalar | undefined {
  if (one.kind !== "host" || other.kind !== "host") return undefined;
  const by = Number(look(other));
  const current = Number(look(one)) + (operation === "add" ? by : -by);
  return host("u32", current, one.isLiteral && other.isLiteral);
}

function termOf(operation: "add" | "subtract", one: Term, other: Term): StagedScalar {
  return { kind: "term", term: binary(operation, one, other) };
}

/** From the last element to the first. */
export function* reverseRows(use: RowUse, context: StageContext): Steps<Staged> {
  const rows = rowsAt(use, 0);
  const opened = yield* openLengths(rows.length, use.frame, context);
  const length = yield* termWithin(rows.length, opened, context);
  const place = binary("subtract", binary("subtract", length, constant("u32", 1)), opened.within);
  return rowsOf(opened, yield* enterRowsAt(rows, place, opened, context));
}

export function* rotateRows(use: RowUse, context: StageContext): Steps<Staged> {
  const rows = rowsAt(use, 1);
  const opened = yield* openLengths(rows.length, use.frame, context);
  const length = convert("i64", yield* termWithin(rows.length, opened, context));
  const by = convert("i64", yield* termWithin(use.operands[0], opened, context));
  const start = binary("add", binary("remainder", by, length), length);
  const place = binary("remainder", binary("add", start, convert("i64", opened.within)), length);
  return rowsOf(opened, yield* enterRowsAt(rows, convert("u32", place), opened, context));
}

/** The first or the last element of each. @throws ProgramError where one has none */
export function* endOfRows(use: RowUse, context: StageContext): Steps<Staged> {
  const rows = rowsAt(use, 0);
  const { frame, at, name } = use;
  const length = frame.term(rows.length);
  const isEmpty = binary("equal", length, constant("u32", 0));
  if ((yield* firstWhere(isEmpty, [length], frame, context)) !== undefined) {
    context.fail(at, `${name} of an array with elements`, "an empty one");
  }
  const place = name === "head" ? constant("u32", 0) : binary("subtract", length, constant("u32", 1));
  return yield* elementOfRows(rows, place, frame, context);
}

/** The element at a place, which is there, of each row. */
export function elementOfRows(
  { base, start }: StagedRows,
  place: Term,
  frame: Frame,
  context: StageContext,
): Steps<Staged> {
  const isZero = start.kind === "host" && look(start) === 0;
  return elementsAtPlaces(base, isZero ? place : binary("add", frame.term(start), place), frame, context);
}

/** take and drop: the same elements, of which fewer are seen. */
export function* cutRows(use: RowUse, context: StageContext): Steps<Staged> {
  const rows = rowsAt(use, 1);
  const { frame, at, name } = use;
  const count = yield* rowCounts(use, 0, context);
  const [length, cut] = [frame.term(rows.length), frame.term(count)];
  const over = yield* firstWhere(binary("less", length, cut), [length, cut], frame, context);
  if (over !== undefined) context.fail(at, `${name} of at most ${over[0]}`, String(over[1]));
  if (name === "take") return { ...rows, length: count, isWhole: false };
  const start = termOf("add", frame.term(rows.start), cut);
  const rest = knownOf("subtract", rows.length, count) ?? termOf("subtract", length, cut);
  return { ...rows, start, length: rest, isWhole: false };
}

/** The rows of an array of arrays, over a frame of their own. */
function rowsOfArray(array: StagedArray): { readonly frame: Frame; readonly rows: StagedRows } {
  const frame = new Frame(array.length);
  return { frame, rows: rowsAt({ operands: [frame.enter(array)] }, 0) };
}

/** The elements of all rows of an array of arrays. */
export function* flattenArray(use: ArrayUse, context: StageContext): Steps<Staged> {
  const { frame, rows } = rowsOfArray(arrayAt(use, 0));
  const opened = yield* openRows(use, [rows], frame, context);
  return arrayOfFrame(opened.inner, yield* enterRows(rows, opened, context));
}

/** The same for an array of arrays of each element. */
export function* flattenRows(use: RowUse, context: StageContext): Steps<Staged> {
  const { frame } = use;
  const outerRows = rowsAt(use, 0);
  const opened = yield* openRows(use, [outerRows], frame, context);
  const rows = rowsAt({ operands: [yield* enterRows(outerRows, opened, context)] }, 0);
  const elements = yield* openRows(use, [rows], opened.inner, context);
  const base = arrayOfFrame(elements.inner, yield* enterRows(rows, elements, context));
  if (outerRows.length.kind === "host" && rows.length.kind === "host") {
    const width = Number(hostScalar(outerRows.length)) * Number(hostScalar(rows.length));
    const laid = yield* layRows(host("u32", width, true), frame, context);
    return { kind: "rows", base, start: laid.start, length: laid.length, isWhole: true };
  }
  const [start, end] = yield* boundsThrough(opened, elements, frame, context);
  return {
    kind: "rows",
    base,
    start,
    length: termOf("subtract", frame.term(end), frame.term(start)),
    isWhole: true,
  };
}

/** Where the elements of an element's rows begin and end: at the offset of its first row, and at that of the next element's. */
function* boundsThrough(
  opened: Opened,
  elements: Opened,
  frame: Frame,
  context: StageContext,
): Steps<readonly [StagedScalar, StagedScalar]> {
  const offsets = yield* offsetsOf(elements, context);
  const all = { sources: [{ kind: "column", column: offsets }], length: opened.total + 1 } as const;
  const offset = {
    kind: "array",
    ...all,
    element: { kind: "term", term: { kind: "left", type: "u32", column: 0 } },
  } as const;
  const first = frame.term(opened.start);
  const next = binary("add", first, frame.term(opened.length));
  const bounds: StagedScalar[] = [];
  for (const place of [first, next]) {
    bounds.push(yield* passedScalar(offset.element, newPassage(offset, frame, place), context));
  }
  return [bounds[0], bounds[1]];
}

/** Rows as columns. @throws ProgramError for rows of several lengths */
export function* transposeArray(use: ArrayUse, context: StageContext): Steps<Staged> {
  const { frame, rows } = rowsOfArray(arrayAt(use, 0));
  const length = frame.term(rows.length);
  let width = rows.length;
  if (width.kind === "term") {
    const first = yield* firstWhere(constant("bool", 1), [length], frame, context);
    width = host("u32", first?.[0] ?? 0);
    const other = yield* firstWhere(notEqual(length, frame.term(width)), [length], frame, context);
    if (other !== undefined) failUneven(use, [width.current, other[0]], context);
  }
  const columns = new Frame(Number(look(width)));
  const opened = yield* openLengths(host("u32", frame.length), columns, context);
  const { inner, within, passage } = opened;
  const start = inner.term(yield* passedScalar(rows.start, newPassage(frame, inner, within), context));
  const place = binary("add", start, passage.place);
  return arrayOfFrame(columns, rowsOf(opened, yield* elementsAtPlaces(rows.base, place, inner, context)));
}

function failUneven({ at, name }: ArrayUse, lengths: readonly unknown[], context: StageContext): never {
  return context.fail(at, `${name} of arrays of one length`, `lengths ${lengths.join(" and ")}`);
}

/** The same for an array of arrays of each element: place (j, k) of its columns is (k, j) of its rows. */
export function* transposeRows(use: RowUse, context: StageContext): Steps<Staged> {
  const { frame } = use;
  const outerRows = rowsAt(use, 0);
  const opened = yield* openRows(use, [outerRows], frame, context);
  const rows = asRows(yield* enterRows(outerRows, opened, context)) ?? outerRows;
  const width = yield* widthOf(use, rows, opened, context);
  const columns = yield* openLengths(width, frame, context);
  const count = yield* passedScalar(outerRows.length, columns.passage, context);
  const cells = yield* openLengths(count, columns.inner, context);
  const first = yield* passedScalar(opened.start, columns.passage, context);
  const row = binary("add", yield* termWithin(first, cells, context), cells.within);
  const start = yield* passedScalar(rows.start, newPassage(opened.inner, cells.inner, row), context);
  const column = yield* termWithin({ kind: "term", term: columns.within }, cells, context);
  const place = binary("add", cells.inner.term(start), column);
  const element = yield* elementsAtPlaces(rows.base, place, cells.inner, context);
  return rowsOf(columns, rowsOf(cells, element));
}

/** How long an element's rows are, all of which are equally long; of none 0. */
function* widthOf(use: RowUse, rows: StagedRows, opened: Opened, context: StageContext): Steps<StagedScalar> {
  if (rows.length.kind === "host") return rows.length;
  const { frame } = use;
  const first = yield* passedScalar(
    rows.length,
    newPassage(opened.inner, frame, frame.term(opened.start)),
    context,
  );
  // The row after an element's last is another's, or none, so that an element without rows has what is not its own.
  const isNone = binary("equal", frame.term(opened.length), constant("u32", 0));
  const zero = host("u32", 0, true);
  const width = yield* chosen(isNone, zero, first, frame, context);
  const [length, expected] = [opened.inner.term(rows.length), yield* termWithin(width, opened, context)];
  const other = yield* firstWhere(notEqual(length, expected), [expected, length], opened.inner, context);
  if (other !== undefined) failUneven(use, other, context);
  return width as StagedScalar;
}
