import { done, type Steps } from "../../algorithms/call.ts";
import {
  reduceByIndexSteps as binSteps,
  intoSteps,
} from "../../algorithms/histograms/reduce-by-index-steps.ts";
import { binary, constant, convert, select, type Term } from "../../operators/term.ts";
import type { ScalarType } from "../../values/element-types.ts";
import { imageBits } from "../../values/total-order.ts";
import { type ArrayUse, arrayAt, checkLengths } from "./array-use.ts";
import { contractOf } from "./contract-of.ts";
import { arrayOfColumns, columnsOver, Frame, materialize } from "./frame.ts";
import type { StageContext } from "./stage-context.ts";
import { stagedScalar } from "./stage-scalars.ts";
import { leavesOf, type Staged, type StagedArray, typeOfScalar } from "./staged.ts";

/** Indices as u32, those outside of `length` as `length`, which is beyond. */
function* placesOf<Vector>(
  indices: StagedArray<Vector>,
  length: number,
  context: StageContext<Vector>,
): Steps<Vector> {
  const [leaf] = leavesOf(indices.element);
  const frame = new Frame<Vector>(indices.length);
  const index = yield* frame.term(stagedScalar(frame.enter(indices)));
  const bound = (value: number): Term =>
    constant(typeOfScalar(leaf), isWide(typeOfScalar(leaf)) ? BigInt(value) : value);
  const isInside = binary(
    "and",
    binary("lessOrEqual", bound(0), index),
    binary("less", index, bound(length)),
  );
  const place = select(isInside, convert("u32", index), constant("u32", length));
  const [places] = yield* columnsOver(context.on, [place], frame.sources, frame.length);
  return places;
}

function isWide(type: ScalarType): boolean {
  return type === "i64" || type === "u64";
}

/** scatter dest is vs: of several values at one index the last stays, indices outside are ignored. */
export function* scatterSteps<Vector>(
  use: ArrayUse<Vector>,
  context: StageContext<Vector>,
): Steps<Staged<Vector>> {
  const { on } = context;
  const [into, indices, values] = [arrayAt(use, 0), arrayAt(use, 1), arrayAt(use, 2)];
  checkLengths(use, [indices, values], context);
  const places = yield* placesOf(indices, into.length, context);
  const destination = yield* materialize(on, into);
  const columns = yield* done(on.scatter(yield* materialize(on, values), places, destination));
  return arrayOfColumns(columns, into.element, into.length);
}

/** reduce_by_index dest f ne is vs: f dest[k] (the reduce of what goes to k), where something does. */
export function* reduceByIndexSteps<Vector>(
  use: ArrayUse<Vector>,
  context: StageContext<Vector>,
): Steps<Staged<Vector>> {
  const { on } = context;
  const [into, indices, values] = [arrayAt(use, 0), arrayAt(use, 3), arrayAt(use, 4)];
  checkLengths(use, [indices, values], context);
  const binCount = into.length;
  if (binCount === 0) return into;
  const contract = yield* contractOf(use, values.element, "reduce", context, { operator: use.operands[1] });
  const places = yield* placesOf(indices, binCount, context);
  const { counts } = yield* done(on.countIndices(places, binCount));
  const elements = yield* materialize(on, values);
  const empty = leavesOf(values.element).map((leaf) => (isWide(typeOfScalar(leaf)) ? 0n : 0));
  const totals = yield* binSteps(on, contract, [places, elements], { binCount, counts, empty });
  const before = yield* materialize(on, into);
  return arrayOfColumns(yield* intoSteps(on, contract, [before, totals], counts), into.element, binCount);
}

/** In total order: −0 before +0, NaN last. */
export function* sortSteps<Vector>(
  use: ArrayUse<Vector>,
  context: StageContext<Vector>,
): Steps<Staged<Vector>> {
  const { on } = context;
  const array = arrayAt(use, 0);
  const [keys] = yield* materialize(on, array);
  const type = typeOfScalar(leavesOf(array.element)[0]);
  const sorted = yield* done(on.sort(keys, [], { isDescending: false, bits: [0, imageBits(type)] }));
  return arrayOfColumns([sorted.keys], array.element, array.length);
}
