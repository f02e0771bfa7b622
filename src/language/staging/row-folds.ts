// Reduces and scans of a map's arrays: each row alone, as a segment of all of them, so that its tree is that of the row by itself.

import { done, type Steps } from "../../algorithms/call.ts";
import { resolveColumns } from "../../algorithms/serve.ts";
import type { ColumnContract } from "../../contracts/column-contract.ts";
import type { Observation } from "../../contracts/contract.ts";
import type { Primitives } from "../../executors/primitives.ts";
import { operatorNamed } from "../../operators/built-in.ts";
import { binary, constant, convert, left, type Term } from "../../operators/term.ts";
import type { Scalar } from "../../values/element-types.ts";
import { arrayOfFrame } from "./array-use.ts";
import { arrayOfColumns, columnsOver, lengthOf, materialize } from "./columns.ts";
import { contractOf, contractOrNone } from "./contract-of.ts";
import { foldByLevels } from "./fold-levels.ts";
import { isWide } from "./index-terms.ts";
import { isOfElements } from "./of-elements.ts";
import { elementsAtPlaces, passed } from "./passage.ts";
import { type Column, look } from "./recorder.ts";
import { chosen } from "./row-parts.ts";
import { cellsOfRows } from "./row-products.ts";
import type { RowUse } from "./row-use.ts";
import { enterRows, layRows, type Opened, offsetsOf, openRows, rowsAt, rowsOf, rowsOver } from "./rows.ts";
import type { StageContext } from "./stage-context.ts";
import {
  hasRows,
  leavesOf,
  type Staged,
  type StagedArray,
  type StagedScalar,
  stagedScalar,
  typeOfScalar,
} from "./staged.ts";
import type { Work } from "./tape.ts";

/** reduce, scan and exscan of each row. */
export function* foldRows(use: RowUse, observation: Observation, context: StageContext): Steps<Staged> {
  const rows = rowsAt(use, 2);
  const opened = yield* openRows(use, [rows], use.frame, context);
  const element = yield* enterRows(rows, opened, context);
  if (opened.total === 0) return observation === "reduce" ? use.operands[1] : rowsOf(opened, element);
  const seen = observation === "exclusive-scan" ? "inclusive-scan" : observation;
  const contract = yield* contractOrNone(use, element, seen, context);
  const array = arrayOfFrame(opened.inner, element);
  if (contract === undefined) {
    const rows = { array, lengths: yield* lengthsOf(opened, context), outer: use.frame };
    const made = yield* foldByLevels(use, seen, rows, context);
    if (observation === "reduce") return yield* totals(use, opened, made, context);
    return observation === "inclusive-scan"
      ? rowsOver(opened, made)
      : yield* exclusive(use, opened, made, context);
  }
  const cells =
    seen === "reduce" ? yield* cellsOfRows(opened, array.sources, element, contract, context) : undefined;
  if (cells !== undefined)
    return yield* totals(use, opened, arrayOfColumns(cells, element, use.frame.length), context);
  const columns = yield* foldSegments(contract, seen, array, yield* offsetsOf(opened, context), context);
  if (observation === "reduce") {
    return yield* totals(use, opened, arrayOfColumns(columns, element, use.frame.length), context);
  }
  const prefixes = arrayOfColumns(columns, element, opened.total);
  return observation === "inclusive-scan"
    ? rowsOver(opened, prefixes)
    : yield* exclusive(use, opened, prefixes, context);
}

/** Of segments, whose operators are terms. @throws UnsupportedError for others */
function contractOfRows(
  use: RowUse,
  element: Staged,
  observation: Observation,
  context: StageContext,
): Steps<ColumnContract> {
  if (hasRows(element)) {
    context.refuse(use.at, `"${use.name}" of arrays`, "operators of primitives combine scalars");
  }
  if (isOfElements(use.operands[0])) {
    context.refuse(
      use.at,
      "an operator that sees the element of a map",
      "operators see their operands alone",
    );
  }
  return contractOf(use, element, observation, context);
}

/** How long each row is, looked at. */
function* lengthsOf({ length, outer }: Opened, context: StageContext): Steps<readonly number[]> {
  if (length.kind === "host") return Array.from({ length: outer.length }, () => Number(look(length)));
  const columns = yield* columnsOver([length.term], outer.sources, outer.length, context);
  const types = Array.from({ length: outer.length }, () => "u32" as const);
  return (yield* context.recorder.scalars(types, columns, takeAll)).map((each) => Number(look(each)));
}

function* takeAll(on: Primitives<unknown>, [column]: readonly unknown[]): Steps<readonly Scalar[]> {
  return [...(yield* done(on.take(column)))];
}

/** Segments of an array with elements, folded. What nothing is reduced to here is of no use. */
function* foldSegments(
  contract: ColumnContract,
  observation: Observation,
  array: StagedArray,
  offsets: Column,
  context: StageContext,
): Steps<readonly Column[]> {
  const columns = yield* materialize(array, context);
  const empty = leavesOf(array.element).map((leaf) => (isWide(typeOfScalar(leaf)) ? 0n : 0));
  return yield* context.recorder.columns([offsets, ...columns], [], segmented(contract, observation, empty));
}

function segmented(
  contract: ColumnContract,
  observation: Observation,
  empty: readonly Scalar[],
): Work<readonly unknown[]> {
  return (on, [offsets, ...columns]) =>
    done(on.segmented(contract, observation, columns, offsets, observation === "reduce" ? empty : undefined));
}

/** The reduce of each row, the value of nothing where it has no element. */
function* totals(
  { frame, operands }: RowUse,
  { length }: Opened,
  values: StagedArray,
  context: StageContext,
): Steps<Staged> {
  const totals = frame.enter(values);
  if (length.kind === "host" && Number(look(length)) > 0) return totals;
  const isEmpty = binary("equal", frame.term(length), constant("u32", 0));
  return yield* chosen(isEmpty, operands[1], totals, frame, context);
}

/** The value of nothing, and that combined with every prefix but the last. */
function* exclusive(
  use: RowUse,
  opened: Opened,
  prefixes: StagedArray,
  context: StageContext,
): Steps<Staged> {
  const { inner, passage, within } = opened;
  const numbers = left("u32", inner.add({ kind: "numbers" }));
  const before = binary("subtract", binary("max", numbers, constant("u32", 1)), constant("u32", 1));
  const previous = yield* elementsAtPlaces(prefixes, before, inner, context);
  const neutral = yield* passed(use.operands[1], passage, context);
  const operator = yield* passed(use.operands[0], passage, context);
  const combined = yield* context.apply(operator, [neutral, previous], inner);
  const isFirst = binary("equal", within, constant("u32", 0));
  return rowsOf(opened, yield* chosen(isFirst, neutral, combined, inner, context));
}

/** any and all: the largest or smallest of the predicate's values in each row. */
export function* testRows(use: RowUse, extreme: "max" | "min", context: StageContext): Steps<Staged> {
  const rows = rowsAt(use, 1);
  const opened = yield* openRows(use, [rows], use.frame, context);
  const holds = yield* predicateOf(use, yield* enterRows(rows, opened, context), opened, context);
  const value = yield* foldFlags(holds, opened, extreme, context);
  return { kind: "term", term: binary("equal", value, constant("u32", 1)) };
}

/** What the function that comes first says of each element of all rows. */
export function* predicateOf(
  use: RowUse,
  element: Staged,
  { passage, inner }: Opened,
  context: StageContext,
): Steps<Term> {
  const own = yield* passed(use.operands[0], passage, context);
  return inner.term(stagedScalar(yield* context.apply(own, [element], inner)));
}

/** Flags of each row as u32, combined: 1 for `min` of nothing, else 0. */
export function* foldFlags(
  flag: Term,
  opened: Opened,
  name: "add" | "max" | "min",
  context: StageContext,
): Steps<Term> {
  const { inner, outer, total } = opened;
  const ofNothing = name === "min" ? 1 : 0;
  if (total === 0) return constant("u32", ofNothing);
  const contract = resolveColumns({ operator: operatorNamed(name) }, "reduce", "u32");
  const [column] = yield* columnsOver([convert("u32", flag)], inner.sources, inner.length, context);
  const work = segmented(contract, "reduce", [ofNothing]);
  const [made] = yield* context.recorder.columns([yield* offsetsOf(opened, context), column], [], work);
  return left("u32", outer.add({ kind: "column", column: made }));
}

/** segmented_scan and segmented_reduce of each row, at whose beginning a segment begins. */
export function* segmentedRows(use: RowUse, observation: Observation, context: StageContext): Steps<Staged> {
  const [flags, rows] = [rowsAt(use, 2), rowsAt(use, 3)];
  const opened = yield* openRows(use, [flags, rows], use.frame, context);
  const element = yield* enterRows(rows, opened, context);
  if (opened.total === 0) return rowsOf(opened, element);
  const { inner, within } = opened;
  const flag = inner.term(stagedScalar(yield* enterRows(flags, opened, context)));
  const isHead = binary("or", flag, binary("equal", within, constant("u32", 0)));
  const heads = yield* columnsOver([isHead], inner.sources, inner.length, context);
  const [offsets] = yield* context.recorder.columns(heads, [], closedIndices);
  const contract = yield* contractOfRows(use, element, observation, context);
  const columns = yield* foldSegments(contract, observation, arrayOfFrame(inner, element), offsets, context);
  if (observation !== "reduce") return rowsOver(opened, arrayOfColumns(columns, element, opened.total));
  const counts: StagedScalar = { kind: "term", term: yield* foldFlags(isHead, opened, "add", context) };
  const laid = yield* layRows(counts, use.frame, context);
  return rowsOver(laid, arrayOfColumns(columns, element, (yield* lengthOf(offsets, context)) - 1));
}

function* closedIndices(on: Primitives<unknown>, [heads]: readonly unknown[]): Steps<readonly unknown[]> {
  return [yield* done(on.flagIndices(heads, true))];
}
