// Every function over arrays as steps over primitives.

import { done, type Steps } from "../../algorithms/call.ts";
import { binary, constant, convert, left, select, type Term } from "../../operators/term.ts";
import { imageBits } from "../../values/total-order.ts";
import { ASSERTION } from "../evaluation/call.ts";
import type { ArrayFunction } from "../types/signatures.ts";
import { hasFunction, zeroOf } from "./array-of-scalars.ts";
import {
  type ArrayStep,
  type ArrayUse,
  arrayAt,
  arrayOfFrame,
  checkLengths,
  countAt,
  elementsAt,
  isLarge,
} from "./array-use.ts";
import { arrayOfColumns, bytesOf, columnsOver, materialize } from "./columns.ts";
import { contractOf } from "./contract-of.ts";
import {
  enterAll,
  filterSteps,
  foldSteps,
  orSifted,
  partitionSteps,
  segmentedSteps,
  testSteps,
  waiting,
} from "./fold-steps.ts";
import { Frame, givenWhereAsked } from "./frame.ts";
import { isBetween, isWide } from "./index-terms.ts";
import { reduceInto, scatter } from "./index-work.ts";
import { type Column, look } from "./recorder.ts";
import { joined, withOneBase, withRows } from "./row-parts.ts";
import { flattenArray, transposeArray } from "./row-views.ts";
import { asRows } from "./rows.ts";
import { counted, settle } from "./settle.ts";
import { sliced } from "./slices.ts";
import type { StageContext } from "./stage-context.ts";
import { elementAt } from "./stage-index.ts";
import {
  bytesOfArrays,
  host,
  hostScalar,
  isElement,
  leavesOf,
  type Staged,
  type StagedArray,
  type StagedFilter,
  stagedArray,
  stagedField,
  stagedScalar,
  stagedTuple,
  typeOfScalar,
} from "./staged.ts";
import type { Work } from "./tape.ts";
import { knownLeaves, updatedArray } from "./updates.ts";

/** Every function over arrays as steps over primitives. Those without steps are the interpreter's alone. */
export const ARRAY_STEPS: Readonly<Record<ArrayFunction, ArrayStep>> = {
  iota: (use, context) => done(counting(countAt(use, 0, context))),
  replicate: replicate,
  indices: (use) => done(counting(arrayAt(use, 0).length)),
  tabulate: tabulate,
  length: length,
  concat: concat,
  flatten: flattenArray,
  transpose: transposeArray,
  reverse: (use, context) => rearranged(arrayAt(use, 0), -1, -1, context),
  rotate: rotate,
  head: (use, context) => end(use, 0, context),
  last: (use, context) => end(use, arrayAt(use, 0).length - 1, context),
  take: (use, context) => cut(use, true, context),
  drop: (use, context) => cut(use, false, context),
  zip: zip,
  zip3: zip,
  unzip: (use) => unzip(use, 2),
  unzip3: (use) => unzip(use, 3),
  map: map,
  map1: map,
  map2: map,
  map3: map,
  map4: map,
  map5: map,
  foldl: foldlSteps,
  reduce: (use, context) => foldSteps(use, "reduce", context),
  reduce_comm: (use, context) => foldSteps(use, "reduce", context),
  scan: (use, context) => foldSteps(use, "inclusive-scan", context),
  exscan: (use, context) => foldSteps(use, "exclusive-scan", context),
  segmented_scan: (use, context) => segmentedSteps(use, "inclusive-scan", context),
  segmented_reduce: (use, context) => segmentedSteps(use, "reduce", context),
  reduce_by_index: reduceByIndexSteps,
  filter: filterSteps,
  partition: partitionSteps,
  scatter: scatterSteps,
  sort: sortSteps,
  any: (use, context) => testSteps(use, "max", context),
  all: (use, context) => testSteps(use, "min", context),
  assert: asserted,
};

function asserted({ at, operands: [condition, value] }: ArrayUse, context: StageContext): Steps<Staged> {
  if (hostScalar(condition) !== 1) context.fail(at, ASSERTION, "one that does not");
  return done(value);
}

/** One element after another, each of which waits for what those before came to. */
function* foldlSteps(use: ArrayUse, context: StageContext): Steps<Staged> {
  const array = stagedArray(yield* settle(arrayAt(use, 2), context));
  const [callee] = use.operands;
  let [, value] = use.operands;
  for (let i = 0; i < array.length; i++) {
    context.turn(use.at);
    value = yield* settle(
      yield* context.apply(callee, [value, yield* elementAt(array, i, context)], undefined),
      context,
    );
  }
  return value;
}

/** 0, 1, …, as i64. */
function counting(length: number): Staged & StagedArray {
  const element = { kind: "term", term: convert("i64", left("u32")) } as const;
  return { kind: "array", sources: [{ kind: "numbers" }], element, length };
}

function replicate(use: ArrayUse, context: StageContext): Steps<Staged> {
  const element = asRows(use.operands[1]) ?? use.operands[1];
  if (!isElement(element)) context.refuse(use.at, "an array of functions", "columns hold scalars");
  return done({ kind: "array", sources: [], element, length: countAt(use, 0, context) });
}

function tabulate(use: ArrayUse, context: StageContext): Steps<Staged> {
  return mapped(use.operands[1], [counting(countAt(use, 0, context))], use, context);
}

function length(use: ArrayUse): Steps<Staged> {
  return done(host("i64", BigInt(arrayAt(use, 0).length)));
}

function* concat(use: ArrayUse, context: StageContext): Steps<Staged> {
  const [one, other] = [arrayAt(use, 0), arrayAt(use, 1)];
  context.allocate(bytesOfArrays(one) + bytesOfArrays(other), use.at);
  return yield* joined(one, other, context);
}

/** The elements at factor·i + offset, modulo the length. */
function* rearranged(
  array: StagedArray,
  factor: 1 | -1,
  offset: number,
  context: StageContext,
): Steps<Staged> {
  const { length: count } = array;
  if (count === 0) return array;
  context.allocate(count * bytesOf("u32"));
  const start = (((offset % count) + count) % count) >>> 0;
  const place = binary(factor === 1 ? "add" : "subtract", constant("u32", start), left("u32"));
  // Only a rotation passes the end; what is beyond wraps once.
  const wrapped = binary("min", place, binary("subtract", place, constant("u32", count)));
  const given = yield* materialize(array, context);
  const work = gatherAt(factor === 1 ? wrapped : place, count);
  return arrayOfColumns(yield* context.recorder.columns(given, [], work), array.element, count);
}

/** The elements whose places a term over 0, 1, … gives. */
function gatherAt(place: Term, count: number): Work<readonly unknown[]> {
  return function* (on, columns) {
    const numbers = yield* done(on.iota(yield* done(on.fill("u32", 0, count))));
    const [places] = yield* done(on.map([place], [numbers]));
    return yield* done(on.gather(columns, places));
  };
}

function* rotate(use: ArrayUse, context: StageContext): Steps<Staged> {
  const [by] = use.operands;
  const array = arrayAt(use, 1);
  const distance =
    by.kind === "host" && array.length > 0 ? Number(BigInt(look(by)) % BigInt(array.length)) : 0;
  return yield* rearranged(array, 1, distance, context);
}

function* end(use: ArrayUse, place: number, context: StageContext): Steps<Staged> {
  const array = arrayAt(use, 0);
  if (array.length === 0) context.fail(use.at, `${use.name} of an array with elements`, "an empty one");
  return yield* elementAt(array, place, context);
}

function* cut(use: ArrayUse, keepsFirst: boolean, context: StageContext): Steps<Staged> {
  const count = countAt(use, 0, context);
  const array = arrayAt(use, 1);
  if (count > array.length) context.fail(use.at, `${use.name} of at most ${array.length}`, String(count));
  return keepsFirst
    ? yield* sliced(array, 0, count, context)
    : yield* sliced(array, count, array.length - count, context);
}

function zip(use: ArrayUse, context: StageContext): Steps<Staged> {
  const arrays = use.operands.map((_, index) => arrayAt(use, index));
  checkLengths(use, arrays, context);
  const frame = new Frame(arrays[0].length);
  return done(arrayOfFrame(frame, stagedTuple(arrays.map((array) => frame.enter(array)))));
}

function unzip(use: ArrayUse, width: number): Steps<Staged> {
  const array = arrayAt(use, 0);
  const columns = Array.from({ length: width }, (_, index): Staged => {
    return { ...array, element: stagedField(array.element, String(index)) };
  });
  return done(stagedTuple(columns));
}

/** Nothing is made: the function becomes terms over what the arrays are made of. */
function* map(use: ArrayUse, context: StageContext): Steps<Staged> {
  if (use.operands.length === 2) {
    const over = (elements: StagedArray | StagedFilter): Steps<Staged> =>
      mapped(use.operands[0], [elements], use, context);
    return yield* orSifted(elementsAt(use, 1), over, context);
  }
  const arrays = use.operands.slice(1).map((_, index) => arrayAt(use, index + 1));
  checkLengths(use, arrays, context);
  return yield* mapped(use.operands[0], arrays, use, context);
}

function* mapped(
  callee: Staged,
  arrays: readonly (StagedArray | StagedFilter)[],
  { at, type }: ArrayUse,
  context: StageContext,
): Steps<Staged> {
  const { frame, element: operands, keep } = enterAll(arrays);
  const known = type?.kind === "array" && !hasFunction(type.element) ? type.element : undefined;
  const apply = (): Steps<Staged> => context.apply(callee, operands, frame);
  const given = known && (yield* givenWhereAsked(apply, { elements: frame }, context));
  const element = withRows(yield* counted(given ?? (known ? zeroOf(known) : yield* apply()), context));
  if (!isElement(element)) {
    context.refuse(at, "a map whose function gives functions", "columns hold scalars");
  }
  const array = arrayOfFrame(frame, element);
  if (keep !== undefined) return yield* waiting({ kind: "filtered", array, keep }, context);
  return isLarge(array) ? yield* settle(array, context) : array;
}

/** Indices as u32, those outside of `length` as `length`, which is beyond. */
function* placesOf(indices: StagedArray, length: number, context: StageContext): Steps<Column> {
  const frame = new Frame(indices.length);
  const index = frame.term(stagedScalar(frame.enter(indices)));
  const place = select(
    isBetween(index, constant("u32", length)),
    convert("u32", index),
    constant("u32", length),
  );
  const [places] = yield* columnsOver([place], frame.sources, frame.length, context);
  return places;
}

/** scatter dest is vs: of several values at one index the last stays, indices outside are ignored. */
function* scatterSteps(use: ArrayUse, context: StageContext): Steps<Staged> {
  const [into, indices, values] = [arrayAt(use, 0), arrayAt(use, 1), arrayAt(use, 2)];
  checkLengths(use, [indices, values], context);
  const [known, index] = [knownLeaves(values), knownLeaves(indices)];
  if (known !== undefined && index !== undefined && into.length > 0) {
    return yield* updatedArray(into, index[0], known, context);
  }
  const places = yield* placesOf(indices, into.length, context);
  if (into.length === 0 || values.length === 0) return into;
  const frames = [new Frame(into.length), new Frame(values.length)] as const;
  const elements = [frames[0].enter(into), frames[1].enter(values)] as const;
  const [before, value] = yield* withOneBase(...elements, frames[1], context);
  const destination = yield* materialize(arrayOfFrame(frames[0], before), context);
  const given = yield* materialize(arrayOfFrame(frames[1], value), context);
  const columns = yield* context.recorder.columns([places, ...given, ...destination], [], scatter);
  return arrayOfColumns(columns, before, into.length);
}

/** reduce_by_index dest f ne is vs: f dest[k] (the reduce of what goes to k), where something does. */
function* reduceByIndexSteps(use: ArrayUse, context: StageContext): Steps<Staged> {
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

/** In total order: −0 before +0, NaN last. */
function* sortSteps(use: ArrayUse, context: StageContext): Steps<Staged> {
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
