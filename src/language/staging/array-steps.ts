import { done, type Steps } from "../../algorithms/call.ts";
import { binary, constant, convert, left } from "../../operators/term.ts";
import type { ArrayFunction } from "../types/signatures.ts";
import { isFlat, zeroOf } from "./array-of-scalars.ts";
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
import { enterAll, filterSteps, partitionSteps, waiting } from "./filter-steps.ts";
import { foldSteps, segmentedSteps, testSteps } from "./fold-steps.ts";
import { arrayOfColumns, Frame, materialize } from "./frame.ts";
import { reduceByIndexSteps, scatterSteps, sortSteps } from "./order-steps.ts";
import { givenWhereAsked } from "./reach.ts";
import { settle } from "./settle.ts";
import type { StageContext } from "./stage-context.ts";
import { elementAt, sliced } from "./stage-index.ts";
import {
  bytesOfArrays,
  host,
  isElement,
  type Staged,
  type StagedArray,
  type StagedFilter,
  stagedField,
  stagedTuple,
} from "./staged.ts";

/** Every function over arrays as steps over primitives. Those without steps are the interpreter's alone. */
export const ARRAY_STEPS: Readonly<Record<ArrayFunction, ArrayStep>> = {
  iota: { arity: 1, run: (use, context) => done(counting(countAt(use, 0, context))) },
  replicate: { arity: 2, run: replicate },
  indices: { arity: 1, run: (use) => done(counting(arrayAt(use, 0).length)) },
  tabulate: { arity: 2, run: tabulate },
  length: { arity: 1, run: length },
  concat: { arity: 2, run: concat },
  flatten: refusedStep(1),
  transpose: refusedStep(1),
  reverse: { arity: 1, run: (use, context) => rearranged(arrayAt(use, 0), -1, -1, context) },
  rotate: { arity: 2, run: rotate },
  head: { arity: 1, run: (use, context) => end(use, 0, context) },
  last: { arity: 1, run: (use, context) => end(use, arrayAt(use, 0).length - 1, context) },
  take: { arity: 2, run: (use, context) => cut(use, true, context) },
  drop: { arity: 2, run: (use, context) => cut(use, false, context) },
  zip: { arity: 2, run: zip },
  zip3: { arity: 3, run: zip },
  unzip: { arity: 1, run: (use) => unzip(use, 2) },
  unzip3: { arity: 1, run: (use) => unzip(use, 3) },
  map: { arity: 2, run: map },
  map1: { arity: 2, run: map },
  map2: { arity: 3, run: map },
  map3: { arity: 4, run: map },
  map4: { arity: 5, run: map },
  map5: { arity: 6, run: map },
  foldl: refusedStep(3),
  reduce: { arity: 3, run: (use, context) => foldSteps(use, "reduce", context) },
  reduce_comm: { arity: 3, run: (use, context) => foldSteps(use, "reduce", context) },
  scan: { arity: 3, run: (use, context) => foldSteps(use, "inclusive-scan", context) },
  exscan: { arity: 3, run: (use, context) => foldSteps(use, "exclusive-scan", context) },
  segmented_scan: { arity: 4, run: (use, context) => segmentedSteps(use, "inclusive-scan", context) },
  segmented_reduce: { arity: 4, run: (use, context) => segmentedSteps(use, "reduce", context) },
  reduce_by_index: { arity: 5, run: reduceByIndexSteps },
  filter: { arity: 2, run: filterSteps },
  partition: { arity: 2, run: partitionSteps },
  scatter: { arity: 3, run: scatterSteps },
  sort: { arity: 1, run: sortSteps },
  any: { arity: 2, run: (use, context) => testSteps(use, "max", context) },
  all: { arity: 2, run: (use, context) => testSteps(use, "min", context) },
};

function refusedStep(arity: number): ArrayStep {
  return {
    arity,
    run: ({ at, name }, context) =>
      context.refuse(at, `"${name}"`, "columns hold scalars, in no order of turns"),
  };
}

/** 0, 1, …, as i64. */
function counting<Vector>(length: number): Staged<Vector> & StagedArray<Vector> {
  const element = { kind: "term", term: convert("i64", left("u32")) } as const;
  return { kind: "array", sources: [{ kind: "numbers" }], element, length };
}

function replicate<Vector>(use: ArrayUse<Vector>, context: StageContext<Vector>): Steps<Staged<Vector>> {
  const element = use.operands[1];
  if (!isElement(element)) {
    context.refuse(use.at, "an array of arrays or functions", "columns hold scalars");
  }
  return done<Staged<Vector>>({ kind: "array", sources: [], element, length: countAt(use, 0, context) });
}

function tabulate<Vector>(use: ArrayUse<Vector>, context: StageContext<Vector>): Steps<Staged<Vector>> {
  return mapped(use.operands[1], [counting(countAt(use, 0, context))], use, context);
}

function length<Vector>(use: ArrayUse<Vector>): Steps<Staged<Vector>> {
  return done<Staged<Vector>>(host("i64", BigInt(arrayAt(use, 0).length)));
}

function* concat<Vector>(use: ArrayUse<Vector>, context: StageContext<Vector>): Steps<Staged<Vector>> {
  const { on } = context;
  const [one, other] = [arrayAt(use, 0), arrayAt(use, 1)];
  context.allocate(bytesOfArrays(one) + bytesOfArrays(other), use.at);
  const first = yield* materialize(on, one);
  const second = yield* materialize(on, other);
  const columns: Vector[] = [];
  for (const [index, column] of first.entries()) {
    columns.push(yield* done(on.concat(column, second[index])));
  }
  return arrayOfColumns(columns, one.element, one.length + other.length);
}

/** The elements at factor·i + offset, modulo the length. */
function* rearranged<Vector>(
  array: StagedArray<Vector>,
  factor: 1 | -1,
  offset: number,
  { on }: StageContext<Vector>,
): Steps<Staged<Vector>> {
  const { length: count } = array;
  if (count === 0) return array;
  const like = yield* done(on.fill("u32", 0, count));
  const numbers = yield* done(on.iota(like));
  const start = (((offset % count) + count) % count) >>> 0;
  const place = binary(factor === 1 ? "add" : "subtract", constant("u32", start), left("u32"));
  // Only a rotation passes the end; what is beyond wraps once.
  const wrapped = binary("min", place, binary("subtract", place, constant("u32", count)));
  const [places] = yield* done(on.map([factor === 1 ? wrapped : place], [numbers]));
  const columns = yield* done(on.gather(yield* materialize(on, array), places));
  return arrayOfColumns(columns, array.element, count);
}

function* rotate<Vector>(use: ArrayUse<Vector>, context: StageContext<Vector>): Steps<Staged<Vector>> {
  const [by] = use.operands;
  const array = arrayAt(use, 1);
  const distance =
    by.kind === "host" && array.length > 0 ? Number(BigInt(by.value) % BigInt(array.length)) : 0;
  return yield* rearranged(array, 1, distance, context);
}

function* end<Vector>(
  use: ArrayUse<Vector>,
  place: number,
  context: StageContext<Vector>,
): Steps<Staged<Vector>> {
  const array = arrayAt(use, 0);
  if (array.length === 0) context.fail(use.at, `${use.name} of an array with elements`, "an empty one");
  return yield* elementAt(array, place, context);
}

function* cut<Vector>(
  use: ArrayUse<Vector>,
  keepsFirst: boolean,
  context: StageContext<Vector>,
): Steps<Staged<Vector>> {
  const count = countAt(use, 0, context);
  const array = arrayAt(use, 1);
  if (count > array.length) context.fail(use.at, `${use.name} of at most ${array.length}`, String(count));
  return keepsFirst
    ? yield* sliced(array, 0, count, context)
    : yield* sliced(array, count, array.length - count, context);
}

function zip<Vector>(use: ArrayUse<Vector>, context: StageContext<Vector>): Steps<Staged<Vector>> {
  const arrays = use.operands.map((_, index) => arrayAt(use, index));
  checkLengths(use, arrays, context);
  const frame = new Frame<Vector>(arrays[0].length);
  return done<Staged<Vector>>(arrayOfFrame(frame, stagedTuple(arrays.map((array) => frame.enter(array)))));
}

function unzip<Vector>(use: ArrayUse<Vector>, width: number): Steps<Staged<Vector>> {
  const array = arrayAt(use, 0);
  const columns = Array.from({ length: width }, (_, index): Staged<Vector> => {
    return { ...array, element: stagedField(array.element, String(index)) };
  });
  return done<Staged<Vector>>(stagedTuple(columns));
}

/** Nothing is made: the function becomes terms over what the arrays are made of. */
function* map<Vector>(use: ArrayUse<Vector>, context: StageContext<Vector>): Steps<Staged<Vector>> {
  if (use.operands.length === 2) {
    return yield* mapped(use.operands[0], [elementsAt(use, 1)], use, context);
  }
  const arrays = use.operands.slice(1).map((_, index) => arrayAt(use, index + 1));
  checkLengths(use, arrays, context);
  return yield* mapped(use.operands[0], arrays, use, context);
}

function* mapped<Vector>(
  callee: Staged<Vector>,
  arrays: readonly (StagedArray<Vector> | StagedFilter<Vector>)[],
  { at, type }: ArrayUse<Vector>,
  context: StageContext<Vector>,
): Steps<Staged<Vector>> {
  const { frame, element: operands, keep } = enterAll(arrays);
  const known = type?.kind === "array" && isFlat(type.element) ? type.element : undefined;
  const apply = (): Steps<Staged<Vector>> => context.apply(callee, operands, frame);
  const given = known && (yield* givenWhereAsked(apply, { elements: frame }, context));
  const element = given ?? (known ? zeroOf<Vector>(known) : yield* apply());
  if (!isElement(element)) {
    context.refuse(at, "a map whose function gives arrays or functions", "columns hold scalars");
  }
  const array = arrayOfFrame(frame, element);
  if (keep !== undefined) return yield* waiting({ kind: "filtered", array, keep }, context);
  return isLarge(array) ? yield* settle(context.on, array) : array;
}
