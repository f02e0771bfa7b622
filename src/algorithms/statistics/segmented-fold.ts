import type { Fold, Primitives } from "../../executors/primitives.ts";
import { ELEMENT_TYPE_FACTS, type ElementType } from "../../values/element-types.ts";
import type { Row } from "../../values/value-types.ts";
import { done, type Steps } from "../call.ts";
import { liftSteps } from "../reductions/fold.ts";

/** Segments of a column, of which some may be empty. */
export interface SegmentedColumn<Vector> {
  readonly elements: Vector;
  readonly offsets: Vector;
  readonly lengths: Vector; // u32
  readonly ids: Vector; // u32, of each element its segment
}

/**
 * A fold of each segment alone, bit for bit: the steps of the fold, in which each scalar is a column with an element for each segment. Sums of
 * nothing are zeros. For folds whose terms look at elements and scalars, not at the numbers of elements.
 */
export function* segmentedFoldSteps<Vector>(
  on: Primitives<Vector>,
  { passes, parameters: types, results }: Fold,
  { elements, offsets, lengths, ids }: SegmentedColumn<Vector>,
  parameters: Row,
): Steps<readonly Vector[]> {
  const scalars = [lengths];
  for (const [i, type] of types.entries()) scalars.push(yield* done(on.fill(type, parameters[i], lengths)));
  for (const { sums, made } of passes) {
    const lifted = yield* liftSteps(on, sums, [elements], scalars, { scalars: () => ids });
    for (const [i, { contract }] of sums.entries()) {
      const zeros = contract.sums.map((type) => (ELEMENT_TYPE_FACTS[type as ElementType].isBigInt ? 0n : 0));
      scalars.push(...(yield* done(on.segmented(contract, "reduce", lifted[i], offsets, zeros))));
    }
    if (made.length > 0) scalars.push(...(yield* done(on.map(made, [], scalars))));
  }
  return yield* done(on.map(results, [], scalars));
}
