import { done, type Steps } from "../../algorithms/call.ts";
import { binary, select, type Term, unary } from "../../operators/term.ts";
import { InternalError } from "../../values/errors.ts";
import type { ArrayTerm, TermOf } from "../term.ts";
import { typeIn } from "../types/types-of-program.ts";
import { zeroOf } from "./array-of-scalars.ts";
import { Frame, givenWhereAsked, PartNeeded } from "./frame.ts";
import { typeHere } from "./instance.ts";
import { newPassage, passedNames } from "./passage.ts";
import { look } from "./recorder.ts";
import { chosen, merged, type Part, partWhere, withRows } from "./row-parts.ts";
import { counted } from "./settle.ts";
import type { Scope, StageContext } from "./stage-context.ts";
import { stageInfix, stageUnary } from "./stage-scalars.ts";
import {
  hasRows,
  host,
  isElement,
  leavesOf,
  type Staged,
  type StagedScalar,
  stagedScalar,
  withLeaves,
} from "./staged.ts";

/*
 * Choices. Where a condition is known, one side is laid out; a condition of a map's elements has both sides and a selection, or, where a side
 * goes over arrays of elements, each side over those elements that take it.
 */

/** `&&` and `||`, which look at their right side only where it decides. */
export function* stageLogical(term: TermOf<"infix">, left: StagedScalar, scope: Scope): Steps<Staged> {
  const stageRight = (): Steps<Staged> => stage(term.right, scope);
  const decides = term.symbol === "&&" ? 0 : 1;
  if (left.kind === "host") return look(left) === decides ? left : yield* stageRight();
  const counts = term.symbol === "&&" ? left : stageUnary("not", left);
  const whole = function* (): Steps<Staged> {
    const right = yield* conditionally(counts, stageRight, scope);
    return right === undefined ? left : stageInfix(term.symbol, left, stagedScalar(right), scope.elements);
  };
  const { elements } = scope;
  if (!(elements instanceof Frame)) return yield* whole();
  const ways = [
    (part: Scope) => stage(term.right, part),
    () => done<Staged>(host("bool", decides, true)),
  ] as const;
  const inParts = (): Steps<Staged> =>
    inTwoParts(elements.term(stagedScalar(counts)), ways, term, scope, elements);
  return yield* orInParts(term, whole, inParts, scope.context);
}

function stage(term: ArrayTerm, { names, context, elements }: Scope): Steps<Staged> {
  return context.stage(term, names, elements);
}

/** Stages what counts only where a scalar is true; undefined where it has no value, and no element asks for it. */
function* conditionally(
  condition: StagedScalar,
  steps: () => Steps<Staged>,
  { context, elements }: Scope,
): Steps<Staged | undefined> {
  if (elements === undefined || condition.kind === "host") return yield* steps();
  const { term } = condition;
  return yield* givenWhereAsked(() => elements.under(term, steps), { elements, condition: term }, context);
}

/** Of a condition that is known one branch is laid out; else both, and a selection by column, or each of them over the elements that take it. */
export function* stageIf(term: TermOf<"if">, scope: Scope): Steps<Staged> {
  const { elements } = scope;
  const condition = stagedScalar(yield* stage(term.condition, scope));
  if (condition.kind === "host") {
    return yield* stage(look(condition) === 1 ? term.first : term.second, scope);
  }
  if (elements === undefined) throw new InternalError("a term of elements outside of a map");
  const sides = [term.first, term.second] as const;
  if (!(elements instanceof Frame)) return yield* masked(term, condition, scope);
  const whole = (): Steps<Staged> => masked(term, condition, scope);
  const inParts = (): Steps<Staged> =>
    inTwoParts(
      condition.term,
      [(part) => stage(sides[0], part), (part) => stage(sides[1], part)],
      term,
      scope,
      elements,
    );
  return yield* orInParts(term, whole, inParts, scope.context);
}

/** Steps with masks, or where something in them has none, the same over the elements that take each branch. */
function* orInParts(
  term: ArrayTerm,
  whole: () => Steps<Staged>,
  inParts: () => Steps<Staged>,
  { partTerms }: StageContext,
): Steps<Staged> {
  if (partTerms.has(term)) return yield* inParts();
  try {
    return yield* whole();
  } catch (error) {
    if (!(error instanceof PartNeeded)) throw error;
    partTerms.add(term);
    return yield* inParts();
  }
}

function* masked(
  term: TermOf<"if">,
  condition: Extract<StagedScalar, { kind: "term" }>,
  scope: Scope,
): Steps<Staged> {
  const { context, elements } = scope;
  const otherwise = stageUnary("not", condition);
  const taken = yield* conditionally(condition, () => stage(term.first, scope), scope);
  const other = yield* conditionally(otherwise, () => stage(term.second, scope), scope);
  // Where no element asks for a side, the other one stands for it; where none asks for either, something does.
  const first = withRows(yield* counted(taken ?? other ?? standIn(term, scope), context));
  const second = withRows(other === undefined ? first : yield* counted(other, context));
  const isFrame = elements instanceof Frame;
  if (!isElement(first) || !isElement(second) || (!isFrame && [first, second].some(hasRows))) {
    context.refuse(
      term.at,
      "a choice between functions, element by element,",
      "no primitive makes those within maps",
    );
  }
  if (isFrame) return yield* chosen(condition.term, first, second, elements, context);
  const others = leavesOf(second);
  const leaves = leavesOf(first).map((leaf, index) => {
    const [one, another] = [leaf, others[index]].map((each) => elements?.term(each) ?? condition.term);
    return { kind: "term", term: select(condition.term, one, another) } as const;
  });
  return withLeaves(first, leaves);
}

/** Two ways, each over those elements alone of which the condition says so. A way that no element goes is not laid out. */
function* inTwoParts(
  condition: Term,
  ways: readonly [(scope: Scope) => Steps<Staged>, (scope: Scope) => Steps<Staged>],
  term: ArrayTerm,
  scope: Scope,
  frame: Frame,
): Steps<Staged> {
  const { context } = scope;
  const parts: Part[] = [];
  for (const [k, way] of ways.entries()) {
    const holds = k === 0 ? condition : unary("not", condition);
    const counts = frame.guard === undefined ? holds : binary("and", frame.guard, holds);
    const { places, part, place } = yield* partWhere(counts, frame, context);
    if (part.length === 0) continue;
    const names = passedNames(scope.names, newPassage(frame, part, place));
    const value = withRows(yield* counted(yield* way({ ...scope, names, elements: part }), context));
    if (!isElement(value)) {
      context.refuse(term.at, "a choice between functions, element by element,", "columns hold scalars");
    }
    parts.push({ places, frame: part, value });
  }
  return parts.length === 0 ? standIn(term, scope) : yield* merged(parts, frame, context);
}

/** A value of a term's type, of zeros. */
function standIn(term: ArrayTerm, { names, context }: Scope): Staged {
  return zeroOf(typeHere(typeIn(term, context.typed), names));
}
