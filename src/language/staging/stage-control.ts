import type { Steps } from "../../algorithms/call.ts";
import { select } from "../../operators/term.ts";
import { InternalError } from "../../values/errors.ts";
import type { ArrayTerm, TermOf } from "../term.ts";
import { typeIn } from "../types/types-of-program.ts";
import { zeroOf } from "./array-of-scalars.ts";
import { givenWhereAsked } from "./frame.ts";
import { typeHere } from "./instance.ts";
import { look } from "./recorder.ts";
import { settle } from "./settle.ts";
import { bindFitting } from "./sizes.ts";
import type { Scope } from "./stage-context.ts";
import { stageInfix, stageUnary } from "./stage-scalars.ts";
import {
  host,
  isElement,
  leavesOf,
  type Staged,
  type StagedNames,
  type StagedScalar,
  stagedScalar,
  withLeaves,
} from "./staged.ts";

/*
 * Choices and loops. Where a condition is known, one side is laid out, and a loop is laid out turn by turn; a condition of a map's elements has
 * both sides and a selection.
 */

/** `&&` and `||`, which look at their right side only where it decides. */
export function* stageLogical(term: TermOf<"infix">, left: StagedScalar, scope: Scope): Steps<Staged> {
  const stageRight = (): Steps<Staged> => stage(term.right, scope);
  const decides = term.symbol === "&&" ? 0 : 1;
  if (left.kind === "host") return look(left) === decides ? left : yield* stageRight();
  const counts = term.symbol === "&&" ? left : stageUnary("not", left);
  const right = yield* conditionally(counts, stageRight, scope);
  return right === undefined ? left : stageInfix(term.symbol, left, stagedScalar(right), scope.elements);
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

/** Of a condition that is known one branch is laid out; else both, and a selection by column. */
export function* stageIf(term: TermOf<"if">, scope: Scope): Steps<Staged> {
  const { context, elements } = scope;
  const condition = stagedScalar(yield* stage(term.condition, scope));
  if (condition.kind === "host") {
    return yield* stage(look(condition) === 1 ? term.first : term.second, scope);
  }
  if (elements === undefined) throw new InternalError("a term of elements outside of a map");
  const otherwise = stageUnary("not", condition);
  const taken = yield* conditionally(condition, () => stage(term.first, scope), scope);
  const other = yield* conditionally(otherwise, () => stage(term.second, scope), scope);
  // Where no element asks for a side, the other one stands for it; where none asks for either, something does.
  const first = taken ?? other ?? standIn(term, scope);
  const second = other ?? first;
  if (!isElement(first) || !isElement(second)) {
    context.refuse(
      term.at,
      "a choice between arrays or functions, element by element,",
      "no primitive makes those within maps",
    );
  }
  const others = leavesOf(second);
  const chosen = leavesOf(first).map((leaf, index) => {
    const [one, another] = [elements.term(leaf), elements.term(others[index])];
    return { kind: "term", term: select(condition.term, one, another) } as const;
  });
  return withLeaves(first, chosen);
}

/** A value of a term's type, of zeros. */
function standIn(term: ArrayTerm, { names, context }: Scope): Staged {
  return zeroOf(typeHere(typeIn(term, context.typed), names));
}

export function* stageLoop(term: TermOf<"loop">, scope: Scope): Steps<Staged> {
  const { form, at } = term;
  const { names, context, elements } = scope;
  let value = yield* settle(yield* stage(term.initial, scope), context);
  const bound = (): Steps<StagedNames> => bindFitting(term.pattern, value, names, context);
  const known = (limit: Staged): Extract<StagedScalar, { kind: "host" }> => {
    const scalar = stagedScalar(limit);
    if (scalar.kind === "host") return scalar;
    const construct = "a loop that ends by its element, within a map";
    return context.refuse(at, construct, "terms of elements have no loops");
  };
  if (form.kind === "while") {
    for (;;) {
      const inner = { ...scope, names: yield* bound() };
      if (look(known(yield* stage(form.condition, inner))) !== 1) return value;
      context.turn(at);
      value = yield* settle(yield* stage(term.body, inner), context);
    }
  }
  if (form.kind === "forIn") {
    return context.refuse(at, "a loop over the elements of an array", "columns are read as a whole");
  }
  const limit = known(yield* stage(form.bound, scope));
  const count = look(limit);
  for (let i = 0; i < Number(count); i++) {
    context.turn(at);
    // A counter changes from turn to turn: within a map it would make a kernel for each value, were it a constant.
    const counter = host(limit.type, typeof count === "bigint" ? BigInt(i) : i, elements !== undefined);
    const inner = { name: form.counter, value: counter, outer: yield* bound() };
    value = yield* settle(yield* stage(term.body, { ...scope, names: inner }), context);
  }
  yield* bound(); // the last value is one of the loop's, as those before it
  return value;
}
