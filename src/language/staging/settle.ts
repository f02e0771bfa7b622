import { done, type Steps } from "../../algorithms/call.ts";
import type { Primitives } from "../../executors/primitives.ts";
import { left } from "../../operators/term.ts";
import { arrayOfFrame } from "./array-use.ts";
import { collectedColumns, columnOf, columnSource, columnsOver, isSource, lengthOf } from "./columns.ts";
import { Frame } from "./frame.ts";
import type { Column, HostScalar } from "./recorder.ts";
import type { StageContext } from "./stage-context.ts";
import {
  hasRows,
  leavesOf,
  type Source,
  type Staged,
  type StagedArray,
  type StagedFilter,
  type StagedRecord,
  type StagedScalar,
  type TermScalar,
  termsOf,
  withLeaves,
  withTerms,
} from "./staged.ts";
import { isOfNumbers, overUsedSources } from "./used-sources.ts";

// When what waits is made: arrays that are used again, and filters whose length something needs.

/**
 * The same value with its arrays made, where they are not columns already: for what is used more than once, or again and again by a loop,
 * whose terms would otherwise be computed as often, and grow from turn to turn.
 */
export function* settle(value: Staged, context: StageContext): Steps<Staged> {
  switch (value.kind) {
    case "filtered":
      return yield* settle(yield* sifted(value, context), context);
    case "array":
      return yield* settledArray(value, context);
    case "rows":
      return { ...value, base: yield* settledArray(value.base, context) };
    case "record":
      return yield* inRecord(value, (field) => settle(field, context));
    default:
      return value;
  }
}

function* settledArray(array: StagedArray, context: StageContext): Steps<StagedArray> {
  const inner = hasRows(array.element) ? yield* settle(array.element, context) : array.element;
  const leaves = leavesOf(inner);
  const isKept = keptLeaves(inner, array.sources);
  if (leaves.every((leaf) => leaf.kind === "host" || isSource(leaf) || isKept(leaf))) {
    yield* gatherLeaves(inner, array, context);
    return inner === array.element ? array : { ...array, element: inner };
  }
  // What is known stays known: rows of one length stay that.
  const toMake = leaves.flatMap((leaf) => (leaf.kind === "term" && !isKept(leaf) ? [leaf.term] : []));
  const columns = yield* columnsOver(toMake, array.sources, array.length, context);
  const frame = new Frame(array.length);
  let next = 0;
  const made = leaves.map((leaf): HostScalar | TermScalar => {
    if (leaf.kind === "host") return leaf;
    const term = isKept(leaf)
      ? frame.moved(leaf.term, array)
      : left(leaf.term.type, frame.add(columnSource(columns[next++])));
    return { kind: "term", term };
  });
  return arrayOfFrame(frame, withLeaves(inner, made, { isInOrder: true }));
}

/** Where rows begin that is computed from their numbers: no column says it in less, and as a term it says where elements are that are gathered. */
function keptLeaves(element: Staged, sources: readonly Source[]): (leaf: StagedScalar) => boolean {
  const ofRows = new Set<StagedScalar>();
  const open: Staged[] = [element];
  for (const part of open) {
    if (part.kind === "record") open.push(...part.fields.map(({ value }) => value));
    if (part.kind === "rows") ofRows.add(part.start).add(part.length);
  }
  return (leaf) => leaf.kind === "term" && ofRows.has(leaf) && isOfNumbers(leaf.term, sources);
}

/** What is used again is gathered once. */
function* gatherLeaves(
  element: Staged,
  { sources, length }: StagedArray,
  context: StageContext,
): Steps<void> {
  for (const leaf of leavesOf(element)) {
    const source = leaf.kind === "term" && leaf.term.kind === "left" ? sources[leaf.term.column] : undefined;
    if (source?.kind === "gathered") yield* columnOf(source, length, context);
  }
}

/** The same value with nothing filtered that waits: how long its arrays are is known. */
export function* counted(value: Staged, context: StageContext): Steps<Staged> {
  if (value.kind === "filtered") return yield* sifted(value, context);
  return value.kind === "record" ? yield* inRecord(value, (field) => counted(field, context)) : value;
}

function* inRecord({ fields }: StagedRecord, change: (value: Staged) => Steps<Staged>): Steps<Staged> {
  const changed: { readonly name: string; readonly value: Staged }[] = [];
  for (const { name, value } of fields) changed.push({ name, value: yield* change(value) });
  return { kind: "record", fields: changed };
}

/** What a filter leaves, as an array. */
export function* sifted(filtered: StagedFilter, context: StageContext): Steps<StagedArray> {
  const { array, keep } = filtered;
  const terms = termsOf(array);
  const used = overUsedSources([...terms, keep], array.sources);
  // Where nothing is to be computed, the flags tell how many there are.
  const toMake = terms.length === 0 ? [used.terms[0]] : used.terms.slice(0, -1);
  const columns = yield* collectedColumns(
    toMake,
    used.terms[terms.length],
    used.sources,
    array.length,
    context,
  );
  if (columns === undefined) return yield* compacted(filtered, context);
  const element = withTerms(
    array.element,
    terms.map((term, column) => left(term.type, column)),
  );
  const length = yield* lengthOf(columns[0], context);
  return { kind: "array", sources: columns.map(columnSource), element, length };
}

/** The same: what its elements are made of is compacted, so that nothing between is made. */
function* compacted({ array, keep }: StagedFilter, context: StageContext): Steps<StagedArray> {
  const { length } = array;
  const [flags] = yield* columnsOver([keep], array.sources, length, context);
  const used = overUsedSources(termsOf(array), array.sources);
  const over: Column[] = [];
  for (const source of used.sources) {
    if (source.kind !== "value") over.push(yield* columnOf(source, length, context));
  }
  const kept = yield* context.recorder.columns([flags, ...over], [], compact);
  let column = 0;
  const sources = used.sources.map((source): Source => {
    return source.kind === "value" ? { kind: "value", scalar: source.scalar } : columnSource(kept[column++]);
  });
  const element = withTerms(array.element, used.terms);
  return { kind: "array", sources, element, length: yield* lengthOf(kept[0], context) };
}

/** Without columns the flags tell how many there are. */
function compact(
  on: Primitives<unknown>,
  [flags, ...columns]: readonly unknown[],
): Steps<readonly unknown[]> {
  return done(on.compact(columns.length === 0 ? [flags] : columns, flags));
}
