// Loops. One that ends at a known turn is laid out turn by turn; one that ends by its element goes on over the elements that have not ended.

import type { Steps } from "../../algorithms/call.ts";
import { binary, left, unary } from "../../operators/term.ts";
import type { ScalarType } from "../../values/element-types.ts";
import type { TermOf } from "../term.ts";
import { isLarge } from "./array-use.ts";
import { columnSource, columnsOver } from "./columns.ts";
import { Frame } from "./frame.ts";
import { isWide } from "./index-terms.ts";
import { newPassage, passed, passedNames } from "./passage.ts";
import { type Column, look } from "./recorder.ts";
import { gatherColumns, merged, type Part, partWhere, withRows } from "./row-parts.ts";
import { elementOfRows } from "./row-views.ts";
import { rowsAt } from "./rows.ts";
import { counted, settle } from "./settle.ts";
import { bindFitting } from "./sizes.ts";
import type { Scope } from "./stage-context.ts";
import { elementAt } from "./stage-index.ts";
import {
  host,
  isElement,
  leavesOf,
  type Staged,
  type StagedArray,
  type StagedNames,
  type StagedScalar,
  stagedScalar,
  withLeaves,
} from "./staged.ts";

type Loop = TermOf<"loop">;

export function* stageLoop(term: Loop, scope: Scope): Steps<Staged> {
  const { form } = term;
  const { context, names, elements } = scope;
  const initial = yield* settle(yield* context.stage(term.initial, names, elements), context);
  switch (form.kind) {
    case "while":
      return yield* whileLoop(term, initial, scope);
    case "for": {
      const limit = stagedScalar(yield* context.stage(form.bound, names, elements));
      if (limit.kind === "term")
        return yield* loopByElements(term, { value: initial, limit, turn: 0 }, scope);
      return yield* countedLoop(term, initial, limit, scope);
    }
    default: {
      const array = yield* settle(yield* context.stage(form.array, names, elements), context);
      if (array.kind !== "array") {
        return yield* loopByElements(term, { value: initial, limit: array, turn: 0 }, scope);
      }
      return yield* loopOver(term, initial, array, scope);
    }
  }
}

function bound(term: Loop, value: Staged, scope: Scope): Steps<StagedNames> {
  return bindFitting(term.pattern, value, scope.names, scope);
}

function* whileLoop(term: Loop, initial: Staged, scope: Scope): Steps<Staged> {
  const { context, elements } = scope;
  let value = initial;
  for (let turn = 0; ; turn++) {
    const names = yield* bound(term, value, scope);
    const goes = yield* conditionOf(term, names, scope);
    if (goes.kind === "term") return yield* loopByElements(term, { value, limit: undefined, turn }, scope);
    if (look(goes) !== 1) return value;
    context.turn(term.at);
    value = yield* settledTurn(yield* context.stage(term.body, names, elements), scope);
  }
}

function* conditionOf({ form }: Loop, names: StagedNames, { context, elements }: Scope): Steps<StagedScalar> {
  return form.kind === "while"
    ? stagedScalar(yield* context.stage(form.condition, names, elements))
    : host("bool", 1, true);
}

function* countedLoop(
  term: Loop,
  initial: Staged,
  limit: Extract<StagedScalar, { kind: "host" }>,
  scope: Scope,
): Steps<Staged> {
  const { context, elements } = scope;
  const count = Number(look(limit));
  let value = initial;
  for (let i = 0; i < count; i++) {
    context.turn(term.at);
    // Within a map the turns are one term, so that their numbers are constants of it.
    const counter = counterOf(limit.type, i, elements !== undefined);
    const names = turnNames(term, counter, yield* bound(term, value, scope));
    value = yield* settledTurn(yield* context.stage(term.body, names, elements), scope);
  }
  yield* bound(term, value, scope); // the last value is one of the loop's, as those before it
  return value;
}

function counterOf(
  type: ScalarType,
  turn: number,
  isLiteral: boolean,
): Extract<StagedScalar, { kind: "host" }> {
  return host(type, isWide(type) ? BigInt(turn) : turn, isLiteral);
}

function turnNames({ form }: Loop, counter: Staged, outer: StagedNames): StagedNames {
  return form.kind === "for" ? { name: form.counter, value: counter, outer } : outer;
}

/** A loop over an array that is the same for all elements. */
function* loopOver(term: Loop, initial: Staged, array: StagedArray, scope: Scope): Steps<Staged> {
  const { context, elements } = scope;
  const { form } = term;
  let value = initial;
  for (let i = 0; i < array.length && form.kind === "forIn"; i++) {
    context.turn(term.at);
    const outer = yield* bound(term, value, scope);
    const names = yield* bindFitting(form.element, yield* elementAt(array, i, context), outer, scope);
    value = yield* settledTurn(yield* context.stage(term.body, names, elements), scope);
  }
  yield* bound(term, value, scope);
  return value;
}

/** What a turn came to, made where its terms have grown beyond what one kernel should compute. */
function* settledTurn(given: Staged, { context, elements }: Scope): Steps<Staged> {
  const value = yield* settle(given, context);
  if (!(elements instanceof Frame) || !isElement(value)) return value;
  const isGrown = isLarge({ kind: "array", sources: [], element: value, length: elements.length });
  return isGrown ? yield* madeIn(elements, value, { context, elements }) : value;
}

/** A value of a frame's elements whose scalars are columns. */
function* madeIn(
  frame: Frame,
  value: Staged,
  { context }: Pick<Scope, "context" | "elements">,
): Steps<Staged> {
  const leaves = leavesOf(value);
  const terms = leaves.flatMap((leaf) =>
    leaf.kind === "term" && leaf.term.kind !== "left" ? [leaf.term] : [],
  );
  const columns = yield* columnsOver(terms, frame.sources, frame.length, context);
  let next = 0;
  const made = leaves.map((leaf): StagedScalar => {
    if (leaf.kind === "host" || leaf.term.kind === "left") return leaf;
    return { kind: "term", term: left(leaf.term.type, frame.add(columnSource(columns[next++]))) };
  });
  return withLeaves(value, made, { isInOrder: true });
}

/** Where a loop is: what its elements have come to, and what says how many turns each has, a number or an array. */
interface State {
  readonly value: Staged;
  readonly limit: Staged | undefined;
  readonly turn: number;
}

/** The elements that have not ended: all of the frame, or those at some places. */
interface Active {
  readonly frame: Frame;
  readonly places: Column | undefined;
}

/*
 * A loop that ends by its element. What has ended is set aside, so that each turn costs as much as there are elements left: work is that of
 * all elements' turns, as the interpreter counts it.
 */
function* loopByElements(term: Loop, start: State, scope: Scope): Steps<Staged> {
  const { context, elements } = scope;
  if (!(elements instanceof Frame)) {
    return context.refuse(
      term.at,
      "a loop that ends by its operands",
      "operators of primitives have no loops",
    );
  }
  const parts: Part[] = [];
  let active: Active = { frame: elements, places: undefined };
  let state: State = yield* asElements(term, start, scope);
  if (elements.guard !== undefined) [active, state] = yield* narrowed(active, state, elements.guard, scope);
  for (;;) {
    const here = scopeIn(active, elements, scope);
    const names = yield* bound(term, state.value, here);
    const goes = yield* goesOn(term, state, names, here);
    if (goes.kind === "host" && look(goes) !== 1) break;
    if (goes.kind === "term") {
      const [rest, left] = yield* narrowed(active, state, goes.term, scope);
      if (rest.frame.length === 0) break;
      if (rest.frame.length < active.frame.length) {
        const [ended, last] = yield* narrowed(active, state, unary("not", goes.term), scope);
        parts.push(yield* partOf(ended, last, context));
        [active, state] = [rest, left];
      }
    }
    state = yield* nextTurn(term, active, state, elements, scope);
  }
  if (active.places === undefined) return state.value;
  parts.push(yield* partOf(active, state, context));
  return yield* merged(parts, elements, context);
}

function* partOf({ frame, places }: Active, { value }: State, context: Scope["context"]): Steps<Part> {
  return { frame, places: places ?? (yield* numbersOf(frame, context)), value };
}

function* numbersOf(frame: Frame, context: Scope["context"]): Steps<Column> {
  const numbers = left("u32", frame.add({ kind: "numbers" }));
  const [made] = yield* columnsOver([numbers], frame.sources, frame.length, context);
  return made;
}

function* asElements(term: Loop, { value, limit, turn }: State, { context }: Scope): Steps<State> {
  const element = withRows(yield* counted(value, context));
  if (!isElement(element))
    context.refuse(term.at, "a loop of functions, within a map", "columns hold scalars");
  return { value: element, limit, turn };
}

/** What elements see: the names around the loop, those of the elements that are left. */
function scopeIn({ frame, places }: Active, whole: Frame, scope: Scope): Scope {
  if (places === undefined) return scope;
  const passage = newPassage(whole, frame, left("u32", frame.add(columnSource(places))));
  return { ...scope, names: passedNames(scope.names, passage), elements: frame };
}

function* goesOn(term: Loop, { limit, turn }: State, names: StagedNames, scope: Scope): Steps<StagedScalar> {
  if (limit === undefined) return yield* conditionOf(term, names, scope);
  const { elements } = scope;
  const count = limit.kind === "rows" ? limit.length : stagedScalar(limit);
  if (count.kind === "host" || elements === undefined)
    return host("bool", turn < Number(look(count as never)) ? 1 : 0);
  const counter = elements.term(counterOf(count.term.type, turn, false));
  return { kind: "term", term: binary("less", counter, count.term) };
}

function* nextTurn(term: Loop, active: Active, state: State, whole: Frame, scope: Scope): Steps<State> {
  const { context } = scope;
  const { limit, turn } = state;
  context.turn(term.at);
  const here = scopeIn(active, whole, scope);
  const outer = yield* bound(term, state.value, here);
  const names = yield* namesOfTurn(term, state, active.frame, outer, here);
  const value = yield* settle(yield* context.stage(term.body, names, active.frame), context);
  const next = yield* asElements(term, { value, limit, turn: turn + 1 }, scope);
  return { ...next, value: yield* madeIn(active.frame, next.value, scope) };
}

function* namesOfTurn(
  term: Loop,
  { limit, turn }: State,
  frame: Frame,
  outer: StagedNames,
  { context }: Scope,
): Steps<StagedNames> {
  const { form } = term;
  if (form.kind === "while" || limit === undefined) return outer;
  if (form.kind === "for") {
    const { type } = leafTypeOf(stagedScalar(limit));
    return turnNames(term, counterOf(type, turn, false), outer);
  }
  const rows = rowsAt({ operands: [limit] }, 0);
  const element = yield* elementOfRows(rows, frame.term(counterOf("u32", turn, false)), frame, context);
  return yield* bindFitting(form.element, element, outer, { context, elements: frame });
}

function leafTypeOf(scalar: StagedScalar): { readonly type: ScalarType } {
  return scalar.kind === "host" ? scalar : scalar.term;
}

/** The elements of which a condition holds, and what they have come to. */
function* narrowed(
  active: Active,
  state: State,
  condition: Parameters<typeof partWhere>[0],
  { context }: Scope,
): Steps<[Active, State]> {
  const { places, part, place } = yield* partWhere(condition, active.frame, context);
  const all = active.places === undefined ? places : yield* gatherColumns(active.places, places, context);
  const passage = newPassage(active.frame, part, place);
  const value = yield* passed(state.value, passage, context);
  const limit = state.limit && (yield* passed(state.limit, passage, context));
  return [
    { frame: part, places: all },
    { value, limit, turn: state.turn },
  ];
}
