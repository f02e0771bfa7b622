import { done, type Steps } from "../../algorithms/call.ts";
import {
  reduceByIndexSteps as binSteps,
  intoSteps,
} from "../../algorithms/histograms/reduce-by-index-steps.ts";
import type { ColumnContract } from "../../contracts/column-contract.ts";
import type { Primitives } from "../../executors/primitives.ts";
import { constant, convert, select } from "../../operators/term.ts";
import type { Scalar } from "../../values/element-types.ts";
import { imageBits } from "../../values/total-order.ts";
import { type ArrayUse, arrayAt, checkLengths } from "./array-use.ts";
import { arrayOfColumns, columnsOver, materialize } from "./columns.ts";
import { contractOf } from "./contract-of.ts";
import { Frame } from "./frame.ts";
import type { Column } from "./recorder.ts";
import type { StageContext } from "./stage-context.ts";
import { isBetween, isWide } from "./stage-index.ts";
import { leavesOf, type Staged, type StagedArray, stagedScalar, typeOfScalar } from "./staged.ts";
import type { Work } from "./tape.ts";

/** Indices as u32, those outside of `length` as `length`, which is beyond. */
function* placesOf(indices: StagedArray, length: number, context: StageContext): Steps<Column> {
  const frame = new Frame(indices.length);
  const index = frame.term(stagedScalar(frame.enter(indices)));
  const place = select(isBetween(index, length), convert("u32", index), constant("u32", length));
  const [places] = yield* columnsOver([place], frame.sources, frame.length, context);
  return places;
}

/** scatter dest is vs: of several values at one index the last stays, indices outside are ignored. */
export function* scatterSteps(use: ArrayUse, context: StageContext): Steps<Staged> {
  const [into, indices, values] = [arrayAt(use, 0), arrayAt(use, 1), arrayAt(use, 2)];
  checkLengths(use, [indices, values], context);
  const places = yield* placesOf(indices, into.length, context);
  const destination = yield* materialize(into, context);
  const given = yield* materialize(values, context);
  const columns = yield* context.recorder.columns([places, ...given, ...destination], [], scatter);
  return arrayOfColumns(columns, into.element, into.length);
}

function scatter(
  on: Primitives<unknown>,
  [places, ...columns]: readonly unknown[],
): Steps<readonly unknown[]> {
  const count = columns.length / 2;
  return done(on.scatter(columns.slice(0, count), places, columns.slice(count)));
}

/** reduce_by_index dest f ne is vs: f dest[k] (the reduce of what goes to k), where something does. */
export function* reduceByIndexSteps(use: ArrayUse, context: StageContext): Steps<Staged> {
  const [into, indices, values] = [arrayAt(use, 0), arrayAt(use, 3), arrayAt(use, 4)];
  checkLengths(use, [indices, values], context);
  const binCount = into.length;
  if (binCount === 0) return into;
  const contract = yield* contractOf(use, values.element, "reduce", context, { operator: use.operands[1] });
  const places = yield* placesOf(indices, binCount, context);
  const elements = yield* materialize(values, context);
  const before = yield* materialize(into, context);
  const empty = leavesOf(values.element).map((leaf) => (isWide(typeOfScalar(leaf)) ? 0n : 0));
  const work = reduceInto(contract, binCount, empty);
  const columns = yield* context.recorder.columns([places, ...elements, ...before], [], work);
  return arrayOfColumns(columns, into.element, binCount);
}

function reduceInto(
  contract: ColumnContract,
  binCount: number,
  empty: readonly Scalar[],
): Work<readonly unknown[]> {
  return function* (on, [places, ...columns]) {
    const elements = columns.slice(0, empty.length);
    const before = columns.slice(empty.length);
    const { counts } = yield* done(on.countIndices(places, binCount));
    const totals = yield* binSteps(on, contract, [places, elements], { binCount, counts, empty });
    return yield* intoSteps(on, contract, [before, totals], counts);
  };
}

/** In total order: −0 before +0, NaN last. */
export function* sortSteps(use: ArrayUse, context: StageContext): Steps<Staged> {
  const array = arrayAt(use, 0);
  const type = typeOfScalar(leavesOf(array.element)[0]);
  const keys = yield* materialize(array, context);
  const columns = yield* context.recorder.columns(keys, [], sort(imageBits(type)));
  return arrayOfColumns(columns, array.element, array.length);
}

function sort(bits: number): Work<readonly unknown[]> {
  return function* (on, [keys]) {
    const sorted = yield* done(on.sort(keys, [], { isDescending: false, bits: [0, bits] }));
    return [sorted.keys];
  };
}
