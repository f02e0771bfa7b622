import type { Primitives } from "../../executors/primitives.ts";
import { binary, left, right } from "../../operators/term.ts";
import { MOST_ELEMENTS } from "../../values/index-array.ts";
import { done, type Steps } from "../call.ts";
import { resolveColumns } from "../serve.ts";

/** The offsets of segments whose lengths are given: 0, and the sums of the lengths so far. */
export function* offsetSteps<Vector>(on: Primitives<Vector>, lengths: Vector): Steps<Vector> {
  const [ends] = yield* done(
    on.scan(resolveColumns({}, "inclusive-scan", "u32"), "inclusive-scan", [lengths]),
  );
  const zero = yield* done(on.fill("u32", 0, 1));
  return yield* done(on.concat(zero, ends));
}

/** The lengths of segments whose offsets are given. */
export function* lengthSteps<Vector>(on: Primitives<Vector>, offsets: Vector): Steps<Vector> {
  const ends = yield* done(on.slice(offsets, 1, MOST_ELEMENTS));
  const starts = yield* done(on.slice(offsets, 0, -1));
  const distance = binary("subtract", right("u32"), left("u32"));
  const [lengths] = yield* done(on.map([distance], [starts], [ends]));
  return lengths;
}

/** Where the segments of offsets begin and end; how many there are may be known on a device alone. */
interface SegmentBounds<Vector> {
  readonly indices: Vector; // u32: 0, 1, 2, … of the segments
  readonly starts: Vector;
  readonly ends: Vector;
}

/** See SegmentBounds. */
export function* boundSteps<Vector>(on: Primitives<Vector>, offsets: Vector): Steps<SegmentBounds<Vector>> {
  const ends = yield* done(on.slice(offsets, 1, MOST_ELEMENTS));
  return { indices: yield* done(on.iota(ends)), starts: yield* done(on.slice(offsets, 0, -1)), ends };
}

/** `left + right`, of indices. */
export function* sumSteps<Vector>(on: Primitives<Vector>, first: Vector, second: Vector): Steps<Vector> {
  const [sums] = yield* done(on.map([binary("add", left("u32"), right("u32"))], [first], [second]));
  return sums;
}
