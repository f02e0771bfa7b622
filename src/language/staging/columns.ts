import { done, type Steps } from "../../algorithms/call.ts";
import type { ElementSource, Primitives, Spread } from "../../executors/primitives.ts";
import { left, type Term } from "../../operators/term.ts";
import { SCALAR_TYPE_FACTS, type Scalar, type ScalarType } from "../../values/element-types.ts";
import { InternalError } from "../../values/errors.ts";
import { spreadOf } from "./digits.ts";
import { scatter } from "./index-work.ts";
import { placed } from "./placed.ts";
import { type Column, type HostScalar, look } from "./recorder.ts";
import type { StageContext } from "./stage-context.ts";
import {
  leavesOf,
  type Passage,
  type Source,
  type Staged,
  type StagedArray,
  type TermScalar,
  typeOfScalar,
  withLeaves,
} from "./staged.ts";
import type { Work } from "./tape.ts";
import { overUsedSources } from "./used-sources.ts";

/*
 * From arrays whose elements are terms to columns of an executor. The work of each step is made by a function of its own, so that a tape keeps
 * terms and types, and no column.
 */

type ColumnWork = Work<readonly unknown[]>;

export function columnSource(column: Column): Source {
  return { kind: "column", column };
}

/** Whether two sources of arrays of one length have the same elements in every run. */
export function isSameSource(one: Source, other: Source): boolean {
  switch (one.kind) {
    case "column":
      return other.kind === "column" && one.column.slot === other.column.slot;
    case "value":
      return other.kind === "value" && isSameScalar(one.scalar, other.scalar);
    case "numbers":
      return other.kind === "numbers";
    case "gathered":
      return (
        other.kind === "gathered" && one.column.slot === other.column.slot && one.passage === other.passage
      );
    case "updated":
      return (
        other.kind === "updated" &&
        one.updates === other.updates &&
        one.count === other.count &&
        one.leaf === other.leaf
      );
    default:
      return one satisfies never;
  }
}

function isSameScalar(one: HostScalar, other: HostScalar): boolean {
  if (one.type !== other.type || one.source?.slot !== other.source?.slot) return false;
  return one.source !== undefined || Object.is(one.current, other.current);
}

/** Whether a source is a column, or is made one before primitives see it. */
export function isColumn(source: Source): boolean {
  return source.made !== undefined || (source.kind !== "value" && source.kind !== "numbers");
}

/** Operands of a step that looks at sources as they are, and how it finds them among what it is given. */
export interface SourceOperands {
  readonly columns: readonly Column[];
  readonly scalars: readonly HostScalar[];
  readonly sources: (columns: readonly unknown[], scalars: readonly Scalar[]) => ElementSource<unknown>[];
}

/** How an executor reads what is to be gathered without a column of it; undefined where it needs one, or has it. */
function spreadBy(source: Source, { recorder }: StageContext): Spread | undefined {
  if (source.kind !== "gathered" || source.made !== undefined || recorder.on.spreads !== true)
    return undefined;
  return spreadOf(source.passage);
}

/** Sources with none that is to be gathered. */
export function* operandsOfSources(given: readonly Source[], context: StageContext): Steps<SourceOperands> {
  const spreads = given.map((source) => spreadBy(source, context));
  for (const [k, source] of given.entries()) {
    if (source.kind === "gathered" && spreads[k] === undefined) yield* columnOf(source, 0, context);
    if (source.kind === "updated") yield* columnOf(source, 0, context);
  }
  return sourceOperands(given, spreads);
}

function sourceOperands(given: readonly Source[], spreads: readonly (Spread | undefined)[]): SourceOperands {
  const columns: Column[] = [];
  const scalars: HostScalar[] = [];
  const places = given.map((source, k): SourcePlace => {
    const spread = spreads[k];
    if (source.kind === "gathered" && spread !== undefined) {
      return { kind: "column", index: columns.push(source.column) - 1, spread };
    }
    if (source.kind === "column") return { kind: "column", index: columns.push(source.column) - 1 };
    if (source.made !== undefined) return { kind: "column", index: columns.push(source.made) - 1 };
    if (source.kind === "numbers") return { kind: "numbers" };
    if (source.kind !== "value") throw new InternalError("a source that was not made");
    return { kind: "value", type: source.scalar.type, index: scalars.push(source.scalar) - 1 };
  });
  return { columns, scalars, sources: sourcesAt(places) };
}

type SourcePlace =
  | { readonly kind: "column"; readonly index: number; readonly spread?: Spread }
  | { readonly kind: "value"; readonly type: ScalarType; readonly index: number }
  | { readonly kind: "numbers" };

function sourcesAt(places: readonly SourcePlace[]): SourceOperands["sources"] {
  return (columns, scalars) =>
    places.map((place) => {
      switch (place.kind) {
        case "column":
          return { kind: "column", vector: columns[place.index], spread: place.spread };
        case "value":
          return { kind: "value", type: place.type, value: scalars[place.index] };
        default:
          return place;
      }
    });
}

/** A source as a column. */
export function* columnOf(source: Source, length: number, context: StageContext): Steps<Column> {
  if (source.kind === "column") return source.column;
  if (source.made !== undefined) return source.made;
  source.made = yield* newColumnOf(source, length, context);
  return source.made;
}

function newColumnOf(
  source: Exclude<Source, { kind: "column" }>,
  length: number,
  context: StageContext,
): Steps<Column> {
  switch (source.kind) {
    case "value":
      return filledColumn(source.scalar, length, context);
    case "numbers":
      return numbersColumn(length, context);
    case "gathered":
      return gatheredColumn(source.column, source.passage, context);
    case "updated":
      return updatedColumn(source, context);
    default:
      return source satisfies never;
  }
}

/** One copy, into which all changes are written: of several at one place the last stays. */
function* updatedColumn(
  { updates, count, leaf }: Extract<Source, { kind: "updated" }>,
  { recorder }: StageContext,
): Steps<Column> {
  const changes = updates.changes.slice(0, count);
  const before = updates.columns[leaf];
  const places = yield* placed(
    recorder,
    "u32",
    changes.map(({ place }) => place),
  );
  const values = changes.map((change) => change.values[leaf]);
  const given = yield* placed(recorder, values[0].type, values);
  const [made] = yield* recorder.columns([places, given, before], [], scatter);
  return made;
}

function* gatheredColumn(column: Column, passage: Passage, context: StageContext): Steps<Column> {
  return yield* gatherColumns(column, yield* placesOf(passage, context), context);
}

/** Where the elements that a passage leads to come from, as a column. */
function* placesOf(passage: Passage, context: StageContext): Steps<Column> {
  const { place, to } = passage;
  passage.places ??= (yield* columnsOver([place], to.sources, to.length, context))[0];
  return passage.places;
}

/** Elements of a column at places. */
export function* gatherColumns(column: Column, places: Column, { recorder }: StageContext): Steps<Column> {
  const [found] = yield* recorder.columns([places, column], [], gather);
  return found;
}

function gather(
  on: Primitives<unknown>,
  [places, ...columns]: readonly unknown[],
): Steps<readonly unknown[]> {
  return done(on.gather(columns, places));
}

function* filledColumn(scalar: HostScalar, length: number, context: StageContext): Steps<Column> {
  context.allocate(length * bytesOf(scalar.type));
  const [column] = yield* context.recorder.columns([], [scalar], fill(scalar.type, length));
  return column;
}

function* numbersColumn(length: number, context: StageContext): Steps<Column> {
  context.allocate(length * bytesOf("u32"));
  const [column] = yield* context.recorder.columns([], [], numbers(length));
  return column;
}

function fill(type: ScalarType, length: number): ColumnWork {
  return function* (on, _columns, [value]) {
    return [yield* done(on.fill(type, value, length))];
  };
}

function numbers(length: number): ColumnWork {
  return function* (on) {
    return [yield* done(on.iota(yield* done(on.fill("u32", 0, length))))];
  };
}

export function bytesOf(type: ScalarType): number {
  return SCALAR_TYPE_FACTS[type].bytes;
}

/** Terms over sources of a length, as columns: of what is a column already, that one. */
export function* columnsOver(
  terms: readonly Term[],
  sources: readonly Source[],
  length: number,
  context: StageContext,
): Steps<readonly Column[]> {
  const toMake = terms.filter(({ kind }) => kind !== "left");
  const made = [...(yield* mappedColumns(toMake, sources, length, context))];
  const columns: Column[] = [];
  for (const term of terms) {
    const column =
      term.kind === "left" ? yield* columnOf(sources[term.column], length, context) : made.shift();
    if (column !== undefined) columns.push(column);
  }
  return columns;
}

function* mappedColumns(
  terms: readonly Term[],
  sources: readonly Source[],
  length: number,
  context: StageContext,
): Steps<readonly Column[]> {
  if (terms.length === 0) return [];
  const used = overUsedSources(terms, sources);
  const collected = used.sources.every(
    (source) => isColumn(source) && spreadBy(source, context) === undefined,
  )
    ? undefined
    : yield* collectedColumns(used.terms, undefined, used.sources, length, context);
  if (collected !== undefined) return collected;
  const over: Column[] = [];
  for (const source of used.sources) over.push(yield* columnOf(source, length, context));
  // A map needs something to go over, even where its terms look at nothing.
  if (over.length === 0) over.push(yield* filledColumn(NOTHING, length, context));
  return yield* context.recorder.columns(over, [], map(used.terms));
}

const NOTHING: HostScalar = { kind: "host", type: "u32", current: 0, isLiteral: true };

function map(terms: readonly Term[]): ColumnWork {
  return (on, columns) => done(on.map(terms, columns));
}

/** Terms of the elements that are kept as columns, where the executor makes them without columns between. */
export function* collectedColumns(
  terms: readonly Term[],
  keep: Term | undefined,
  sources: readonly Source[],
  length: number,
  context: StageContext,
): Steps<readonly Column[] | undefined> {
  const { recorder } = context;
  if (recorder.on.collectMapped === undefined) return undefined;
  for (const { type } of terms) context.allocate(length * bytesOf(type));
  const operands = yield* operandsOfSources(sources, context);
  const work = collect(terms, keep, length, operands.sources);
  return yield* recorder.attempt(operands.columns, operands.scalars, work);
}

function collect(
  terms: readonly Term[],
  keep: Term | undefined,
  length: number,
  sourcesOf: SourceOperands["sources"],
): Work<readonly unknown[] | undefined> {
  return function* (on, columns, scalars) {
    const sources = sourcesOf(columns, scalars);
    const made = on.collectMapped?.({ terms, ...(keep && { keep }), sources, length });
    return made && (yield* done(made));
  };
}

/** The columns of an array, made by one map over its sources; those that are sources already are not made again. */
export function* materialize(array: StagedArray, context: StageContext): Steps<readonly Column[]> {
  const leaves = leavesOf(array.element);
  const terms = leaves.flatMap((leaf) => (leaf.kind === "term" ? [leaf.term] : []));
  const made = yield* columnsOver(terms, array.sources, array.length, context);
  const columns: Column[] = [];
  let next = 0;
  for (const leaf of leaves) {
    columns.push(leaf.kind === "host" ? yield* filledColumn(leaf, array.length, context) : made[next++]);
  }
  return columns;
}

export function isSource(leaf: HostScalar | TermScalar): boolean {
  return leaf.kind === "term" && leaf.term.kind === "left";
}

/** An array whose elements are columns that are there, shaped as an element is. */
export function arrayOfColumns(
  columns: readonly Column[],
  shape: Staged,
  length: number,
  order?: { readonly isInOrder: boolean },
): StagedArray {
  const leaves = leavesOf(shape).map((leaf, column): TermScalar => {
    return { kind: "term", term: left(typeOfScalar(leaf), column) };
  });
  const element = withLeaves(shape, leaves, order);
  return { kind: "array", sources: columns.map(columnSource), element, length };
}

/** How many elements a column has, which the executor alone may know. */
export function* lengthOf(column: Column, { recorder }: StageContext): Steps<number> {
  const [length] = yield* recorder.scalars(["u32"], [column], countElements);
  return Number(look(length));
}

function* countElements(on: Primitives<unknown>, [column]: readonly unknown[]): Steps<readonly Scalar[]> {
  const [length] = yield* done(on.take(yield* done(on.lengthOf(column))));
  return [length];
}

/** The first element of each column, now. */
export function firstElements(
  columns: readonly Column[],
  shape: Staged,
  { recorder }: StageContext,
): Steps<readonly HostScalar[]> {
  return recorder.scalars(leavesOf(shape).map(typeOfScalar), columns, takeFirst);
}

function* takeFirst(on: Primitives<unknown>, columns: readonly unknown[]): Steps<readonly Scalar[]> {
  const scalars: Scalar[] = [];
  for (const column of columns) scalars.push((yield* done(on.take(column)))[0]);
  return scalars;
}
