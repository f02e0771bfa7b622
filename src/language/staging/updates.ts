// `xs with [i] = x` of an array that is no element's: the change waits, and so do those after it, until somebody looks at the whole array.

import type { Steps } from "../../algorithms/call.ts";
import { left, type Term } from "../../operators/term.ts";
import type { Scalar } from "../../values/element-types.ts";
import { columnSource, materialize } from "./columns.ts";
import { type Column, computed, type HostScalar, look } from "./recorder.ts";
import type { StageContext } from "./stage-context.ts";
import {
  hasRows,
  leavesOf,
  type Source,
  type Staged,
  type StagedArray,
  type StagedScalar,
  typeOfScalar,
  type Updates,
  withLeaves,
  withTerms,
} from "./staged.ts";

/** As many changes wait together as the array has elements, and so many at least: a copy for so many costs each of them no more than an element. */
const FEWEST_WAITING = 1024;

type Updated = Extract<Source, { kind: "updated" }>;

/** The scalars of one element that is known; undefined of any other. */
export function knownLeaves(array: StagedArray): readonly HostScalar[] | undefined {
  if (array.length !== 1 || hasRows(array.element)) return undefined;
  const leaves = leavesOf(array.element);
  return leaves.every((leaf): leaf is HostScalar => leaf.kind === "host") ? leaves : undefined;
}

/** An array of scalars with another element at an index; an index outside changes nothing. */
export function* updatedArray(
  into: StagedArray,
  index: HostScalar,
  values: readonly HostScalar[],
  context: StageContext,
): Steps<StagedArray> {
  const updates = newestUpdates(into) ?? newUpdates(yield* materialize(into, context));
  const place = computed("u32", [index], placeWithin(into.length));
  const count = updates.changes.push({ place, values });
  const sources = values.map((_, leaf): Source => ({ kind: "updated", updates, count, leaf }));
  const terms = values.map(({ type }, leaf) => left(type, leaf));
  return { kind: "array", sources, element: withEach(into.element, terms), length: into.length };
}

function newUpdates(columns: readonly Column[]): Updates {
  return { columns, changes: [], changesAt: new Map(), looked: 0 };
}

function placeWithin(length: number): (index: readonly Scalar[]) => Scalar {
  return ([index]) => (index >= 0 && index < length ? Number(index) : length);
}

/** The element with terms for all of its scalars, those that are known as well. */
function withEach(element: Staged, terms: readonly Term[]): Staged {
  const all = leavesOf(element).map((_, k): StagedScalar => ({ kind: "term", term: terms[k] }));
  return withLeaves(element, all);
}

/** What an array's next change may wait with: it is the newest version, and not made. */
function newestUpdates(array: StagedArray): Updates | undefined {
  const source = updatedSource(array);
  if (source === undefined) return undefined;
  const { updates, count } = source;
  const most = Math.max(FEWEST_WAITING, array.length);
  return updates.changes.length === count && count < most ? updates : undefined;
}

/** The first source of an array whose elements are those of another one with changes that wait. */
function updatedSource({ sources, element }: StagedArray): Updated | undefined {
  let first: Updated | undefined;
  for (const [k, leaf] of leavesOf(element).entries()) {
    if (leaf.kind !== "term" || leaf.term.kind !== "left") return undefined;
    const source = sources[leaf.term.column];
    if (source.kind !== "updated" || source.made !== undefined || source.leaf !== k) return undefined;
    if (first !== undefined && (source.updates !== first.updates || source.count !== first.count))
      return undefined;
    first ??= source;
  }
  return first;
}

/** An element of such an array: what was written to its place last, or the array before all changes; undefined of any other array. */
export function beforeUpdates(
  array: StagedArray,
  place: number,
): { readonly values: readonly HostScalar[] } | { readonly before: StagedArray } | undefined {
  const source = updatedSource(array);
  if (source === undefined) return undefined;
  const { updates, count } = source;
  const { changes, changesAt, columns } = updates;
  for (; updates.looked < count; updates.looked++) {
    const at = Number(look(changes[updates.looked].place));
    const known = changesAt.get(at);
    if (known === undefined) changesAt.set(at, [updates.looked]);
    else known.push(updates.looked);
  }
  const here = changesAt.get(place) ?? [];
  let k = here.length - 1;
  while (k >= 0 && here[k] >= count) k--;
  if (k >= 0) return { values: changes[here[k]].values };
  const terms = leavesOf(array.element).map((leaf, k) => left(typeOfScalar(leaf), k));
  return {
    before: { ...array, sources: columns.map(columnSource), element: withTerms(array.element, terms) },
  };
}
