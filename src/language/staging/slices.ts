// Parts of arrays, in the memory of the whole where an executor has views.

import { done, type Steps } from "../../algorithms/call.ts";
import { columnOf } from "./columns.ts";
import type { StageContext } from "./stage-context.ts";
import { type Source, type StagedArray, termsOf, withTerms } from "./staged.ts";
import type { Work } from "./tape.ts";
import { overUsedSources } from "./used-sources.ts";

/** Elements [start, start + length) of an array. */
export function* sliced(
  array: StagedArray,
  start: number,
  length: number,
  context: StageContext,
): Steps<StagedArray> {
  const sources: Source[] = [];
  const used = overUsedSources(termsOf(array), array.sources);
  for (const source of used.sources) {
    sources.push(yield* slicedSource(source, [start, length], array.length, context));
  }
  return { kind: "array", sources, element: withTerms(array.element, used.terms), length };
}

function* slicedSource(
  source: Source,
  [start, count]: readonly [number, number],
  length: number,
  context: StageContext,
): Steps<Source> {
  if (source.kind === "value") return { kind: "value", scalar: source.scalar };
  if (source.kind === "numbers" && start === 0) return { kind: "numbers" };
  if (source.kind === "numbers" && count === 1) {
    return { kind: "value", scalar: { kind: "host", type: "u32", current: start, isLiteral: false } };
  }
  const { recorder } = context;
  const whole = yield* columnOf(source, length, context);
  const [column] = yield* recorder.columns([whole], [], slice(start, count));
  return { kind: "column", column, isView: recorder.on.view !== undefined };
}

function slice(start: number, count: number): Work<readonly unknown[]> {
  return function* (on, [column]) {
    return [on.view?.(column, start, count) ?? (yield* done(on.slice(column, start, count)))];
  };
}
