// One use of a function over arrays within a map, of its elements, and what such uses ask of their operands.

import type { Steps } from "../../algorithms/call.ts";
import { binary, constant, convert } from "../../operators/term.ts";
import { type ArrayUse, LONGEST } from "./array-use.ts";
import type { Frame } from "./frame.ts";
import { isWide } from "./index-terms.ts";
import { firstWhere } from "./rows.ts";
import type { StageContext } from "./stage-context.ts";
import { hostScalar, type Staged, type StagedScalar, stagedScalar } from "./staged.ts";

/** A use of a function over arrays within a map, of its elements. */
export interface RowUse extends ArrayUse {
  readonly frame: Frame;
}

export type RowStep = (use: RowUse, context: StageContext) => Steps<Staged>;

/** How many each element asks for, u32. @throws ProgramError where one asks for less than none, or for more than columns have */
export function* rowCounts(use: RowUse, index: number, context: StageContext): Steps<StagedScalar> {
  const { frame, at, name } = use;
  const given = stagedScalar(use.operands[index]);
  if (given.kind === "host") {
    const count = Number(hostScalar(given));
    if (count < 0) context.fail(at, `${name} with a length that is not negative`, String(count));
    if (count > LONGEST) context.fail(at, `${name} with a length of at most ${LONGEST}`, String(count));
    return { kind: "host", type: "u32", current: count, isLiteral: given.isLiteral };
  }
  const { term } = given;
  const zero = constant(term.type, isWide(term.type) ? 0n : 0);
  const most = constant(term.type, isWide(term.type) ? BigInt(LONGEST) : LONGEST);
  const negative = yield* firstWhere(binary("less", term, zero), [term], frame, context);
  if (negative !== undefined)
    context.fail(at, `${name} with a length that is not negative`, String(negative[0]));
  if (isWide(term.type)) {
    const over = yield* firstWhere(binary("less", most, term), [term], frame, context);
    if (over !== undefined) context.fail(at, `${name} with a length of at most ${LONGEST}`, String(over[0]));
  }
  return { kind: "term", term: convert("u32", term) };
}
