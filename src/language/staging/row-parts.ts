// Elements of two origins as one: of two branches, of arrays that follow one another, or of parts of a map that went different ways.

import { done, type Steps } from "../../algorithms/call.ts";
import type { Primitives } from "../../executors/primitives.ts";
import { binary, left, select, type Term } from "../../operators/term.ts";
import { InternalError } from "../../values/errors.ts";
import { arrayOfFrame } from "./array-use.ts";
import { columnSource, materialize } from "./columns.ts";
import { Frame } from "./frame.ts";
import { elementsAtPlaces } from "./passage.ts";
import { type Column, look } from "./recorder.ts";
import { asRows } from "./rows.ts";
import type { StageContext } from "./stage-context.ts";
import {
  host,
  leavesOf,
  type Passage,
  type Staged,
  type StagedArray,
  type StagedRows,
  type StagedScalar,
  stagedField,
  withLeaves,
} from "./staged.ts";
import type { Work } from "./tape.ts";

type Elements = Passage["to"];

/** Where a condition holds the first of two elements, else the second. */
export function* chosen(
  condition: Term,
  first: Staged,
  second: Staged,
  elements: Elements,
  context: StageContext,
): Steps<Staged> {
  const [one, other] = yield* withOneBase(first, second, elements, context);
  const others = leavesOf(other);
  const leaves = leavesOf(one).map((leaf, index): StagedScalar => {
    const another = others[index];
    if (isSameHost(leaf, another)) return leaf;
    return { kind: "term", term: select(condition, elements.term(leaf), elements.term(another)) };
  });
  return withLeaves(one, leaves);
}

function isSameHost(one: StagedScalar, other: StagedScalar): boolean {
  if (one.kind !== "host" || other.kind !== "host") return false;
  return one === other || (one.isLiteral && other.isLiteral && Object.is(one.current, other.current));
}

/** Two elements whose rows are of the same arrays: of those of both, one after the other. */
export function* withOneBase(
  one: Staged,
  other: Staged,
  ofOther: Elements,
  context: StageContext,
): Steps<readonly [Staged, Staged]> {
  if (one.kind === "record" && other.kind === "record") {
    const fields: { readonly name: string; readonly values: readonly [Staged, Staged] }[] = [];
    for (const { name, value } of one.fields) {
      fields.push({ name, values: yield* withOneBase(value, stagedField(other, name), ofOther, context) });
    }
    const side = (index: 0 | 1): Staged => {
      return { kind: "record", fields: fields.map(({ name, values }) => ({ name, value: values[index] })) };
    };
    return [side(0), side(1)];
  }
  const [first, second] = [asRows(one), asRows(other)];
  if (first === undefined || second === undefined) return [one, other];
  if (first.base === second.base || second.base.length === 0) return [first, over(second, first.base)];
  if (first.base.length === 0) return [over(first, second.base), second];
  const base = yield* joined(first.base, second.base, context);
  return [over(first, base), { ...over(second, base), start: shifted(second, first.base.length, ofOther) }];
}

function over(rows: StagedRows, base: StagedArray): StagedRows {
  return { ...rows, base, isWhole: false };
}

function shifted({ start }: StagedRows, by: number, elements: Elements): StagedScalar {
  return { kind: "term", term: binary("add", elements.term(start), elements.term(host("u32", by))) };
}

/** One array after another. */
export function* joined(one: StagedArray, other: StagedArray, context: StageContext): Steps<StagedArray> {
  if (other.length === 0) return one;
  if (one.length === 0) return other;
  const frames = [new Frame(one.length), new Frame(other.length)] as const;
  const [first, second] = yield* withOneBase(
    frames[0].enter(one),
    frames[1].enter(other),
    frames[1],
    context,
  );
  const others = leavesOf(second);
  const isSame = leavesOf(first).map((leaf, index) => isSameHost(leaf, others[index]));
  const columns = yield* materialize(withoutSame(frames[0], leavesOf(first), isSame), context);
  const more = yield* materialize(withoutSame(frames[1], others, isSame), context);
  const made = yield* context.recorder.columns([...columns, ...more], [], concatenate);
  let next = 0;
  const leaves = leavesOf(first).map((leaf, index): StagedScalar => {
    if (isSame[index]) return leaf;
    const type = leaf.kind === "host" ? leaf.type : leaf.term.type;
    return { kind: "term", term: left(type, next++) };
  });
  return {
    kind: "array",
    sources: made.map(columnSource),
    element: withLeaves(first, leaves),
    length: one.length + other.length,
  };
}

function withoutSame(frame: Frame, leaves: readonly StagedScalar[], isSame: readonly boolean[]): StagedArray {
  const fields = leaves.flatMap((value, index) => (isSame[index] ? [] : [{ name: String(index), value }]));
  return arrayOfFrame(frame, { kind: "record", fields });
}

function* concatenate(on: Primitives<unknown>, columns: readonly unknown[]): Steps<readonly unknown[]> {
  const count = columns.length / 2;
  const all: unknown[] = [];
  for (let k = 0; k < count; k++) all.push(yield* done(on.concat(columns[k], columns[count + k])));
  return all;
}

/** Some elements of a frame, as a frame of their own: where they are in that one, and what they came to. */
export interface Part {
  readonly places: Column; // u32
  readonly frame: Frame;
  readonly value: Staged;
}

/** What parts came to, for each element of the frame that they are of. Elements of no part have any value. */
export function* merged(parts: readonly Part[], frame: Frame, context: StageContext): Steps<Staged> {
  const arrays = parts.map((part) => arrayOfFrame(part.frame, withRows(part.value)));
  const all = yield* joinedAll(arrays, context);
  const placed = yield* placesOf(parts, frame.length, context);
  return yield* elementsAtPlaces(all, left("u32", frame.add(columnSource(placed))), frame, context);
}

/** The same value with arrays that are the same for all elements as rows. */
export function withRows(value: Staged): Staged {
  if (value.kind !== "record") return asRows(value) ?? value;
  return {
    kind: "record",
    fields: value.fields.map((field) => ({ ...field, value: withRows(field.value) })),
  };
}

/** Arrays one after another, by halves, so that none is copied more than a few times. */
export function* joinedAll(arrays: readonly StagedArray[], context: StageContext): Steps<StagedArray> {
  const [first] = arrays;
  if (first === undefined) throw new InternalError("no array to join");
  if (arrays.length === 1) return first;
  const middle = arrays.length >> 1;
  const one = yield* joinedAll(arrays.slice(0, middle), context);
  return yield* joined(one, yield* joinedAll(arrays.slice(middle), context), context);
}

/** For each element of a frame its place among those of all parts. */
function* placesOf(parts: readonly Part[], length: number, { recorder }: StageContext): Steps<Column> {
  const places = parts.map((part) => part.places);
  const [made] = yield* recorder.columns(places, [], inverse(length));
  return made;
}

function inverse(length: number): Work<readonly unknown[]> {
  return function* (on, places) {
    let all = places[0];
    for (const more of places.slice(1)) all = yield* done(on.concat(all, more));
    const numbers = yield* done(on.iota(all));
    return yield* done(on.scatter([numbers], all, [yield* done(on.fill("u32", 0, length))]));
  };
}

/** Some elements of a frame, as a frame of their own, not yet with values. */
export interface FramePart {
  readonly places: Column; // u32, in the frame that they are of
  readonly part: Frame;
  readonly place: Term; // the same over the part
  readonly flags: Column; // over the frame that they are of: whether an element is one of them
}

/** The elements of a frame of which a condition holds. */
export function* partWhere(condition: Term, frame: Frame, context: StageContext): Steps<FramePart> {
  const [flags] = yield* columnsOfCondition(condition, frame, context);
  const [places] = yield* context.recorder.columns([flags], [], indicesOf);
  const [count] = yield* context.recorder.scalars(["u32"], [places], lengthOf);
  const part = new Frame(Number(look(count)));
  return { places, part, place: left("u32", part.add(columnSource(places))), flags };
}

function columnsOfCondition(condition: Term, frame: Frame, context: StageContext): Steps<readonly Column[]> {
  return materialize(arrayOfFrame(frame, { kind: "term", term: condition }), context);
}

function* indicesOf(on: Primitives<unknown>, [flags]: readonly unknown[]): Steps<readonly unknown[]> {
  return [yield* done(on.flagIndices(flags, false))];
}

function* lengthOf(
  on: Primitives<unknown>,
  [column]: readonly unknown[],
): Steps<readonly (number | bigint)[]> {
  return [(yield* done(on.take(yield* done(on.lengthOf(column)))))[0]];
}
