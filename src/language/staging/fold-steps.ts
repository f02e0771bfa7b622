import { done, type Steps } from "../../algorithms/call.ts";
import { resolveColumns } from "../../algorithms/serve.ts";
import type { ColumnContract } from "../../contracts/column-contract.ts";
import type { Observation } from "../../contracts/contract.ts";
import type { MappedElements, Primitives } from "../../executors/primitives.ts";
import { operatorNamed } from "../../operators/built-in.ts";
import { binary, constant, convert, left, type Term } from "../../operators/term.ts";
import { type ArrayUse, arrayAt, arrayOfFrame, checkLengths, elementsAt } from "./array-use.ts";
import { contractOf } from "./contract-of.ts";
import { enterAll } from "./filter-steps.ts";
import { arrayOfColumns, Frame, firstElements, lengthOf, materialize } from "./frame.ts";
import { givenWhereAsked } from "./reach.ts";
import { sifted } from "./settle.ts";
import { asMade, isColumn, overUsedSources } from "./source.ts";
import type { StageContext } from "./stage-context.ts";
import { knownLeaves } from "./stage-index.ts";
import { stagedScalar } from "./stage-scalars.ts";
import { host, leavesOf, type Staged, type StagedArray, type StagedFilter, withLeaves } from "./staged.ts";

/** reduce, scan and exscan. */
export function* foldSteps<Vector>(
  use: ArrayUse<Vector>,
  observation: Observation,
  context: StageContext<Vector>,
): Steps<Staged<Vector>> {
  const elements = elementsOf(elementsAt(use, 2));
  const { array } = elements;
  const neutral = use.operands[1];
  if (array.length === 0) return observation === "reduce" ? neutral : array;
  const initial = observation === "exclusive-scan" ? knownLeaves(neutral) : undefined;
  const contract = yield* contractOf(use, array.element, observation, context, {
    ...(initial && { initial }),
  });
  const { columns, length } = yield* folded(context.on, contract, observation, elements);
  if (observation !== "reduce") return arrayOfColumns(columns, array.element, length);
  return length === 0 ? neutral : withLeaves(array.element, yield* firstElements(context.on, columns));
}

/** Elements to be folded: those of an array, or of these the ones that a term holds of. */
interface Elements<Vector> {
  readonly array: StagedArray<Vector>;
  readonly keep?: Term;
}

function elementsOf<Vector>(operand: StagedArray<Vector> | StagedFilter<Vector>): Elements<Vector> {
  return operand.kind === "filtered" ? operand : { array: operand };
}

/** The reduce or the prefixes, and how many elements those columns have: none for the reduce of nothing. */
interface Folded<Vector> {
  readonly columns: readonly Vector[];
  readonly length: number;
}

/** Folds elements as they are computed, where the executor does that; else their columns are made before. */
function* folded<Vector>(
  on: Primitives<Vector>,
  contract: ColumnContract,
  observation: Observation,
  elements: Elements<Vector>,
): Steps<Folded<Vector>> {
  const { array, keep } = elements;
  const isReduce = observation === "reduce";
  const fused = on.foldMapped && isToBeComputed(elements) ? yield* mappedOf(elements) : undefined;
  const answer = fused && on.foldMapped?.(contract, observation, fused);
  if (answer !== undefined) {
    const columns = yield* done(answer);
    const isKnown = keep === undefined;
    return { columns, length: isKnown ? (isReduce ? 1 : array.length) : yield* lengthOf(on, columns[0]) };
  }
  const made = keep === undefined ? array : yield* sifted(on, { kind: "filtered", array, keep });
  const columns = yield* materialize(on, made);
  if (made.length === 0) return { columns, length: 0 };
  if (isReduce) return { columns: yield* done(on.reduce(contract, columns)), length: 1 };
  return { columns: yield* done(on.scan(contract, observation, columns)), length: made.length };
}

/** Whether an array's elements are anything but columns that are there. */
function isToBeComputed<Vector>({ array, keep }: Elements<Vector>): boolean {
  if (keep !== undefined) return true;
  return leavesOf(array.element).some((leaf) => {
    if (leaf.kind === "host" || leaf.term.kind !== "left") return true;
    return !isColumn(array.sources[leaf.term.column]);
  });
}

function* mappedOf<Vector>({ array, keep }: Elements<Vector>): Steps<MappedElements<Vector>> {
  const { length } = array;
  const frame = new Frame<Vector>(length);
  const terms: Term[] = [];
  for (const leaf of leavesOf(frame.enter(array))) terms.push(yield* frame.term(leaf));
  const count = terms.length;
  if (keep !== undefined) terms.push(frame.moved(keep, array));
  const used = overUsedSources(terms, frame.sources);
  return {
    terms: used.terms.slice(0, count),
    keep: used.terms[count],
    sources: used.sources.map(asMade),
    length,
  };
}

/** any and all: the largest or smallest of the predicate's values. */
export function* testSteps<Vector>(
  use: ArrayUse<Vector>,
  extreme: "max" | "min",
  context: StageContext<Vector>,
): Steps<Staged<Vector>> {
  const { on } = context;
  const ofNothing = host("bool", extreme === "min" ? 1 : 0);
  const operand = elementsAt(use, 1);
  const { frame, element, keep } = enterAll([operand]);
  if (frame.length === 0) return ofNothing;
  const apply = (): Steps<Staged<Vector>> => context.apply(use.operands[0], element, frame);
  const given = (yield* givenWhereAsked(apply, { elements: frame }, context)) ?? ofNothing;
  const holds = yield* frame.term(stagedScalar(given));
  const array = arrayOfFrame(frame, { kind: "term", term: convert("u32", holds) });
  const contract = resolveColumns({ operator: operatorNamed(extreme) }, "reduce", "u32");
  const { columns, length } = yield* folded(on, contract, "reduce", { array, ...(keep && { keep }) });
  if (length === 0) return ofNothing;
  const [found] = yield* firstElements(on, columns);
  return host("bool", found.value);
}

/** segmented_scan and segmented_reduce: every segment alone. A true flag begins one; index 0 always does. */
export function* segmentedSteps<Vector>(
  use: ArrayUse<Vector>,
  observation: Observation,
  context: StageContext<Vector>,
): Steps<Staged<Vector>> {
  const { on } = context;
  const [flags, array] = [arrayAt(use, 2), arrayAt(use, 3)];
  checkLengths(use, [flags, array], context);
  if (array.length === 0) return array;
  const [given] = yield* materialize(on, flags);
  const numbers = yield* done(on.iota(given));
  const isHead = binary("or", left("bool", 0), binary("equal", left("u32", 1), constant("u32", 0)));
  const [heads] = yield* done(on.map([isHead], [given, numbers]));
  const offsets = yield* done(on.flagIndices(heads, true));
  const contract = yield* contractOf(use, array.element, observation, context);
  const columns = yield* materialize(on, array);
  const made = yield* done(on.segmented(contract, observation, columns, offsets, undefined));
  const length = observation === "reduce" ? (yield* lengthOf(on, offsets)) - 1 : array.length;
  return arrayOfColumns(made, array.element, length);
}
