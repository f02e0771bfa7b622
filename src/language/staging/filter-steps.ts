import { done, type Steps } from "../../algorithms/call.ts";
import { binary, type Term } from "../../operators/term.ts";
import type { ArrayUse } from "./array-use.ts";
import { arrayOfFrame, elementsAt, isLarge } from "./array-use.ts";
import { arrayOfColumns, columnsOver, Frame, lengthOf, materialize } from "./frame.ts";
import { givenWhereAsked } from "./reach.ts";
import { sifted } from "./settle.ts";
import type { StageContext } from "./stage-context.ts";
import { stagedScalar } from "./stage-scalars.ts";
import { host, type Staged, type StagedArray, type StagedFilter, stagedTuple } from "./staged.ts";

/** The elements that a predicate holds of: they wait for the fold that takes them, where the executor has folds that do. */
export function* filterSteps<Vector>(
  use: ArrayUse<Vector>,
  context: StageContext<Vector>,
): Steps<Staged<Vector>> {
  const filtered = yield* predicateSteps(use, context);
  return yield* waiting(filtered, context);
}

/** A filter that waits, unless nothing will take it as it is. */
export function waiting<Vector>(
  filtered: StagedFilter<Vector>,
  { on }: StageContext<Vector>,
): Steps<Staged<Vector>> {
  const mayWait = on.foldMapped !== undefined && !isLarge(filtered.array, [filtered.keep]);
  return mayWait ? done<Staged<Vector>>(filtered) : sifted(on, filtered);
}

export function* partitionSteps<Vector>(
  use: ArrayUse<Vector>,
  context: StageContext<Vector>,
): Steps<Staged<Vector>> {
  const { on } = context;
  const { array, keep } = yield* predicateSteps(use, context);
  const [flags] = yield* columnsOver(on, [keep], array.sources, array.length);
  const columns = yield* materialize(on, array);
  const { kept, others } = yield* done(on.partition(columns.length === 0 ? [flags] : columns, flags));
  const count = yield* lengthOf(on, kept[0]);
  return stagedTuple([
    arrayOfColumns(kept, array.element, count),
    arrayOfColumns(others, array.element, array.length - count),
  ]);
}

/** The predicate that comes first among the operands, over the sources of the array that comes next, be that filtered itself. */
function* predicateSteps<Vector>(
  use: ArrayUse<Vector>,
  context: StageContext<Vector>,
): Steps<StagedFilter<Vector>> {
  const { frame, element, keep } = enterAll([elementsAt(use, 1)]);
  const apply = (): Steps<Staged<Vector>> => context.apply(use.operands[0], element, frame);
  const holds = (yield* givenWhereAsked(apply, { elements: frame }, context)) ?? host("bool", 0, true);
  const term = yield* frame.term(stagedScalar(holds));
  return {
    kind: "filtered",
    array: arrayOfFrame(frame, element[0]),
    keep: keep === undefined ? term : binary("and", keep, term),
  };
}

/** A frame over arrays, one of which alone may be filtered: what is laid out in it counts where that one's elements are. */
export function enterAll<Vector>(arrays: readonly (StagedArray<Vector> | StagedFilter<Vector>)[]): {
  readonly frame: Frame<Vector>;
  readonly element: readonly Staged<Vector>[];
  readonly keep: Term | undefined;
} {
  const [first] = arrays;
  const frame = new Frame<Vector>(first.kind === "filtered" ? first.array.length : first.length);
  const element = arrays.map((each) => frame.enter(each.kind === "filtered" ? each.array : each));
  if (first.kind === "filtered") frame.guard = frame.moved(first.keep, first.array);
  return { frame, element, keep: frame.guard };
}
