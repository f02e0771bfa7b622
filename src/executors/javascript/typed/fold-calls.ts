import type { Scalar } from "../../../values/element-types.ts";
import { type ColumnArray, newColumn } from "../../../values/value-types.ts";
import type { Calls } from "../loops.ts";
import { type ColumnRecipe, initialOf, valueOfNothing } from "../recipe.ts";
import type { FoldLoops, TreeLoops } from "./loop-types.ts";
import { canonicalise, type StagedTypes, stageOf } from "./stage.ts";

/** Elements that are converted at a time: what lies in the first-level cache with its source. */
const CONVERTED_LENGTH = 1024;

/**
 * Calls that go through elements once with a running value. An initial value begins it, but where `prepend` is given: that puts the value before each
 * prefix, as a left fold of floats with an outside one has it.
 */
export function foldCalls(
  loops: FoldLoops,
  types: StagedTypes,
  recipe: ColumnRecipe,
  prepend?: TreeLoops["prepend"],
): Calls<Scalar, ColumnArray> {
  const { step, read, canonical, finish } = recipe;
  const initial = recipe.initial?.value as Scalar | undefined;
  const isBegun = initial !== undefined && prepend === undefined;
  const isWidened = types.type !== types.sum;
  const stage = stageOf(types, 1, read);
  const firstOf = (length: number): number => (step > 0 ? 0 : length - 1);

  /** Elements of the sum's type, in array order: the input's own, or what was put into `output`. */
  function widened(input: ColumnArray, output: ColumnArray): ColumnArray {
    if (isWidened) stage.fill(output, 0, input, 0, input.length);
    return isWidened ? output : input;
  }

  function reduceWidened(input: ColumnArray, skipped: number, value: Scalar): Scalar {
    const part = newColumn(types.sum, Math.min(input.length, CONVERTED_LENGTH));
    let running = value;
    for (let from = skipped; from < input.length; from += CONVERTED_LENGTH) {
      const count = Math.min(CONVERTED_LENGTH, input.length - from);
      stage.fill(part, 0, input, step > 0 ? from : input.length - from - count, count);
      running = loops.reduce(part, firstOf(count), step, count, running);
    }
    return running;
  }

  /** Prefixes [start, end) of the array, in array order, the last of which was made by `last`. */
  function finishScan(output: ColumnArray, start: number, end: number, last: Scalar): void {
    prepend?.(Number(initial), output, start, end);
    // A NaN is in every later prefix. What stands before all of them can make new ones of infinities and zeros alone.
    const isOpen = prepend !== undefined && !(Number.isFinite(initial) && Number.isFinite(last));
    if (isOpen || Number.isNaN(last)) {
      canonicalise(output, start, end);
    }
  }

  return {
    reduce(input) {
      const { length } = input;
      if (length === 0) return valueOfNothing(recipe) as Scalar;
      const skipped = isBegun ? 0 : 1;
      const value = isBegun ? initial : (read(input, firstOf(length)) as Scalar);
      const total = isWidened
        ? reduceWidened(input, skipped, value)
        : loops.reduce(input, firstOf(length) + step * skipped, step, length - skipped, value);
      return (isBegun ? canonical(total) : finish(total)) as Scalar;
    },
    inclusiveScan(input, output) {
      const { length } = input;
      if (length === 0) return;
      const elements = widened(input, output);
      const first = firstOf(length);
      if (isBegun) {
        return finishScan(output, 0, length, loops.inclusive(elements, output, first, step, length, initial));
      }
      const value = elements[first];
      output.fill(value as never, first, first + 1);
      finishScan(output, 0, length, loops.inclusive(elements, output, first + step, step, length - 1, value));
    },
    exclusiveScan(input, output) {
      const value = initialOf(recipe) as Scalar;
      const { length } = input;
      if (length === 0) return;
      const elements = widened(input, output);
      const first = firstOf(length);
      if (isBegun) {
        return finishScan(output, 0, length, loops.exclusive(elements, output, first, step, length, value));
      }
      const next = elements[first];
      output.fill(value as never, first, first + 1);
      const last = loops.exclusive(elements, output, first + step, step, length - 1, next);
      finishScan(output, step > 0 ? 1 : 0, step > 0 ? length : length - 1, last);
    },
  };
}
