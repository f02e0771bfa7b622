import { done, type Steps } from "../../algorithms/call.ts";
import { binary, constant, convert, select, type Term, unary } from "../../operators/term.ts";
import { InternalError } from "../../values/errors.ts";
import type { ArrayTerm } from "../term.ts";
import {
  arrayOfColumns,
  columnsOver,
  type Elements,
  Frame,
  firstElements,
  lengthOf,
  materialize,
} from "./frame.ts";
import { type Source, slicedSource } from "./source.ts";
import type { StageContext } from "./stage-context.ts";
import { stagedScalar } from "./stage-scalars.ts";
import { type HostScalar, leavesOf, type Staged, type StagedArray, withLeaves } from "./staged.ts";

/** The element at an index: one that is known, or one for each element of a map, which is a gather. @throws ProgramError outside the array */
export function* stageIndex<Vector>(
  array: StagedArray<Vector>,
  indices: readonly Staged<Vector>[],
  term: Extract<ArrayTerm, { kind: "index" }>,
  context: StageContext<Vector>,
  elements: Elements | undefined,
): Steps<Staged<Vector>> {
  if (indices.length > 1) context.refuse(term.at, "an index of several dimensions", "columns have one");
  const index = stagedScalar(indices[0]);
  const { at } = term.indices[0];
  if (index.kind === "host") {
    const place = Number(index.value);
    if (!(place >= 0 && place < array.length)) outside(array.length, place, at, context);
    return yield* elementAt(array, place, context);
  }
  if (!(elements instanceof Frame)) {
    return context.refuse(
      term.at,
      "an array that an operator looks into",
      "operators see their operands alone",
    );
  }
  return yield* gathered(array, index.term, at, context, elements as Frame<Vector>);
}

/** The element at a place that is there, now. */
export function* elementAt<Vector>(
  array: StagedArray<Vector>,
  place: number,
  context: StageContext<Vector>,
): Steps<Staged<Vector>> {
  const { on } = context;
  const columns = yield* materialize(on, yield* sliced(array, place, 1, context));
  return withLeaves(array.element, yield* firstElements(on, columns));
}

/** One element for each of a map's, whose columns become sources of it. */
function* gathered<Vector>(
  array: StagedArray<Vector>,
  index: Term,
  at: number,
  context: StageContext<Vector>,
  frame: Frame<Vector>,
): Steps<Staged<Vector>> {
  const { on } = context;
  const { type } = index;
  const limit = constant(type, type === "i64" || type === "u64" ? BigInt(array.length) : array.length);
  const zero = constant(type, type === "i64" || type === "u64" ? 0n : 0);
  const isInside = binary("and", binary("lessOrEqual", zero, index), binary("less", index, limit));
  const isWrong = unary("not", isInside);
  const wrong = frame.guard === undefined ? isWrong : binary("and", frame.guard, isWrong);
  const terms = [wrong, select(isInside, convert("u32", index), constant("u32", 0)), index];
  const [flags, places, given] = yield* columnsOver(on, terms, frame.sources, frame.length);
  const wrongPlaces = yield* done(on.flagIndices(flags, false));
  if ((yield* lengthOf(on, wrongPlaces)) > 0) {
    const first = yield* done(on.gather([given], yield* done(on.slice(wrongPlaces, 0, 1))));
    const [{ value }] = yield* firstElements(on, first);
    outside(array.length, Number(value), at, context);
  }
  const columns = yield* done(on.gather(yield* materialize(on, array), places));
  return frame.enter(arrayOfColumns(columns, array.element, frame.length));
}

function outside<Vector>(length: number, index: number, at: number, context: StageContext<Vector>): never {
  const expected = length === 0 ? "an array with elements" : `an index from 0 to ${length - 1}`;
  return context.fail(at, expected, `index ${index}`);
}

/** Elements start … end − 1, made no more than the array is. @throws ProgramError outside the array */
export function* stageSlice<Vector>(
  array: StagedArray<Vector>,
  start: HostScalar | undefined,
  end: HostScalar | undefined,
  at: number,
  context: StageContext<Vector>,
): Steps<StagedArray<Vector>> {
  const first = start === undefined ? 0 : Number(start.value);
  const last = end === undefined ? array.length : Number(end.value);
  if (first < 0 || last > array.length || first > last) {
    context.fail(at, `a slice within 0:${array.length}`, `${first}:${last}`);
  }
  return yield* sliced(array, first, last - first, context);
}

export function* sliced<Vector>(
  array: StagedArray<Vector>,
  start: number,
  length: number,
  { on }: StageContext<Vector>,
): Steps<StagedArray<Vector>> {
  const sources: Source<Vector>[] = [];
  for (const source of array.sources) {
    sources.push(yield* slicedSource(on, source, [start, length], array.length));
  }
  return { ...array, sources, length };
}

/** @throws InternalError unless every leaf is known */
export function knownLeaves<Vector>(value: Staged<Vector>): readonly HostScalar[] {
  return leavesOf(value).map((leaf) => {
    if (leaf.kind === "host") return leaf;
    throw new InternalError("a known value was expected");
  });
}
