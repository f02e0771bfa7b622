// Indices and slices: of a place that is known, or a gather by an index of each element.

import type { Steps } from "../../algorithms/call.ts";
import { binary, constant, convert, select, type Term } from "../../operators/term.ts";
import type { TermOf } from "../term.ts";
import { firstElements, materialize } from "./columns.ts";
import { Frame } from "./frame.ts";
import { isSurelyInside } from "./index-range.ts";
import { isBetween } from "./index-terms.ts";
import { isOfElements } from "./of-elements.ts";
import { look } from "./recorder.ts";
import { checkAll } from "./row-checks.ts";
import { elementOfRows } from "./row-views.ts";
import { asRows, rowsAt } from "./rows.ts";
import { counted } from "./settle.ts";
import { sliced } from "./slices.ts";
import type { Scope, StageContext } from "./stage-context.ts";
import {
  host,
  hostScalar,
  leavesOf,
  type Staged,
  type StagedArray,
  type StagedRows,
  type StagedScalar,
  stagedArray,
  stagedScalar,
  withLeaves,
} from "./staged.ts";
import { beforeUpdates } from "./updates.ts";

/** The element at indices, one after another: known ones, or one for each element of a map, which is a gather. @throws ProgramError outside the array */
export function* stageIndex(
  term: TermOf<"index">,
  of: Staged,
  indices: readonly Staged[],
  scope: Scope,
): Steps<Staged> {
  let value = of;
  for (const [k, index] of indices.entries()) {
    value = yield* indexed(term, value, stagedScalar(index), term.indices[k].at, scope);
  }
  return value;
}

function* indexed(
  term: TermOf<"index">,
  of: Staged,
  index: StagedScalar,
  at: number,
  { context, elements }: Scope,
): Steps<Staged> {
  if (of.kind !== "rows" && index.kind === "host") {
    const array = stagedArray(of);
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
  const rows = asRows(of) ?? context.refuse(term.at, `an index of a ${of.kind}`, "it is no array");
  return yield* gathered(rows, elements.term(index), at, context, elements);
}

/** The element at a place that is there, now. */
export function* elementAt(array: StagedArray, place: number, context: StageContext): Steps<Staged> {
  const updated = beforeUpdates(array, place);
  if (updated !== undefined && "values" in updated) return withLeaves(array.element, updated.values);
  const one = yield* sliced(updated?.before ?? array, place, 1, context);
  const columns = yield* materialize(one, context);
  const found = yield* firstElements(columns, one.element, context);
  const leaves = leavesOf(one.element).map((leaf, k) => (leaf.kind === "host" ? leaf : found[k]));
  return yield* withArrays(withLeaves(array.element, leaves), context);
}

/** An element that is known, its rows as arrays. */
function* withArrays(element: Staged, context: StageContext): Steps<Staged> {
  if (element.kind === "rows") {
    const [start, length] = [element.start, element.length].map((scalar) => Number(hostScalar(scalar)));
    return yield* sliced(element.base, start, length, context);
  }
  if (element.kind !== "record") return element;
  const fields: { readonly name: string; readonly value: Staged }[] = [];
  for (const { name, value } of element.fields)
    fields.push({ name, value: yield* withArrays(value, context) });
  return { kind: "record", fields };
}

/** One element for each of a map's, of that one's row. */
function* gathered(
  rows: StagedRows,
  index: Term,
  at: number,
  context: StageContext,
  frame: Frame,
): Steps<Staged> {
  const length = frame.term(rows.length);
  if (isSurelyInside([index, length], frame)) {
    return yield* elementOfRows(rows, convert("u32", index), frame, context);
  }
  const isInside = isBetween(index, length);
  yield* checkAll(isInside, [index, length], frame, context, ([place, count]) =>
    outside(Number(count), Number(place), at, context),
  );
  const within = select(isInside, convert("u32", index), constant("u32", 0));
  return yield* elementOfRows(rows, within, frame, context);
}

function outside(length: number, index: number, at: number, context: StageContext): never {
  const expected = length === 0 ? "an array with elements" : `an index from 0 to ${length - 1}`;
  return context.fail(at, expected, `index ${index}`);
}

/** Elements start … end − 1, made no more than the array is. @throws ProgramError outside the array */
export function* stageSlice(term: TermOf<"slice">, given: Staged, scope: Scope): Steps<Staged> {
  const { names, context, elements } = scope;
  const of = yield* counted(given, context);
  const bounds: (Staged | undefined)[] = [];
  for (const bound of [term.start, term.end]) {
    bounds.push(bound && (yield* context.stage(bound, names, elements)));
  }
  const isOfAll = of.kind === "array" && !bounds.some((bound) => bound !== undefined && isOfElements(bound));
  if (isOfAll) {
    const first = bounds[0] === undefined ? 0 : Number(hostScalar(bounds[0]));
    const last = bounds[1] === undefined ? of.length : Number(hostScalar(bounds[1]));
    if (first < 0 || last > of.length || first > last) {
      context.fail(term.at, `a slice within 0:${of.length}`, `${first}:${last}`);
    }
    return yield* sliced(of, first, last - first, context);
  }
  if (!(elements instanceof Frame)) {
    return context.refuse(term.at, "a slice that an operator makes", "operators combine scalars");
  }
  return yield* slicedRows(term, rowsAt({ operands: [of] }, 0), bounds, elements, context);
}

/** A slice of each row: the same elements, of which fewer are seen. */
function* slicedRows(
  { at }: TermOf<"slice">,
  rows: StagedRows,
  [start, end]: readonly (Staged | undefined)[],
  frame: Frame,
  context: StageContext,
): Steps<Staged> {
  const length = convert("i64", frame.term(rows.length));
  const first = start === undefined ? constant("i64", 0n) : convert("i64", frame.term(stagedScalar(start)));
  const last = end === undefined ? length : convert("i64", frame.term(stagedScalar(end)));
  const isWithin = [
    binary("lessOrEqual", constant("i64", 0n), first),
    binary("lessOrEqual", last, length),
    binary("lessOrEqual", first, last),
  ].reduce((one, other) => binary("and", one, other));
  yield* checkAll(isWithin, [length, first, last], frame, context, ([most, from, to]) =>
    context.fail(at, `a slice within 0:${most}`, `${from}:${to}`),
  );
  const place = binary("add", frame.term(rows.start), convert("u32", first));
  const known = knownLength(rows, start, end);
  const count = known ?? ({ kind: "term", term: convert("u32", binary("subtract", last, first)) } as const);
  return { ...rows, start: { kind: "term", term: place }, length: count, isWhole: false };
}

/** How long slices are that are all equally long. */
function knownLength(
  { length }: StagedRows,
  start: Staged | undefined,
  end: Staged | undefined,
): StagedScalar | undefined {
  const [first, last] = [start ?? host("u32", 0, true), end ?? length];
  if (first.kind !== "host" || last.kind !== "host") return undefined;
  return host("u32", Number(hostScalar(last)) - Number(hostScalar(first)), true);
}
