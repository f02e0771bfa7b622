// Loops. One that ends at a known turn is laid out turn by turn; one that ends by its element goes on over the elements that have not ended.

import type { Steps } from "../../algorithms/call.ts";
import { isLarge } from "./array-use.ts";
import { loopByElements } from "./element-loop.ts";
import { Frame } from "./frame.ts";
import { bound, conditionOf, counterOf, type Loop, madeIn, turnNames } from "./loop-turns.ts";
import { look } from "./recorder.ts";
import { settle } from "./settle.ts";
import { bindFitting } from "./sizes.ts";
import type { Scope } from "./stage-context.ts";
import { elementAt } from "./stage-index.ts";
import { isElement, type Staged, type StagedArray, type StagedScalar, stagedScalar } from "./staged.ts";

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
