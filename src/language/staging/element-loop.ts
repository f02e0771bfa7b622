// Loops that end by their element: turns until all elements of a map have ended.

import type { Steps } from "../../algorithms/call.ts";
import { binary, left, type Term, unary } from "../../operators/term.ts";
import type { ScalarType } from "../../values/element-types.ts";
import { columnSource, columnsOver, gatherColumns } from "./columns.ts";
import { Frame, PartNeeded } from "./frame.ts";
import { bound, conditionOf, counterOf, type Loop, madeIn, turnNames } from "./loop-turns.ts";
import { newPassage, passed, passedNames } from "./passage.ts";
import { type Column, look } from "./recorder.ts";
import { chosen, type FramePart, merged, type Part, partWhere, withRows } from "./row-parts.ts";
import { elementOfRows } from "./row-views.ts";
import { rowsAt } from "./rows.ts";
import { counted, settle } from "./settle.ts";
import { bindFitting } from "./sizes.ts";
import type { Scope } from "./stage-context.ts";
import {
  hasRows,
  host,
  isElement,
  type Passage,
  type Staged,
  type StagedNames,
  type StagedScalar,
  stagedScalar,
} from "./staged.ts";

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
  readonly passage: Passage | undefined; // from all of the frame: the same in each turn, so that names are gathered once
}

/*
 * A loop that ends by its element. What has ended stays as it is, by a mask, until it is half of all there is; then it is set aside. So a turn costs
 * at most twice what the elements cost that are left, and they are moved a logarithm of times. A turn that goes over arrays has no mask: before it
 * all that has ended is set aside.
 */
export function* loopByElements(term: Loop, start: State, scope: Scope): Steps<Staged> {
  const { context, elements } = scope;
  if (!(elements instanceof Frame)) {
    return context.refuse(
      term.at,
      "a loop that ends by its operands",
      "operators of primitives have no loops",
    );
  }
  const parts: Part[] = [];
  let active: Active = { frame: elements, places: undefined, passage: undefined };
  let state: State = yield* asElements(term, start, scope);
  if (elements.guard !== undefined) [active, state] = yield* narrowed(active, state, elements.guard, scope);
  for (;;) {
    const here = scopeIn(active, scope);
    const names = yield* bound(term, state.value, here);
    const goes = yield* goesOn(term, state, names, here);
    if (goes.kind === "host" && look(goes) !== 1) break;
    const rest = goes.kind === "term" ? yield* partWhere(goes.term, active.frame, context) : undefined;
    if (rest?.part.length === 0) break;
    [active, state] = yield* turnOfRest(term, rest, [active, state], parts, scope);
  }
  if (active.places === undefined) return state.value;
  parts.push(yield* partOf(active, state, context));
  return yield* merged(parts, elements, context);
}

/** A turn of those that go on: the others have a mask, or are set aside among the parts. */
function* turnOfRest(
  term: Loop,
  rest: FramePart | undefined,
  [active, state]: readonly [Active, State],
  parts: Part[],
  scope: Scope,
): Steps<readonly [Active, State]> {
  const { frame } = active;
  if (rest === undefined || rest.part.length === frame.length) {
    return [active, yield* nextTurn(term, active, state, scope)];
  }
  const flag = left("bool", frame.add(columnSource(rest.flags)));
  if (2 * rest.part.length > frame.length) {
    const next = yield* maskedTurn(term, active, state, flag, scopeIn(active, scope));
    if (next !== undefined) return [active, next];
  }
  const [ended, last] = yield* narrowed(active, state, unary("not", flag), scope);
  parts.push(yield* partOf(ended, last, scope.context));
  const [going, value] = yield* inPart(rest, active, state, scope);
  return [going, yield* nextTurn(term, going, value, scope)];
}

/** A turn after which those elements are as before of which a flag does not say that they go on; undefined where something in it has no mask. */
function* maskedTurn(
  term: Loop,
  active: Active,
  state: State,
  flag: Term,
  scope: Scope,
): Steps<State | undefined> {
  const { context } = scope;
  const { frame } = active;
  if (context.partTerms.has(term)) return undefined;
  try {
    const next = yield* frame.under(flag, () => turnOf(term, active, state, scope));
    if (hasRows(next.value) || hasRows(state.value)) throw new PartNeeded();
    const value = yield* chosen(flag, next.value, state.value, frame, context);
    return { ...next, value: yield* madeIn(frame, value, scope) };
  } catch (error) {
    if (!(error instanceof PartNeeded)) throw error;
    context.partTerms.add(term);
    return undefined;
  }
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
function scopeIn({ frame, passage }: Active, scope: Scope): Scope {
  if (passage === undefined) return scope;
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

function* nextTurn(term: Loop, active: Active, state: State, scope: Scope): Steps<State> {
  const next = yield* turnOf(term, active, state, scopeIn(active, scope));
  return { ...next, value: yield* madeIn(active.frame, next.value, scope) };
}

function* turnOf(term: Loop, { frame }: Active, state: State, scope: Scope): Steps<State> {
  const { context } = scope;
  const { limit, turn } = state;
  context.turn(term.at);
  const outer = yield* bound(term, state.value, scope);
  const names = yield* namesOfTurn(term, state, frame, outer, scope);
  const value = yield* settle(yield* context.stage(term.body, names, frame), context);
  return yield* asElements(term, { value, limit, turn: turn + 1 }, scope);
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
  condition: Term,
  scope: Scope,
): Steps<readonly [Active, State]> {
  return yield* inPart(yield* partWhere(condition, active.frame, scope.context), active, state, scope);
}

/** The elements of a part, and what they have come to. */
function* inPart(
  { places, part, place }: FramePart,
  active: Active,
  state: State,
  { context, elements }: Scope,
): Steps<readonly [Active, State]> {
  const all = active.places === undefined ? places : yield* gatherColumns(active.places, places, context);
  const passage = newPassage(active.frame, part, place);
  const value = yield* passed(state.value, passage, context);
  const limit = state.limit && (yield* passed(state.limit, passage, context));
  const whole = elements instanceof Frame ? elements : active.frame;
  const fromWhole = newPassage(whole, part, left("u32", part.add(columnSource(all))));
  return [
    { frame: part, places: all, passage: fromWhole },
    { value, limit, turn: state.turn },
  ];
}
