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
