// What must hold of all elements of a map.

import type { Steps } from "../../algorithms/call.ts";
import { binary, type Term, unary } from "../../operators/term.ts";
import type { Scalar } from "../../values/element-types.ts";
import type { Frame } from "./frame.ts";
import { firstWhere } from "./rows.ts";
import type { StageContext } from "./stage-context.ts";

/** That a condition holds of all elements that count; `fail` is told what terms are for the first of which it does not. */
export function* checkAll(
  condition: Term,
  terms: readonly Term[],
  frame: Frame,
  context: StageContext,
  fail: (values: readonly Scalar[]) => never,
): Steps<void> {
  const isWrong = unary("not", condition);
  const wrong = frame.guard === undefined ? isWrong : binary("and", frame.guard, isWrong);
  const found = yield* firstWhere(wrong, terms, frame, context);
  if (found !== undefined) fail(found);
}
