import { done, type Steps } from "../../algorithms/call.ts";
import type { ElementSource, Primitives } from "../../executors/primitives.ts";
import { left, operandsOf, replaceLeaves, type Term } from "../../operators/term.ts";
import { SCALAR_TYPE_FACTS, type Scalar, type ScalarType } from "../../values/element-types.ts";
import { type Column, type HostScalar, look } from "./recorder.ts";
import type { StageContext } from "./stage-context.ts";
import {
  leavesOf,
  type Source,
  type Staged,
  type StagedArray,
  type TermScalar,
  typeOfScalar,
  withLeaves,
} from "./staged.ts";
import type { Work } from "./tape.ts";

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
    default:
      return one satisfies never;
  }
}

function isSameScalar(one: HostScalar, other: HostScalar): boolean {
  if (one.type !== other.type || one.source?.slot !== other.source?.slot) return false;
  return one.source !== undefined || Object.is(one.current, other.current);
}

/** Whether a source is a column, or was made one. */
export function isColumn(source: Source): boolean {
  return source.kind === "column" || source.made !== undefined;
}

/** Operands of a step that looks at sources as they are, and how it finds them among what it is given. */
interface SourceOperands {
  readonly columns: readonly Column[];
  readonly scalars: readonly HostScalar[];
  readonly sources: (columns: readonly unknown[], scalars: readonly Scalar[]) => ElementSource<unknown>[];
}

export function sourceOperands(given: readonly Source[]): SourceOperands {
  const columns: Column[] = [];
  const scalars: HostScalar[] = [];
  const places = given.map((source): SourcePlace => {
    if (source.kind === "column") return { kind: "column", index: columns.push(source.column) - 1 };
    if (source.made !== undefined) return { kind: "column", index: columns.push(source.made) - 1 };
    if (source.kind === "numbers") return { kind: "numbers" };
    return { kind: "value", type: source.scalar.type, index: scalars.push(source.scalar) - 1 };
  });
  return { columns, scalars, sources: sourcesAt(places) };
}

type SourcePlace =
  | { readonly kind: "column"; readonly index: number }
  | { readonly kind: "value"; readonly type: ScalarType; readonly index: number }
  | { readonly kind: "numbers" };

function sourcesAt(places: readonly SourcePlace[]): SourceOperands["sources"] {
  return (columns, scalars) =>
    places.map((place) => {
      switch (place.kind) {
        case "column":
          return { kind: "column", vector: columns[place.index] };
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
  const made =
    source.kind === "value"
      ? yield* filledColumn(source.scalar, length, context)
      : yield* numbersColumn(length, context);
  source.made = made;
  return made;
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

/** Terms over those sources alone that they look at. */
export function overUsedSources(
  terms: readonly Term[],
  sources: readonly Source[],
): { readonly terms: readonly Term[]; readonly sources: readonly Source[] } {
  const used = usedColumns(terms);
  if (used.size === sources.length) return { terms, sources };
  const places = [...used].sort((one, other) => one - other);
  return {
    terms: replaceLeaves(terms, (leaf) => {
      return leaf.kind === "left" ? left(leaf.type, places.indexOf(leaf.column)) : leaf;
    }),
    sources: places.map((place) => sources[place]),
  };
}

function usedColumns(terms: readonly Term[]): ReadonlySet<number> {
  const used = new Set<number>();
  const seen = new Set<Term>();
  const open = [...terms];
  for (let term = open.pop(); term !== undefined; term = open.pop()) {
    if (seen.has(term)) continue;
    seen.add(term);
    if (term.kind === "left") used.add(term.column);
    open.push(...operandsOf(term));
  }
  return used;
}

/** Terms over sources of a length, as columns. */
export function* columnsOver(
  terms: readonly Term[],
  sources: readonly Source[],
  length: number,
  context: StageContext,
): Steps<readonly Column[]> {
  if (terms.length === 0) return [];
  const used = overUsedSources(terms, sources);
  const collected = used.sources.every(isColumn)
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
  const operands = sourceOperands(sources);
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
  const toMake = leaves.flatMap((leaf) => (leaf.kind === "term" && !isSource(leaf) ? [leaf.term] : []));
  const made = yield* columnsOver(toMake, array.sources, array.length, context);
  const columns: Column[] = [];
  let next = 0;
  for (const leaf of leaves) {
    if (leaf.kind === "host") columns.push(yield* filledColumn(leaf, array.length, context));
    else if (leaf.term.kind === "left") {
      columns.push(yield* columnOf(array.sources[leaf.term.column], array.length, context));
    } else columns.push(made[next++]);
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
