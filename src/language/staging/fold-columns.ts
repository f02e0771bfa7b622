// Folds whose operator combines arrays element by element, `reduce (map2 (+)) zeros rows`: along the other axis of a matrix, each column by itself.

import type { Steps } from "../../algorithms/call.ts";
import type { Observation } from "../../contracts/contract.ts";
import { UnsupportedError } from "../../values/errors.ts";
import { type ArrayUse, arrayOfFrame } from "./array-use.ts";
import { expressionOf } from "./fold-levels.ts";
import { Frame } from "./frame.ts";
import { foldRows } from "./row-folds.ts";
import { transposeArray } from "./row-views.ts";
import type { StageContext } from "./stage-context.ts";
import { hasRows, type Staged, type StagedArray, stagedArray } from "./staged.ts";

/**
 * The reduce or all prefixes, where that is what the operator does and rows are known to be equally long; undefined elsewhere. Element k of a row is combined with
 * elements k of others alone, and by the same tree, so that the bits are those of the operator over arrays.
 */
export function* foldColumns(
  use: ArrayUse,
  observation: Exclude<Observation, "exclusive-scan">,
  array: StagedArray,
  context: StageContext,
): Steps<StagedArray | undefined> {
  const [operator, neutral] = use.operands;
  const { element } = array;
  if (operator.kind !== "intrinsic" || operator.term.name !== "map2" || operator.given.length !== 1)
    return undefined;
  if (element.kind !== "rows" || element.length.kind !== "host" || hasRows(element.base.element))
    return undefined;
  expressionOf(use, context);
  try {
    const columns = yield* transposed(use, array, context);
    const frame = new Frame(columns.length);
    const operands: readonly Staged[] = [operator.given[0], neutral, frame.enter(columns)];
    const folded = arrayOfFrame(frame, yield* foldRows({ ...use, operands, frame }, observation, context));
    return observation === "reduce" ? folded : yield* transposed(use, folded, context);
  } catch (error) {
    // Of some expressions executors have no segments, and levels serve them all.
    if (error instanceof UnsupportedError) return undefined;
    throw error;
  }
}

function* transposed(use: ArrayUse, array: StagedArray, context: StageContext): Steps<StagedArray> {
  return stagedArray(yield* transposeArray({ ...use, operands: [array] }, context));
}
