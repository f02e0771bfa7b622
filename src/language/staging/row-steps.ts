// Every function over arrays of a map's elements, as steps over all elements of all of these arrays.

import { done, type Steps } from "../../algorithms/call.ts";
import { convert } from "../../operators/term.ts";
import { ASSERTION } from "../evaluation/call.ts";
import type { ArrayFunction } from "../types/signatures.ts";
import { isLarge } from "./array-use.ts";
import { passed } from "./passage.ts";
import { checkAll } from "./row-checks.ts";
import { foldRows, segmentedRows, testRows } from "./row-folds.ts";
import { filterRows, partitionRows, reduceIndexedRows, scatterRows, sortRows } from "./row-moves.ts";
import { withRows } from "./row-parts.ts";
import { type RowStep, type RowUse, rowCounts } from "./row-use.ts";
import {
  concatRows,
  cutRows,
  endOfRows,
  flattenRows,
  reverseRows,
  rotateRows,
  transposeRows,
} from "./row-views.ts";
import { enterRows, type Opened, openLengths, openRows, rowsAt, rowsOf } from "./rows.ts";
import { counted, settle } from "./settle.ts";
import type { StageContext } from "./stage-context.ts";
import {
  host,
  hostScalar,
  isElement,
  type Staged,
  type StagedScalar,
  stagedField,
  stagedScalar,
  stagedTuple,
} from "./staged.ts";

/** Every function over arrays within a map. Those without steps are the interpreter's alone. */
export const ROW_STEPS: Readonly<Record<ArrayFunction, RowStep>> = {
  iota: (use, context) => numbered(use, rowCounts(use, 0, context), context),
  indices: (use, context) => numbered(use, done(rowsAt(use, 0).length), context),
  replicate: replicate,
  tabulate: tabulate,
  length: lengthOfRow,
  concat: concatRows,
  flatten: flattenRows,
  transpose: transposeRows,
  reverse: reverseRows,
  rotate: rotateRows,
  head: endOfRows,
  last: endOfRows,
  take: cutRows,
  drop: cutRows,
  zip: zip,
  zip3: zip,
  unzip: (use) => unzip(use, 2),
  unzip3: (use) => unzip(use, 3),
  map: map,
  map1: map,
  map2: map,
  map3: map,
  map4: map,
  map5: map,
  foldl: ({ at, name }, context) =>
    context.refuse(at, `"${name}" within a map`, "its turns wait for one another"),
  reduce: (use, context) => foldRows(use, "reduce", context),
  reduce_comm: (use, context) => foldRows(use, "reduce", context),
  scan: (use, context) => foldRows(use, "inclusive-scan", context),
  exscan: (use, context) => foldRows(use, "exclusive-scan", context),
  segmented_scan: (use, context) => segmentedRows(use, "inclusive-scan", context),
  segmented_reduce: (use, context) => segmentedRows(use, "reduce", context),
  reduce_by_index: reduceIndexedRows,
  filter: filterRows,
  partition: partitionRows,
  scatter: scatterRows,
  sort: sortRows,
  any: (use, context) => testRows(use, "max", context),
  all: (use, context) => testRows(use, "min", context),
  assert: asserted,
};

/** What must hold of all elements that count, those of a branch that is masked among them. */
function* asserted({ at, operands, frame }: RowUse, context: StageContext): Steps<Staged> {
  const condition = frame.term(stagedScalar(operands[0]));
  yield* checkAll(condition, [], frame, context, () => context.fail(at, ASSERTION, "one that does not"));
  return operands[1];
}

/** 0, 1, … in each row, as i64. */
function* numbered({ frame }: RowUse, count: Steps<StagedScalar>, context: StageContext): Steps<Staged> {
  const opened = yield* openLengths(yield* count, frame, context);
  return rowsOf(opened, { kind: "term", term: convert("i64", opened.within) });
}

function* replicate(use: RowUse, context: StageContext): Steps<Staged> {
  const element = withRows(use.operands[1]);
  if (!isElement(element)) context.refuse(use.at, "an array of functions", "columns hold scalars");
  const opened = yield* openLengths(yield* rowCounts(use, 0, context), use.frame, context);
  return rowsOf(opened, yield* passed(element, opened.passage, context));
}

function* tabulate(use: RowUse, context: StageContext): Steps<Staged> {
  const opened = yield* openLengths(yield* rowCounts(use, 0, context), use.frame, context);
  const index = { kind: "term", term: convert("i64", opened.within) } as const;
  return yield* mapped(use, use.operands[1], opened, [index], context);
}

function lengthOfRow(use: RowUse): Steps<Staged> {
  const { length } = rowsAt(use, 0);
  if (length.kind === "term") return done<Staged>({ kind: "term", term: convert("i64", length.term) });
  return done<Staged>(host("i64", BigInt(hostScalar(length)), length.isLiteral));
}

/** map, map2, …: one map over all elements of all rows. */
function* map(use: RowUse, context: StageContext): Steps<Staged> {
  const rows = use.operands.slice(1).map((_, index) => rowsAt(use, index + 1));
  const opened = yield* openRows(use, rows, use.frame, context);
  const elements: Staged[] = [];
  for (const each of rows) elements.push(yield* enterRows(each, opened, context));
  return yield* mapped(use, use.operands[0], opened, elements, context);
}

function* mapped(
  { at }: RowUse,
  callee: Staged,
  opened: Opened,
  elements: readonly Staged[],
  context: StageContext,
): Steps<Staged> {
  const { inner, passage } = opened;
  const own = yield* passed(callee, passage, context);
  const value = yield* context.apply(own, elements, inner);
  const element = withRows(yield* counted(value, context));
  if (!isElement(element)) context.refuse(at, "a map whose function gives functions", "columns hold scalars");
  const rows = rowsOf(opened, element);
  return isLarge(rows.base) ? yield* settle(rows, context) : rows;
}

function* zip(use: RowUse, context: StageContext): Steps<Staged> {
  const rows = use.operands.map((_, index) => rowsAt(use, index));
  const opened = yield* openRows(use, rows, use.frame, context);
  const elements: Staged[] = [];
  for (const each of rows) elements.push(yield* enterRows(each, opened, context));
  return rowsOf(opened, stagedTuple(elements));
}

function unzip(use: RowUse, width: number): Steps<Staged> {
  const rows = rowsAt(use, 0);
  const fields = Array.from({ length: width }, (_, index): Staged => {
    const element = stagedField(rows.base.element, String(index));
    return { ...rows, base: { ...rows.base, element } };
  });
  return done<Staged>(stagedTuple(fields));
}
