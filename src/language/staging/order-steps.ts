import { done, type Steps } from "../../algorithms/call.ts";
import {
  reduceByIndexSteps as binSteps,
  intoSteps,
} from "../../algorithms/histograms/reduce-by-index-steps.ts";
import { resolveContract } from "../../contracts/resolve.ts";
import { operatorNamed } from "../../operators/built-in.ts";
import { binary, constant, convert, select, type Term } from "../../operators/term.ts";
import type { ScalarType } from "../../values/element-types.ts";
import { InternalError } from "../../values/errors.ts";
import { imageBits } from "../../values/key-image.ts";
import { type ArrayUse, arrayAt, checkLengths } from "./array-use.ts";
import { contractOf } from "./contract-of.ts";
import { arrayOfColumns, columnsOver, Frame, firstElements, lengthOf, materialize } from "./frame.ts";
import type { StageContext } from "./stage-context.ts";
import { stagedScalar } from "./stage-scalars.ts";
import { host, leavesOf, type Staged, type StagedArray, stagedTuple, typeOfScalar } from "./staged.ts";

/** The elements that a predicate holds of: what they are made of is compacted, so that nothing between is made. */
export function* filterSteps<Vector>(
  use: ArrayUse<Vector>,
  context: StageContext<Vector>,
): Steps<Staged<Vector>> {
  const { on } = context;
  const { array, flags } = yield* predicateSteps(use, context);
  if (array.sources.length === 0) {
    const columns = yield* done(on.compact(yield* materialize(on, array), flags));
    return arrayOfColumns(columns, array.element, yield* lengthOf(on, columns[0]));
  }
  const sources = yield* done(on.compact(array.sources, flags));
  return { ...array, sources, length: yield* lengthOf(on, sources[0]) };
}

export function* partitionSteps<Vector>(
  use: ArrayUse<Vector>,
  context: StageContext<Vector>,
): Steps<Staged<Vector>> {
  const { on } = context;
  const { array, flags } = yield* predicateSteps(use, context);
  const { columns, keptCount } = yield* done(on.partition(yield* materialize(on, array), flags));
  const [kept] = yield* firstElements(on, [keptCount]);
  const count = Number(kept.value);
  const parts: StagedArray<Vector>[] = [];
  for (const [start, length] of [
    [0, count],
    [count, array.length - count],
  ]) {
    const part: Vector[] = [];
    for (const column of columns) part.push(yield* done(on.slice(column, start, length)));
    parts.push(arrayOfColumns(part, array.element, length));
  }
  return stagedTuple(parts);
}

/** any and all: the largest or smallest of the predicate's values. */
export function* testSteps<Vector>(
  use: ArrayUse<Vector>,
  extreme: "max" | "min",
  context: StageContext<Vector>,
): Steps<Staged<Vector>> {
  const { on } = context;
  const { array, flags } = yield* predicateSteps(use, context);
  if (array.length === 0) return host("bool", extreme === "min" ? 1 : 0);
  const contract = resolveContract({ operator: operatorNamed(extreme) }, "reduce", "u32");
  if (contract.kind !== "typed") throw new InternalError("a typed contract was expected");
  const numbers = yield* done(on.map([convert("u32", { kind: "left", type: "bool", column: 0 })], [flags]));
  const [found] = yield* firstElements(on, yield* done(on.reduce(contract, numbers)));
  return host("bool", found.value);
}

/** The predicate that comes first among the operands, on every element of the array that comes next. */
function* predicateSteps<Vector>(
  use: ArrayUse<Vector>,
  context: StageContext<Vector>,
): Steps<{ readonly array: StagedArray<Vector>; readonly flags: Vector }> {
  const given = arrayAt(use, 1);
  const frame = new Frame(context.on, given.length);
  const element = frame.enter(given);
  const holds = stagedScalar(yield* context.apply(use.operands[0], [element], frame));
  const term = yield* frame.term(holds);
  const [flags] = yield* columnsOver(context.on, [term], frame.sources, frame.length);
  return { array: given, flags };
}

/** Indices as u32, those outside of `length` as `length`, which is beyond. */
function* placesOf<Vector>(
  indices: StagedArray<Vector>,
  length: number,
  context: StageContext<Vector>,
): Steps<Vector> {
  const [leaf] = leavesOf(indices.element);
  const frame = new Frame(context.on, indices.length);
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
