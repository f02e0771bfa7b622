// Arrays of a map's elements: opened, they are one array, in which a map within the map goes over all elements of all of them.

import { done, type Steps } from "../../algorithms/call.ts";
import type { Primitives } from "../../executors/primitives.ts";
import { binary, constant, left, type Term, unary } from "../../operators/term.ts";
import type { Scalar } from "../../values/element-types.ts";
import { InternalError } from "../../values/errors.ts";
import { type ArrayUse, arrayOfFrame } from "./array-use.ts";
import { columnSource, columnsOver } from "./columns.ts";
import { countFlags, Frame } from "./frame.ts";
import { elementsAtPlaces, newPassage, passed, passedScalar } from "./passage.ts";
import { type Column, type HostScalar, look } from "./recorder.ts";
import { offsetsOfLengths, type RowBounds, rowIds, totalOfEven } from "./row-bounds.ts";
import type { StageContext } from "./stage-context.ts";
import {
  host,
  type Passage,
  type Source,
  type Staged,
  type StagedArray,
  type StagedRows,
  type StagedScalar,
  stagedScalar,
  type TermScalar,
} from "./staged.ts";

/*
 * Rows as one array. Of rows of one length, the number of a row and a place in it are quotient and remainder of an element's number, so that no
 * column says them; of others, offsets do.
 */

/** What has the elements that rows are of: a map's frame. */
type Elements = Passage["to"];

/** Where rows of given lengths stand, one after another. */
interface Laid {
  readonly outer: Elements;
  readonly length: StagedScalar; // of each row, u32
  readonly start: StagedScalar; // of each row, among all elements
  readonly total: number;
  readonly bounds?: RowBounds; // of rows whose lengths are a column
}

/** All elements of all rows, and how they see what their row sees. */
export interface Opened extends Laid {
  readonly inner: Frame;
  readonly passage: Passage; // from rows to their elements
  readonly within: Term; // the place of an element in its row, u32
}

/** Lays rows of these lengths, u32, one after another. @throws ProgramError where they are longer in all than columns are */
export function* layRows(length: StagedScalar, outer: Elements, context: StageContext): Steps<Laid> {
  if (length.kind === "host") {
    const total = totalOfEven(outer.length, Number(look(length)), context);
    const rows = left("u32", outer.add({ kind: "numbers" }));
    const start = { kind: "term", term: binary("multiply", rows, outer.term(length)) } as const;
    return { outer, length, start, total };
  }
  const [lengths] = yield* columnsOver([length.term], outer.sources, outer.length, context);
  const bounds = yield* offsetsOfLengths(lengths, outer.length, context);
  const ofColumn = (column: Column): TermScalar => {
    return { kind: "term", term: left("u32", outer.add(columnSource(column))) };
  };
  // The lengths as the column that they are now: rows made of these are laid out by the same bounds.
  return {
    ...{ outer, length: ofColumn(lengths), start: ofColumn(bounds.starts) },
    ...{ total: bounds.total, bounds },
  };
}

/** Opens rows of these lengths. @throws ProgramError as `layRows` does */
export function* openLengths(length: StagedScalar, outer: Elements, context: StageContext): Steps<Opened> {
  const laid = yield* layRows(length, outer, context);
  const inner = new Frame(laid.total);
  const numbers = left("u32", inner.add({ kind: "numbers" }));
  if (laid.bounds === undefined) {
    const isOne = length.kind === "host" && Number(look(length)) <= 1;
    const width = isOne ? constant("u32", 1) : inner.term(length);
    const passage = newPassage(outer, inner, isOne ? numbers : binary("divide", numbers, width));
    const within = isOne ? constant("u32", 0) : binary("remainder", numbers, width);
    return { ...laid, inner, passage, within };
  }
  const ids = yield* rowIds(laid.bounds, context);
  const passage = newPassage(outer, inner, left("u32", inner.add(columnSource(ids))));
  passage.places = ids;
  const first = inner.term(yield* passedScalar(laid.start, passage, context));
  return { ...laid, inner, passage, within: binary("subtract", numbers, first) };
}

/** Where each row begins, and the end of the last, as a column. */
export function* offsetsOf({ bounds, outer, length }: Laid, context: StageContext): Steps<Column> {
  if (bounds !== undefined) return bounds.offsets;
  const width: HostScalar = length.kind === "host" ? length : host("u32", 0);
  const sources: Source[] = [{ kind: "numbers" }, { kind: "value", scalar: width }];
  const term = binary("multiply", left("u32", 0), left("u32", 1));
  const [made] = yield* columnsOver([term], sources, outer.length + 1, context);
  return made;
}

/** An array, or rows, as rows of a frame's elements. */
export function asRows(value: Staged): StagedRows | undefined {
  if (value.kind === "rows") return value;
  if (value.kind !== "array") return undefined;
  const { length } = value;
  return { kind: "rows", base: value, start: host("u32", 0, true), length: host("u32", length, true) };
}

/** An operand that is an array, the same for all elements or not. */
export function rowsAt({ operands }: Pick<ArrayUse, "operands">, index: number): StagedRows {
  const rows = asRows(operands[index]);
  if (rows === undefined) throw new InternalError(`an array was expected, not ${operands[index].kind}`);
  return rows;
}

/** Rows with their elements as those of the array that they were opened to. */
export function* enterRows(rows: StagedRows, opened: Opened, context: StageContext): Steps<Staged> {
  // As many in all, one after the other: then they are the same, one by one.
  if (rows.isWhole === true && rows.base.length === opened.total) return opened.inner.enter(rows.base);
  return yield* enterRowsAt(rows, opened.within, opened, context);
}

/** The same with each element taken from a place in its row. */
export function* enterRowsAt(
  rows: StagedRows,
  within: Term,
  { inner, passage }: Opened,
  context: StageContext,
): Steps<Staged> {
  const start = yield* passedScalar(rows.start, passage, context);
  const isZero = start.kind === "host" && look(start) === 0;
  const place = isZero ? within : binary("add", inner.term(start), within);
  return yield* elementsAtPlaces(rows.base, place, inner, context);
}

/** Rows whose elements were made of those that were opened. */
export function rowsOf(opened: Opened, element: Staged): StagedRows {
  return rowsOver(opened, arrayOfFrame(opened.inner, element));
}

export function rowsOver({ start, length }: Laid, base: StagedArray): StagedRows {
  return { kind: "rows", base, start, length, isWhole: true };
}

/** A scalar of rows as a term of their elements. */
export function* termWithin(scalar: Staged, { inner, passage }: Opened, context: StageContext): Steps<Term> {
  return inner.term(stagedScalar(yield* passed(scalar, passage, context)));
}

/** Opens rows that are equally long, element by element. @throws ProgramError where they are not */
export function* openRows(
  { at, name }: Pick<ArrayUse, "at" | "name">,
  rows: readonly StagedRows[],
  outer: Elements,
  context: StageContext,
): Steps<Opened> {
  const first = rows.find(({ length }) => length.kind === "host") ?? rows[0];
  for (const each of rows) {
    if (isSameLength(each.length, first.length)) continue;
    const other = each === rows[0] ? first : each;
    const lengths = [outer.term(rows[0].length), outer.term(other.length)];
    const differ = yield* firstWhere(notEqual(lengths[0], lengths[1]), lengths, outer, context);
    if (differ !== undefined) {
      context.fail(at, `${name} of arrays of one length`, `lengths ${differ.join(" and ")}`);
    }
  }
  return yield* openLengths(first.length, outer, context);
}

function isSameLength(one: StagedScalar, other: StagedScalar): boolean {
  if (one.kind === "host" && other.kind === "host") return look(one) === look(other);
  if (one.kind === "host" || other.kind === "host") return false;
  const [first, second] = [one.term, other.term];
  if (first === second) return true;
  return first.kind === "left" && second.kind === "left" && first.column === second.column;
}

export function notEqual(one: Term, other: Term): Term {
  return unary("not", binary("equal", one, other));
}

/** What terms are for the first element of which a condition holds; undefined where it holds of none. */
export function* firstWhere(
  condition: Term,
  terms: readonly Term[],
  { sources, length }: Pick<Elements, "sources" | "length">,
  context: StageContext,
): Steps<readonly Scalar[] | undefined> {
  if (length === 0) return undefined;
  const [flags] = yield* columnsOver([condition], sources, length, context);
  const [count] = yield* context.recorder.scalars(["u32"], [flags], countFlags);
  if (look(count) === 0) return undefined;
  const columns = yield* columnsOver(terms, sources, length, context);
  const types = terms.map(({ type }) => type);
  return (yield* context.recorder.scalars(types, [flags, ...columns], firstFlagged)).map(look);
}

/** The first of those elements whose flag is set, of each column. */
function* firstFlagged(
  on: Primitives<unknown>,
  [flags, ...columns]: readonly unknown[],
): Steps<readonly Scalar[]> {
  const places = yield* done(on.flagIndices(flags, false));
  const found = yield* done(on.gather(columns, yield* done(on.slice(places, 0, 1))));
  const scalars: Scalar[] = [];
  for (const column of found) scalars.push((yield* done(on.take(column)))[0]);
  return scalars;
}
