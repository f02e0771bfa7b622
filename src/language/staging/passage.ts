// How values of one frame's elements are seen from another: from the map within it, or from a part of its elements.

import type { Steps } from "../../algorithms/call.ts";
import { left, replaceLeaves, type Term } from "../../operators/term.ts";
import { columnsOver } from "./columns.ts";
import type { StageContext } from "./stage-context.ts";
import {
  leavesOf,
  type Passage,
  type Staged,
  type StagedArray,
  type StagedNames,
  type StagedScalar,
  type TermScalar,
  withLeaves,
} from "./staged.ts";
import { isOfNumbers, overUsedSources } from "./used-sources.ts";

/** No name of a program. */
const PASSAGE = "'passage";

export function newPassage(from: Passage["from"], to: Passage["to"], place: Term): Passage {
  return { from, to, place, passed: new Map(), after: new Map() };
}

/** Names of one frame as another one's elements see them. */
export function passedNames(names: StagedNames, passage: Passage): StagedNames {
  return { name: PASSAGE, value: { kind: "passage", passage }, outer: names };
}

/** What a name stands for, as the elements that see these names have it. */
export function* lookUpPassed(
  names: StagedNames,
  name: string,
  context: StageContext,
): Steps<Staged | undefined> {
  const passages: Passage[] = [];
  for (let at = names; at !== undefined; at = at.outer) {
    if (at.value.kind === "passage") passages.push(at.value.passage);
    if (at.name !== name) continue;
    let { value } = at;
    for (const passage of passages.reverse()) value = yield* passed(value, passage, context);
    return value;
  }
  return undefined;
}

/** A value of the elements of a passage's one side, of those of the other. What is of no element is the same for both. */
export function* passed(value: Staged, passage: Passage, context: StageContext): Steps<Staged> {
  switch (value.kind) {
    case "term":
      return yield* passedScalar(value, passage, context);
    case "rows":
    case "record": {
      if (value.kind === "record" && value.fields.length > 0) {
        const fields: { readonly name: string; readonly value: Staged }[] = [];
        for (const field of value.fields) {
          fields.push({ name: field.name, value: yield* passed(field.value, passage, context) });
        }
        return { kind: "record", fields };
      }
      return yield* passedLeaves(value, passage, context);
    }
    case "function": {
      const given = yield* passedAll(value.given, passage, context);
      return { ...value, given, names: passedNames(value.names, passage) };
    }
    case "intrinsic":
      return { ...value, given: yield* passedAll(value.given, passage, context) };
    case "fitting":
      return { ...value, callee: yield* passed(value.callee, passage, context) };
    case "section": {
      const left = value.left && (yield* passed(value.left, passage, context));
      const right = value.right && (yield* passed(value.right, passage, context));
      return { ...value, ...(left && { left }), ...(right && { right }) };
    }
    default:
      return value;
  }
}

function* passedAll(
  values: readonly Staged[],
  passage: Passage,
  context: StageContext,
): Steps<readonly Staged[]> {
  const all: Staged[] = [];
  for (const value of values) all.push(yield* passed(value, passage, context));
  return all;
}

/** An element of scalars and rows, which move by where they are. */
function* passedLeaves(element: Staged, passage: Passage, context: StageContext): Steps<Staged> {
  const leaves: StagedScalar[] = [];
  for (const leaf of leavesOf(element)) leaves.push(yield* passedScalar(leaf, passage, context));
  return withLeaves(element, leaves);
}

export function* passedScalar(
  scalar: StagedScalar,
  passage: Passage,
  context: StageContext,
): Steps<StagedScalar> {
  if (scalar.kind === "host") return scalar;
  const known = passage.passed.get(scalar.term);
  if (known !== undefined) return known;
  const made: TermScalar = { kind: "term", term: yield* passedTerm(scalar.term, passage, context) };
  passage.passed.set(scalar.term, made);
  return made;
}

/** Numbers and known values are computed again from the place; what is of columns is gathered, once it is asked for. */
function* passedTerm(term: Term, passage: Passage, context: StageContext): Steps<Term> {
  const { from, to } = passage;
  const used = overUsedSources([term], from.sources);
  if (used.sources.some(({ kind }) => kind !== "numbers" && kind !== "value")) {
    const only = term.kind === "left" ? from.sources[term.column] : undefined;
    if (
      only?.kind === "gathered" &&
      only.made === undefined &&
      isOfNumbers(only.passage.place, only.passage.to.sources)
    ) {
      const both = yield* through(only.passage, passage, context);
      return left(term.type, to.add({ kind: "gathered", column: only.column, passage: both }));
    }
    const [column] = yield* columnsOver([term], from.sources, from.length, context);
    return left(term.type, to.add({ kind: "gathered", column, passage }));
  }
  const [moved] = replaceLeaves(used.terms, (leaf) => {
    if (leaf.kind !== "left") return leaf;
    const source = used.sources[leaf.column];
    if (source.kind === "numbers") return passage.place;
    // A source of its own: the column that one may have been made is as long as the frame it is left in.
    return left(
      leaf.type,
      to.add(source.kind === "value" ? { kind: "value", scalar: source.scalar } : source),
    );
  });
  return moved;
}

/** Two passages, one after the other, as one: so that what lies between is not gathered. */
function* through(first: Passage, second: Passage, context: StageContext): Steps<Passage> {
  const known = second.after.get(first);
  if (known !== undefined) return known;
  const place = yield* passedTerm(first.place, newPassage(first.to, second.to, second.place), context);
  const both = newPassage(first.from, second.to, place);
  second.after.set(first, both);
  return both;
}

/** The element of an array at a place for each of a frame's. */
export function elementsAtPlaces(
  array: StagedArray,
  place: Term,
  to: Passage["to"],
  context: StageContext,
): Steps<Staged> {
  return passedLeaves(array.element, newPassage(array, to, place), context);
}
