// Where rows of lengths that are a column begin and end, and whose each element is. Asked again of the same column, they are not made again.

import { done, type Steps } from "../../algorithms/call.ts";
import { offsetSteps } from "../../algorithms/segments/offset-steps.ts";
import { resolveColumns } from "../../algorithms/serve.ts";
import type { Primitives } from "../../executors/primitives.ts";
import { convert, left } from "../../operators/term.ts";
import type { Scalar } from "../../values/element-types.ts";
import { LONGEST } from "./array-use.ts";
import { bytesOf } from "./columns.ts";
import { type Column, computed, look, type Recorder } from "./recorder.ts";
import type { StageContext } from "./stage-context.ts";
import type { Work } from "./tape.ts";

export interface RowBounds {
  readonly offsets: Column; // one more than there are rows
  readonly starts: Column;
  readonly total: number;
  ids?: Column; // of the row of each element
}

const known = new WeakMap<Recorder, Map<number, RowBounds>>();

/** @throws ProgramError for more elements in all than columns have, or than memory lets be */
export function* offsetsOfLengths(lengths: Column, count: number, context: StageContext): Steps<RowBounds> {
  const { recorder } = context;
  const ofRun = known.get(recorder) ?? new Map<number, RowBounds>();
  known.set(recorder, ofRun);
  const before = ofRun.get(lengths.slot);
  if (before !== undefined) return before;
  const total = count === 0 ? 0 : yield* totalOf(lengths, context);
  checkTotal(total, context);
  const [offsets, starts] = yield* recorder.columns([lengths], [], count === 0 ? noBounds : bounds);
  const made: RowBounds = { offsets, starts, total };
  ofRun.set(lengths.slot, made);
  return made;
}

/** How many elements so many rows of one length have. @throws ProgramError as `offsetsOfLengths` does */
export function totalOfEven(count: number, width: number, context: StageContext): number {
  const total = count * width;
  checkTotal(total, context);
  return total;
}

function checkTotal(total: number, context: StageContext): void {
  if (total > LONGEST) {
    context.fail(context.last, `at most ${LONGEST} elements in all rows`, String(total));
  }
  context.allocate(total * bytesOf("u32"));
}

export function* rowIds(bounds: RowBounds, { recorder }: StageContext): Steps<Column> {
  const { ids, offsets, total } = bounds;
  const [made] = ids === undefined ? yield* recorder.columns([offsets], [], idsOf(total)) : [ids];
  bounds.ids = made;
  return made;
}

/** The sum of lengths: in u32 where no sum of so many passes the largest index. */
function* totalOf(lengths: Column, { recorder }: StageContext): Steps<number> {
  const [longest, count] = yield* recorder.scalars(["u32", "u32"], [lengths], longestOf);
  const isSmall = look(computed("bool", [longest, count], fitsIndices)) === 1;
  const [total] = yield* recorder.scalars([isSmall ? "u32" : "u64"], [lengths], isSmall ? sumOf : wideSumOf);
  return Number(look(total));
}

function fitsIndices([longest, count]: readonly Scalar[]): Scalar {
  return Number(longest) * Number(count) <= LONGEST ? 1 : 0;
}

function* longestOf(on: Primitives<unknown>, [lengths]: readonly unknown[]): Steps<readonly Scalar[]> {
  const [longest] = yield* done(on.reduce(resolveColumns({ operator: "max" }, "reduce", "u32"), [lengths]));
  const [most] = yield* done(on.take(longest));
  const [count] = yield* done(on.take(yield* done(on.lengthOf(lengths))));
  return [most, count];
}

function* sumOf(on: Primitives<unknown>, [lengths]: readonly unknown[]): Steps<readonly Scalar[]> {
  const [total] = yield* done(on.reduce(resolveColumns({}, "reduce", "u32"), [lengths]));
  return [(yield* done(on.take(total)))[0]];
}

function* wideSumOf(on: Primitives<unknown>, [lengths]: readonly unknown[]): Steps<readonly Scalar[]> {
  const wide = yield* done(on.map([convert("u64", left("u32"))], [lengths]));
  const [total] = yield* done(on.reduce(resolveColumns({}, "reduce", "u64"), wide));
  return [(yield* done(on.take(total)))[0]];
}

function* bounds(on: Primitives<unknown>, [lengths]: readonly unknown[]): Steps<readonly unknown[]> {
  const offsets = yield* offsetSteps(on, lengths);
  return [offsets, yield* done(on.slice(offsets, 0, -1))];
}

function* noBounds(on: Primitives<unknown>): Steps<readonly unknown[]> {
  return [yield* done(on.fill("u32", 0, 1)), yield* done(on.fill("u32", 0, 0))];
}

function idsOf(total: number): Work<readonly unknown[]> {
  return function* (on, [offsets]) {
    return [yield* done(total === 0 ? on.fill("u32", 0, 0) : on.segmentIds(offsets, total))];
  };
}
