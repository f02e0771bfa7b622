import { done, type Steps } from "../../algorithms/call.ts";
import { binary, type Term } from "../../operators/term.ts";
import { ProgramError } from "../program-error.ts";
import { columnsOver, type Elements, Frame, lengthOf } from "./frame.ts";
import type { StageContext } from "./stage-context.ts";

/*
 * A function is laid out once for all elements, both sides of its choices as well. What has no value there is an error of the program only
 * where some element asks for it: of a map over nothing, and within a branch that no element takes, none does.
 */

/** What steps give for the elements of which a condition holds; undefined where they have no value, and there are no such elements. */
export function* givenWhereAsked<Result, Vector>(
  steps: () => Steps<Result>,
  { elements, condition }: { readonly elements: Elements | undefined; readonly condition?: Term },
  context: StageContext<Vector>,
): Steps<Result | undefined> {
  try {
    return yield* steps();
  } catch (error) {
    if (!(error instanceof ProgramError) || error.limit !== undefined) throw error;
    if (!(elements instanceof Frame)) throw error;
    if (yield* isAskedFor(elements as Frame<Vector>, condition, context)) throw error;
    return undefined;
  }
}

function* isAskedFor<Vector>(
  { guard, sources, length }: Frame<Vector>,
  condition: Term | undefined,
  { on }: StageContext<Vector>,
): Steps<boolean> {
  if (length === 0) return false;
  const both =
    guard === undefined || condition === undefined ? (guard ?? condition) : binary("and", guard, condition);
  if (both === undefined) return true;
  const [flags] = yield* columnsOver(on, [both], sources, length);
  return (yield* lengthOf(on, yield* done(on.flagIndices(flags, false)))) > 0;
}
