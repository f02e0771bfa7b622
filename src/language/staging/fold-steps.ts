// Filters and folds. A filter waits for the fold that takes it, so that no column stands between them where an executor folds what it computes.

import { done, type Steps } from "../../algorithms/call.ts";
import { resolveColumns } from "../../algorithms/serve.ts";
import type { ColumnContract } from "../../contracts/column-contract.ts";
import type { Observation } from "../../contracts/contract.ts";
import type { MappedElements, Primitives } from "../../executors/primitives.ts";
import { operatorNamed } from "../../operators/built-in.ts";
import { binary, constant, convert, left, type Term } from "../../operators/term.ts";
import type { Scalar } from "../../values/element-types.ts";
import { type ArrayUse, arrayAt, arrayOfFrame, checkLengths, elementsAt, isLarge } from "./array-use.ts";
import {
  arrayOfColumns,
  bytesOf,
  columnsOver,
  firstElements,
  isColumn,
  lengthOf,
  materialize,
  operandsOfSources,
  type SourceOperands,
} from "./columns.ts";
import { contractOf, contractOrNone } from "./contract-of.ts";
import { foldColumns } from "./fold-columns.ts";
import { afterNeutral, foldByLevels } from "./fold-levels.ts";
import { Frame, givenWhereAsked, PartNeeded } from "./frame.ts";
import { type Column, computed } from "./recorder.ts";
import { sifted } from "./settle.ts";
import type { StageContext } from "./stage-context.ts";
import { elementAt } from "./stage-index.ts";
import {
  host,
  leavesOf,
  type Staged,
  type StagedArray,
  type StagedFilter,
  stagedScalar,
  stagedTuple,
  withLeaves,
} from "./staged.ts";
import type { Work } from "./tape.ts";
import { overUsedSources } from "./used-sources.ts";

/** reduce, scan and exscan. */
export function* foldSteps(use: ArrayUse, observation: Observation, context: StageContext): Steps<Staged> {
  const elements = elementsOf(elementsAt(use, 2));
  const { array } = elements;
  const neutral = use.operands[1];
  if (array.length === 0) return observation === "reduce" ? neutral : array;
  const contract = yield* contractOrNone(use, array.element, observation, context, {
    ...(observation === "exclusive-scan" && { initial: neutral }),
  });
  if (contract === undefined) return yield* foldOfArrays(use, observation, elements, context);
  const { columns, length } = yield* folded(contract, observation, elements, context);
  if (observation !== "reduce") return arrayOfColumns(columns, array.element, length);
  if (length === 0) return neutral;
  return withLeaves(array.element, yield* firstElements(columns, array.element, context));
}

/** The same by an operator that no primitive has. */
function* foldOfArrays(
  use: ArrayUse,
  observation: Observation,
  { array: given, keep }: FoldedElements,
  context: StageContext,
): Steps<Staged> {
  const array = keep === undefined ? given : yield* sifted({ kind: "filtered", array: given, keep }, context);
  const { length } = array;
  if (length === 0) return observation === "reduce" ? use.operands[1] : array;
  const seen = observation === "reduce" ? observation : "inclusive-scan";
  const ofColumns = yield* foldColumns(use, seen, array, context);
  if (observation === "reduce" && ofColumns !== undefined) return ofColumns;
  const made = ofColumns ?? (yield* foldByLevels(use, seen, { array, lengths: [length] }, context));
  if (observation === "reduce") return yield* elementAt(made, 0, context);
  return observation === "inclusive-scan" ? made : yield* afterNeutral(use, made, context);
}

/** Elements to be folded: those of an array, or of these the ones that a term holds of. */
interface FoldedElements {
  readonly array: StagedArray;
  readonly keep?: Term;
}

function elementsOf(operand: StagedArray | StagedFilter): FoldedElements {
  return operand.kind === "filtered" ? operand : { array: operand };
}

/** The reduce or the prefixes, and how many elements those columns have: none for the reduce of nothing. */
interface Folded {
  readonly columns: readonly Column[];
  readonly length: number;
}

/** Folds elements as they are computed, where the executor does that; else their columns are made before. */
function* folded(
  contract: ColumnContract,
  observation: Observation,
  elements: FoldedElements,
  context: StageContext,
): Steps<Folded> {
  const { recorder } = context;
  const { array, keep } = elements;
  const isReduce = observation === "reduce";
  const isFused = recorder.on.foldMapped !== undefined && isToBeComputed(elements);
  const fused = isFused ? yield* fusedFold(contract, observation, elements, context) : undefined;
  if (fused !== undefined) {
    if (keep !== undefined) return { columns: fused, length: yield* lengthOf(fused[0], context) };
    return { columns: fused, length: isReduce ? 1 : array.length };
  }
  const made = keep === undefined ? array : yield* sifted({ kind: "filtered", array, keep }, context);
  const given = yield* materialize(made, context);
  if (made.length === 0) return { columns: given, length: 0 };
  const columns = yield* recorder.columns(given, [], fold(contract, observation));
  return { columns, length: isReduce ? 1 : made.length };
}

function fold(contract: ColumnContract, observation: Observation): Work<readonly unknown[]> {
  return observation === "reduce"
    ? (on, columns) => done(on.reduce(contract, columns))
    : (on, columns) => done(on.scan(contract, observation, columns));
}

/** Whether an array's elements are anything but columns that are there. */
function isToBeComputed({ array, keep }: FoldedElements): boolean {
  if (keep !== undefined) return true;
  return leavesOf(array.element).some((leaf) => {
    if (leaf.kind === "host" || leaf.term.kind !== "left") return true;
    return !isColumn(array.sources[leaf.term.column]);
  });
}

function* fusedFold(
  contract: ColumnContract,
  observation: Observation,
  { array, keep }: FoldedElements,
  context: StageContext,
): Steps<readonly Column[] | undefined> {
  const { length } = array;
  const frame = new Frame(length);
  const terms = leavesOf(frame.enter(array)).map((leaf) => frame.term(leaf));
  const count = terms.length;
  if (keep !== undefined) terms.push(frame.moved(keep, array));
  const used = overUsedSources(terms, frame.sources);
  const mapped = { terms: used.terms.slice(0, count), keep: used.terms[count], length };
  if (observation !== "reduce") for (const { type } of mapped.terms) context.allocate(length * bytesOf(type));
  const { columns, scalars, sources } = yield* operandsOfSources(used.sources, context);
  const work = foldMapped(contract, observation, mapped, sources);
  return yield* context.recorder.attempt(columns, scalars, work);
}

function foldMapped(
  contract: ColumnContract,
  observation: Observation,
  mapped: Omit<MappedElements<unknown>, "sources">,
  sourcesOf: SourceOperands["sources"],
): Work<readonly unknown[] | undefined> {
  return function* (on, columns, scalars) {
    const elements = { ...mapped, sources: sourcesOf(columns, scalars) };
    const answer = on.foldMapped?.(contract, observation, elements);
    return answer && (yield* done(answer));
  };
}

/** any and all: the largest or smallest of the predicate's values. */
export function testSteps(use: ArrayUse, extreme: "max" | "min", context: StageContext): Steps<Staged> {
  return orSifted(elementsAt(use, 1), (elements) => tested(use, elements, extreme, context), context);
}

function* tested(
  use: ArrayUse,
  elements: StagedArray | StagedFilter,
  extreme: "max" | "min",
  context: StageContext,
): Steps<Staged> {
  const ofNothing = host("bool", extreme === "min" ? 1 : 0);
  const { frame, element, keep } = enterAll([elements]);
  if (frame.length === 0) return ofNothing;
  const apply = (): Steps<Staged> => context.apply(use.operands[0], element, frame);
  const given = (yield* givenWhereAsked(apply, { elements: frame }, context)) ?? ofNothing;
  const holds = frame.term(stagedScalar(given));
  const array = arrayOfFrame(frame, { kind: "term", term: convert("u32", holds) });
  const contract = resolveColumns({ operator: operatorNamed(extreme) }, "reduce", "u32");
  const { columns, length } = yield* folded(contract, "reduce", { array, ...(keep && { keep }) }, context);
  if (length === 0) return ofNothing;
  const found = yield* firstElements(columns, array.element, context);
  return computed("bool", found, firstOf);
}

function firstOf([scalar]: readonly Scalar[]): Scalar {
  return scalar;
}

/** segmented_scan and segmented_reduce: every segment alone. A true flag begins one; index 0 always does. */
export function* segmentedSteps(
  use: ArrayUse,
  observation: Observation,
  context: StageContext,
): Steps<Staged> {
  const { recorder } = context;
  const [flags, array] = [arrayAt(use, 2), arrayAt(use, 3)];
  checkLengths(use, [flags, array], context);
  if (array.length === 0) return array;
  const heads = yield* materialize(flags, context);
  const [offsets] = yield* recorder.columns(heads, [], offsetsOfSegments);
  const contract = yield* contractOf(use, array.element, observation, context);
  const columns = yield* materialize(array, context);
  const made = yield* recorder.columns([offsets, ...columns], [], foldSegments(contract, observation));
  const length = observation === "reduce" ? (yield* lengthOf(offsets, context)) - 1 : array.length;
  return arrayOfColumns(made, array.element, length);
}

function* offsetsOfSegments(on: Primitives<unknown>, [flags]: readonly unknown[]): Steps<readonly unknown[]> {
  const numbers = yield* done(on.iota(flags));
  const isHead = binary("or", left("bool", 0), binary("equal", left("u32", 1), constant("u32", 0)));
  const [heads] = yield* done(on.map([isHead], [flags, numbers]));
  return [yield* done(on.flagIndices(heads, true))];
}

function foldSegments(contract: ColumnContract, observation: Observation): Work<readonly unknown[]> {
  return (on, [offsets, ...columns]) =>
    done(on.segmented(contract, observation, columns, offsets, undefined));
}

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
function predicateSteps(use: ArrayUse, context: StageContext): Steps<StagedFilter> {
  return orSifted(elementsAt(use, 1), (elements) => chosenBy(use, elements, context), context);
}

function* chosenBy(
  use: ArrayUse,
  elements: StagedArray | StagedFilter,
  context: StageContext,
): Steps<StagedFilter> {
  const { frame, element, keep } = enterAll([elements]);
  const apply = (): Steps<Staged> => context.apply(use.operands[0], element, frame);
  const holds = (yield* givenWhereAsked(apply, { elements: frame }, context)) ?? host("bool", 0, true);
  const term = frame.term(stagedScalar(holds));
  return {
    kind: "filtered",
    array: arrayOfFrame(frame, element[0]),
    keep: keep === undefined ? term : binary("and", keep, term),
  };
}

/** Steps over the elements of an array; where these have no mask for what a filter leaves, that is made before. */
export function* orSifted<Result>(
  given: StagedArray | StagedFilter,
  steps: (array: StagedArray | StagedFilter) => Steps<Result>,
  context: StageContext,
): Steps<Result> {
  try {
    return yield* steps(given);
  } catch (error) {
    if (!(error instanceof PartNeeded) || given.kind !== "filtered") throw error;
    return yield* steps(yield* sifted(given, context));
  }
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
