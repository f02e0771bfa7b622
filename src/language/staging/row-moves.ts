// What moves the elements of a map's arrays: filters, scatters, sorts and histograms of each row, done at once for all of them.

import { done, type Steps } from "../../algorithms/call.ts";
import { binary, constant, convert, select, type Term, unary } from "../../operators/term.ts";
import { imageBits } from "../../values/total-order.ts";
import { arrayOfFrame } from "./array-use.ts";
import { arrayOfColumns, columnsOver, materialize } from "./columns.ts";
import { contractOf } from "./contract-of.ts";
import { isBetween, isWide } from "./index-terms.ts";
import { reduceInto, scatter } from "./index-work.ts";
import { isOfElements } from "./of-elements.ts";
import { passedScalar } from "./passage.ts";
import type { Column } from "./recorder.ts";
import { foldFlags, predicateOf } from "./row-folds.ts";
import { withOneBase } from "./row-parts.ts";
import type { RowUse } from "./row-use.ts";
import { enterRows, layRows, type Opened, openRows, rowsAt, rowsOf, rowsOver, termWithin } from "./rows.ts";
import { sifted } from "./settle.ts";
import type { StageContext } from "./stage-context.ts";
import {
  hasRows,
  leavesOf,
  type Staged,
  type StagedRows,
  stagedScalar,
  stagedTuple,
  typeOfScalar,
} from "./staged.ts";
import type { Work } from "./tape.ts";

/** What a predicate holds of in each row: rows as long as it holds often. */
export function* filterRows(use: RowUse, context: StageContext): Steps<Staged> {
  const rows = rowsAt(use, 1);
  const opened = yield* openRows(use, [rows], use.frame, context);
  const element = yield* enterRows(rows, opened, context);
  return yield* kept(yield* predicateOf(use, element, opened, context), opened, element, context);
}

function* kept(keep: Term, opened: Opened, element: Staged, context: StageContext): Steps<StagedRows> {
  if (opened.total === 0) return rowsOf(opened, element);
  const count = yield* foldFlags(keep, opened, "add", context);
  const array = arrayOfFrame(opened.inner, element);
  const base = yield* sifted({ kind: "filtered", array, keep }, context);
  return rowsOver(yield* layRows({ kind: "term", term: count }, opened.outer, context), base);
}

export function* partitionRows(use: RowUse, context: StageContext): Steps<Staged> {
  const rows = rowsAt(use, 1);
  const opened = yield* openRows(use, [rows], use.frame, context);
  const element = yield* enterRows(rows, opened, context);
  const holds = yield* predicateOf(use, element, opened, context);
  const one = yield* kept(holds, opened, element, context);
  return stagedTuple([one, yield* kept(unary("not", holds), opened, element, context)]);
}

/** Destinations of each row as one array, and the places there that indices say, u32: beyond it for those outside of their row. */
interface Placed {
  readonly into: Opened;
  readonly before: Staged; // an element of the destination
  readonly from: Opened;
  readonly value: Staged; // an element of what goes there
  readonly places: Column;
}

function* placedIn(
  use: RowUse,
  [into, indices, values]: readonly [StagedRows, StagedRows, StagedRows],
  context: StageContext,
): Steps<Placed> {
  const destination = yield* openRows(use, [into], use.frame, context);
  const from = yield* openRows(use, [indices, values], use.frame, context);
  const index = from.inner.term(stagedScalar(yield* enterRows(indices, from, context)));
  const start = from.inner.term(yield* passedScalar(destination.start, from.passage, context));
  const length = yield* termWithin(into.length, from, context);
  const isInside = isBetween(index, length);
  const place = binary("add", start, convert("u32", index));
  const beyond = constant("u32", destination.total);
  const term = select(isInside, place, beyond);
  const [places] = yield* columnsOver([term], from.inner.sources, from.inner.length, context);
  const before = yield* enterRows(into, destination, context);
  return { into: destination, before, from, value: yield* enterRows(values, from, context), places };
}

/** Values written to indices of each row. */
export function* scatterRows(use: RowUse, context: StageContext): Steps<Staged> {
  const placed = yield* placedIn(use, [rowsAt(use, 0), rowsAt(use, 1), rowsAt(use, 2)], context);
  const { into, from, places } = placed;
  if (into.total === 0 || from.total === 0) return rowsOf(into, placed.before);
  const [before, value] = yield* withOneBase(placed.before, placed.value, from.inner, context);
  const destination = yield* materialize(arrayOfFrame(into.inner, before), context);
  const given = yield* materialize(arrayOfFrame(from.inner, value), context);
  const columns = yield* context.recorder.columns([places, ...given, ...destination], [], scatter);
  return rowsOver(into, arrayOfColumns(columns, before, into.total));
}

/** What goes to each index of each row combined into what is there. */
export function* reduceIndexedRows(use: RowUse, context: StageContext): Steps<Staged> {
  const placed = yield* placedIn(use, [rowsAt(use, 0), rowsAt(use, 3), rowsAt(use, 4)], context);
  const { into, from, places, before, value } = placed;
  if (into.total === 0 || from.total === 0) return rowsOf(into, before);
  const operator = use.operands[1];
  if (hasRows(value) || isOfElements(operator)) {
    context.refuse(use.at, `"${use.name}" by such an operator`, "operators of primitives combine scalars");
  }
  const contract = yield* contractOf(use, value, "reduce", context, { operator });
  const elements = yield* materialize(arrayOfFrame(from.inner, value), context);
  const destination = yield* materialize(arrayOfFrame(into.inner, before), context);
  const empty = leavesOf(value).map((leaf) => (isWide(typeOfScalar(leaf)) ? 0n : 0));
  const work = reduceInto(contract, into.total, empty);
  const columns = yield* context.recorder.columns([places, ...elements, ...destination], [], work);
  return rowsOver(into, arrayOfColumns(columns, before, into.total));
}

/** Each row in order: one sort of everything, and one by row. */
export function* sortRows(use: RowUse, context: StageContext): Steps<Staged> {
  const rows = rowsAt(use, 0);
  const opened = yield* openRows(use, [rows], use.frame, context);
  const { inner, outer, passage } = opened;
  const element = yield* enterRows(rows, opened, context);
  if (opened.total === 0) return rowsOf(opened, element);
  const keys = yield* materialize(arrayOfFrame(inner, element), context);
  const ids = yield* columnsOver([passage.place], inner.sources, inner.length, context);
  const bits = 32 - Math.clz32(Math.max(1, outer.length - 1));
  const work = sortSegments(imageBits(typeOfScalar(leavesOf(element)[0])), bits);
  const columns = yield* context.recorder.columns([...keys, ...ids], [], work);
  return rowsOver(opened, arrayOfColumns(columns, element, opened.total));
}

function sortSegments(keyBits: number, rowBits: number): Work<readonly unknown[]> {
  return function* (on, [keys, ids]) {
    const sorted = yield* done(on.sort(keys, [ids], { isDescending: false, bits: [0, keyBits] }));
    const order = { isDescending: false, bits: [0, rowBits] } as const;
    return [(yield* done(on.sort(sorted.payload[0], [sorted.keys], order))).payload[0]];
  };
}
