// Indices and slices: of a place that is known, or a gather by an index of each element.

import { done, type Steps } from "../../algorithms/call.ts";
import type { Primitives } from "../../executors/primitives.ts";
import { binary, constant, convert, select, type Term, unary } from "../../operators/term.ts";
import type { Scalar, ScalarType } from "../../values/element-types.ts";
import type { TermOf } from "../term.ts";
import { arrayOfColumns, columnsOver, firstElements, materialize, sliced } from "./columns.ts";
import { countFlags, Frame } from "./frame.ts";
import { look } from "./recorder.ts";
import { counted } from "./settle.ts";
import type { Scope, StageContext } from "./stage-context.ts";
import {
  host,
  hostScalar,
  isOfElements,
  type Staged,
  type StagedArray,
  stagedArray,
  stagedScalar,
  withLeaves,
} from "./staged.ts";

/** The element at an index: one that is known, or one for each element of a map, which is a gather. @throws ProgramError outside the array */
export function* stageIndex(
  term: TermOf<"index">,
  array: StagedArray,
  indices: readonly Staged[],
  { context, elements }: Scope,
): Steps<Staged> {
  if (indices.length > 1) context.refuse(term.at, "an index of several dimensions", "columns have one");
  const index = stagedScalar(indices[0]);
  const { at } = term.indices[0];
  if (index.kind === "host") {
    const place = Number(look(index));
    if (!(place >= 0 && place < array.length)) outside(array.length, place, at, context);
    return yield* elementAt(array, place, context);
  }
  if (!(elements instanceof Frame)) {
    return context.refuse(
      term.at,
      "an array that an operator looks into",
      "operators see their operands alone",
    );
  }
  return yield* gathered(array, index.term, at, context, elements);
}

/** The element at a place that is there, now. */
export function* elementAt(array: StagedArray, place: number, context: StageContext): Steps<Staged> {
  const columns = yield* materialize(yield* sliced(array, place, 1, context), context);
  return withLeaves(array.element, yield* firstElements(columns, array.element, context));
}

/** One element for each of a map's, whose columns become sources of it. */
function* gathered(
  array: StagedArray,
  index: Term,
  at: number,
  context: StageContext,
  frame: Frame,
): Steps<Staged> {
  const { recorder } = context;
  const isInside = isBetween(index, array.length);
  const isWrong = unary("not", isInside);
  const wrong = frame.guard === undefined ? isWrong : binary("and", frame.guard, isWrong);
  const terms = [wrong, select(isInside, convert("u32", index), constant("u32", 0)), index];
  const [flags, places, given] = yield* columnsOver(terms, frame.sources, frame.length, context);
  const [count] = yield* recorder.scalars(["u32"], [flags], countFlags);
  if (look(count) !== 0) {
    const [first] = yield* recorder.scalars([index.type], [flags, given], firstFlagged);
    outside(array.length, Number(look(first)), at, context);
  }
  const columns = yield* materialize(array, context);
  const found = yield* recorder.columns([places, ...columns], [], gather);
  return frame.enter(arrayOfColumns(found, array.element, frame.length));
}

/** Whether an index is from 0 to length − 1. */
export function isBetween(index: Term, length: number): Term {
  const { type } = index;
  const zero = constant(type, isWide(type) ? 0n : 0);
  const limit = constant(type, isWide(type) ? BigInt(length) : length);
  return binary("and", binary("lessOrEqual", zero, index), binary("less", index, limit));
}

export function isWide(type: ScalarType): boolean {
  return type === "i64" || type === "u64";
}

function gather(
  on: Primitives<unknown>,
  [places, ...columns]: readonly unknown[],
): Steps<readonly unknown[]> {
  return done(on.gather(columns, places));
}

/** The first of those elements whose flag is set. */
function* firstFlagged(
  on: Primitives<unknown>,
  [flags, column]: readonly unknown[],
): Steps<readonly Scalar[]> {
  const places = yield* done(on.flagIndices(flags, false));
  const [first] = yield* done(on.gather([column], yield* done(on.slice(places, 0, 1))));
  return [(yield* done(on.take(first)))[0]];
}

function outside(length: number, index: number, at: number, context: StageContext): never {
  const expected = length === 0 ? "an array with elements" : `an index from 0 to ${length - 1}`;
  return context.fail(at, expected, `index ${index}`);
}

/** Elements start … end − 1, made no more than the array is. @throws ProgramError outside the array */
export function* stageSlice(
  term: TermOf<"slice">,
  of: Staged,
  { names, context, elements }: Scope,
): Steps<StagedArray> {
  const array = stagedArray(yield* counted(of, context));
  const bounds: Staged[] = [];
  for (const [bound, otherwise] of [
    [term.start, 0],
    [term.end, array.length],
  ] as const) {
    bounds.push(bound ? yield* context.stage(bound, names, elements) : host("f64", otherwise));
  }
  if (bounds.some(isOfElements)) {
    context.refuse(term.at, "a slice within a map, of its elements,", "slices would differ in length");
  }
  const [first, last] = bounds.map((bound) => Number(hostScalar(bound)));
  if (first < 0 || last > array.length || first > last) {
    context.fail(term.at, `a slice within 0:${array.length}`, `${first}:${last}`);
  }
  return yield* sliced(array, first, last - first, context);
}
