import type { Primitives } from "../../executors/primitives.ts";
import { binary, left, right } from "../../operators/term.ts";
import { MOST_ELEMENTS } from "../../values/index-array.ts";
import { done, type Steps } from "../call.ts";

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
