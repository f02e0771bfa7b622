import { done, type Steps } from "../../algorithms/call.ts";
import type { Primitives } from "../../executors/primitives.ts";
import { binary, type Term } from "../../operators/term.ts";
import { type ArrayUse, arrayOfFrame, elementsAt, isLarge } from "./array-use.ts";
import { arrayOfColumns, columnsOver, lengthOf, materialize, sifted } from "./columns.ts";
import { Frame, givenWhereAsked } from "./frame.ts";
import type { StageContext } from "./stage-context.ts";
import {
  host,
  type Staged,
  type StagedArray,
  type StagedFilter,
  stagedScalar,
  stagedTuple,
} from "./staged.ts";

/** The elements that a predicate holds of: they wait for the fold that takes them, where the executor has folds that do. */
export function* filterSteps(use: ArrayUse, context: StageContext): Steps<Staged> {
  return yield* waiting(yield* predicateSteps(use, context), context);
}

/** A filter that waits, unless nothing will take it as it is. */
export function waiting(filtered: StagedFilter, context: StageContext): Steps<Staged> {
  const { foldMapped } = context.recorder.on;
  const mayWait = foldMapped !== undefined && !isLarge(filtered.array, [filtered.keep]);
  return mayWait ? done<Staged>(filtered) : sifted(filtered, context);
}

export function* partitionSteps(use: ArrayUse, context: StageContext): Steps<Staged> {
  const { array, keep } = yield* predicateSteps(use, context);
  const [flags] = yield* columnsOver([keep], array.sources, array.length, context);
  const columns = yield* materialize(array, context);
  const parted = yield* context.recorder.columns([flags, ...columns], [], partition);
  const kept = parted.slice(0, parted.length / 2);
  const count = yield* lengthOf(kept[0], context);
  return stagedTuple([
    arrayOfColumns(kept, array.element, count),
    arrayOfColumns(parted.slice(kept.length), array.element, array.length - count),
  ]);
}

/** Both sides; without columns the flags tell how many there are. */
function* partition(
  on: Primitives<unknown>,
  [flags, ...columns]: readonly unknown[],
): Steps<readonly unknown[]> {
  const { kept, others } = yield* done(on.partition(columns.length === 0 ? [flags] : columns, flags));
  return [...kept, ...others];
}

/** The predicate that comes first among the operands, over the sources of the array that comes next, be that filtered itself. */
function* predicateSteps(use: ArrayUse, context: StageContext): Steps<StagedFilter> {
  const { frame, element, keep } = enterAll([elementsAt(use, 1)]);
  const apply = (): Steps<Staged> => context.apply(use.operands[0], element, frame);
  const holds = (yield* givenWhereAsked(apply, { elements: frame }, context)) ?? host("bool", 0, true);
  const term = frame.term(stagedScalar(holds));
  return {
    kind: "filtered",
    array: arrayOfFrame(frame, element[0]),
    keep: keep === undefined ? term : binary("and", keep, term),
  };
}

/** A frame over arrays, one of which alone may be filtered: what is laid out in it counts where that one's elements are. */
export function enterAll(arrays: readonly (StagedArray | StagedFilter)[]): {
  readonly frame: Frame;
  readonly element: readonly Staged[];
  readonly keep: Term | undefined;
} {
  const [first] = arrays;
  const frame = new Frame(first.kind === "filtered" ? first.array.length : first.length);
  const element = arrays.map((each) => frame.enter(each.kind === "filtered" ? each.array : each));
  if (first.kind === "filtered") frame.guard = frame.moved(first.keep, first.array);
  return { frame, element, keep: frame.guard };
}
