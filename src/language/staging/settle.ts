import { done, type Steps } from "../../algorithms/call.ts";
import type { Primitives } from "../../executors/primitives.ts";
import { left } from "../../operators/term.ts";
import { arrayOfColumns, columnsOver, lengthOf, materialize } from "./frame.ts";
import { asMade, columnSource, overUsedSources, type Source, valueSource, vectorOf } from "./source.ts";
import {
  leavesOf,
  type Staged,
  type StagedArray,
  type StagedFilter,
  type TermScalar,
  withLeaves,
} from "./staged.ts";

/**
 * The same value with its arrays made, where they are not columns already: for what is used more than once, or again and again by a loop,
 * whose terms would otherwise be computed as often, and grow from turn to turn.
 */
export function* settle<Vector>(on: Primitives<Vector>, value: Staged<Vector>): Steps<Staged<Vector>> {
  switch (value.kind) {
    case "filtered":
      return yield* settle(on, yield* sifted(on, value));
    case "array": {
      const isMade = leavesOf(value.element).every((leaf) => {
        return leaf.kind === "host" || leaf.term.kind === "left";
      });
      if (isMade) return value;
      return arrayOfColumns(yield* materialize(on, value), value.element, value.length);
    }
    case "record":
      return yield* inRecord(value, (field) => settle(on, field));
    default:
      return value;
  }
}

/** The same value with nothing filtered that waits: how long its arrays are is known. */
export function* counted<Vector>(on: Primitives<Vector>, value: Staged<Vector>): Steps<Staged<Vector>> {
  if (value.kind === "filtered") return yield* sifted(on, value);
  return value.kind === "record" ? yield* inRecord(value, (field) => counted(on, field)) : value;
}

/** What a filter leaves, as an array. */
export function* sifted<Vector>(
  on: Primitives<Vector>,
  filtered: StagedFilter<Vector>,
): Steps<StagedArray<Vector>> {
  const { array, keep } = filtered;
  const terms = leavesOf(array.element).flatMap((leaf) => (leaf.kind === "term" ? [leaf.term] : []));
  const used = overUsedSources([...terms, keep], array.sources);
  const collected = on.collectMapped?.({
    // Where nothing is to be computed, the flags tell how many there are.
    terms: terms.length === 0 ? [used.terms[0]] : used.terms.slice(0, -1),
    keep: used.terms[terms.length],
    sources: used.sources.map(asMade),
    length: array.length,
  });
  if (collected === undefined) return yield* compacted(on, filtered);
  const columns = yield* done(collected);
  let column = 0;
  const element = withLeaves(
    array.element,
    leavesOf(array.element).map((leaf) =>
      leaf.kind === "term" ? { kind: "term", term: left(leaf.term.type, column++) } : leaf,
    ),
  );
  const length = yield* lengthOf(on, columns[0]);
  return { kind: "array", sources: columns.map(columnSource), element, length };
}

/** The same: what its elements are made of is compacted, so that nothing between is made. */
function* compacted<Vector>(
  on: Primitives<Vector>,
  { array, keep }: StagedFilter<Vector>,
): Steps<StagedArray<Vector>> {
  const { length } = array;
  const [flags] = yield* columnsOver(on, [keep], array.sources, length);
  const leaves = leavesOf(array.element);
  const terms = leaves.filter((leaf): leaf is TermScalar => leaf.kind === "term").map(({ term }) => term);
  const used = overUsedSources(terms, array.sources);
  let next = 0;
  const element = withLeaves(
    array.element,
    leaves.map((leaf) => (leaf.kind === "term" ? { kind: "term", term: used.terms[next++] } : leaf)),
  );
  const over: Vector[] = [];
  for (const source of used.sources) {
    if (source.kind !== "value") over.push(yield* vectorOf(on, source, length));
  }
  const kept = yield* done(on.compact(over.length === 0 ? [flags] : over, flags));
  let column = 0;
  const sources = used.sources.map((source): Source<Vector> => {
    return source.kind === "value" ? valueSource(source.type, source.value) : columnSource(kept[column++]);
  });
  return { kind: "array", sources, element, length: yield* lengthOf(on, kept[0]) };
}

function* inRecord<Vector>(
  { fields }: Extract<Staged<Vector>, { kind: "record" }>,
  change: (value: Staged<Vector>) => Steps<Staged<Vector>>,
): Steps<Staged<Vector>> {
  const changed: { readonly name: string; readonly value: Staged<Vector> }[] = [];
  for (const { name, value } of fields) changed.push({ name, value: yield* change(value) });
  return { kind: "record", fields: changed };
}
