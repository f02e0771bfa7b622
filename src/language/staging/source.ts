import { done, type Steps } from "../../algorithms/call.ts";
import type { ElementSource, Primitives } from "../../executors/primitives.ts";
import { left, operandsOf, replaceLeaves, type Term } from "../../operators/term.ts";
import type { Scalar, ScalarType } from "../../values/element-types.ts";

/**
 * What an array's elements are computed from. Values and numbers become columns only where a primitive needs them as such, and then once:
 * each source belongs to arrays of one length.
 */
export type Source<Vector> = ElementSource<Vector> & {
  made?: Vector;
  readonly isView?: boolean; // of another vector's memory, which a result must not be
};

export function columnSource<Vector>(vector: Vector): Source<Vector> {
  return { kind: "column", vector };
}

export function valueSource<Vector>(type: ScalarType, value: Scalar): Source<Vector> {
  return { kind: "value", type, value };
}

/** Whether two sources of arrays of one length have the same elements, as far as can be seen. */
export function isSameSource<Vector>(one: Source<Vector>, other: Source<Vector>): boolean {
  switch (one.kind) {
    case "column":
      return other.kind === "column" && one.vector === other.vector;
    case "value":
      return other.kind === "value" && one.type === other.type && Object.is(one.value, other.value);
    case "numbers":
      return other.kind === "numbers";
    default:
      return one satisfies never;
  }
}

/** Whether a source is a column, or was made one. */
export function isColumn<Vector>(source: Source<Vector>): boolean {
  return source.kind === "column" || source.made !== undefined;
}

/** A source as it is best looked at: as the column that was made of it, if one was. */
export function asMade<Vector>(source: Source<Vector>): ElementSource<Vector> {
  if (source.kind === "column" || source.made === undefined) return source;
  return { kind: "column", vector: source.made };
}

/** A source as a column. */
export function* vectorOf<Vector>(
  on: Primitives<Vector>,
  source: Source<Vector>,
  length: number,
): Steps<Vector> {
  if (source.kind === "column") return source.vector;
  if (source.made !== undefined) return source.made;
  const filled =
    source.kind === "value"
      ? yield* done(on.fill(source.type, source.value, length))
      : yield* done(on.iota(yield* done(on.fill("u32", 0, length))));
  source.made = filled;
  return filled;
}

/** Elements [start, start + count) of a source of `length` elements. */
export function* slicedSource<Vector>(
  on: Primitives<Vector>,
  source: Source<Vector>,
  [start, count]: readonly [number, number],
  length: number,
): Steps<Source<Vector>> {
  if (source.kind === "value") return valueSource(source.type, source.value);
  if (source.kind === "numbers" && start === 0) return { kind: "numbers" };
  if (source.kind === "numbers" && count === 1) return valueSource("u32", start);
  const vector = yield* vectorOf(on, source, length);
  if (on.view !== undefined) return { kind: "column", vector: on.view(vector, start, count), isView: true };
  return columnSource(yield* done(on.slice(vector, start, count)));
}

/** Terms over those sources alone that they look at. */
export function overUsedSources<Vector>(
  terms: readonly Term[],
  sources: readonly Source<Vector>[],
): { readonly terms: readonly Term[]; readonly sources: readonly Source<Vector>[] } {
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
