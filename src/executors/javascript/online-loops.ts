import type { OnlineFold } from "./folds/online-fold.ts";
import { finisher, initialOf, type Recipe } from "./recipe.ts";

/** The loops that take an array into a running fold. `output` has the length of `input` and may be it. */
interface OnlineLoops<Value, Arrays> {
  /** A fold of nothing but the initial value, where that one is the sequence's first element. */
  startFold(): OnlineFold<Value>;
  append(fold: OnlineFold<Value>, input: Arrays): void;
  inclusiveScan(fold: OnlineFold<Value>, input: Arrays, output: Arrays): void;
  /** `before` is what stands before the input's first element. */
  exclusiveScan(fold: OnlineFold<Value>, input: Arrays, output: Arrays, before: Value): void;
  /** What leaves the executor when elements have been taken. */
  observe(fold: OnlineFold<Value>): Value;
  /** What stands before the first element of all. */
  readonly initial: () => Value;
}

/**
 * The loops of an expression that can be followed element by element. A backward scan is the same loop from the other end.
 *
 * Each reads an element before it writes that place, so the output may be the input.
 */
export function onlineLoops<Value, Arrays>(
  recipe: Recipe<Value, Arrays>,
  newFold: () => OnlineFold<Value>,
): OnlineLoops<Value, Arrays> {
  const { initial, lengthOf, read, write } = recipe;
  const step = recipe.direction === "forward" ? 1 : -1;
  const finish = finisher(recipe);
  return {
    startFold() {
      const fold = newFold();
      if (initial?.placement === "first") fold.append(initial.value);
      return fold;
    },
    append(fold, input) {
      const length = lengthOf(input);
      for (let i = step > 0 ? 0 : length - 1; i >= 0 && i < length; i += step) {
        fold.append(read(input, i));
      }
    },
    inclusiveScan(fold, input, output) {
      const length = lengthOf(input);
      for (let i = step > 0 ? 0 : length - 1; i >= 0 && i < length; i += step) {
        fold.append(read(input, i));
        write(output, i, finish(fold.observe()));
      }
    },
    exclusiveScan(fold, input, output, before) {
      const length = lengthOf(input);
      let prefix = before;
      for (let i = step > 0 ? 0 : length - 1; i >= 0 && i < length; i += step) {
        const element = read(input, i);
        write(output, i, prefix);
        fold.append(element);
        // What stands after the last one is the next array's affair.
        if (i + step >= 0 && i + step < length) prefix = finish(fold.observe());
      }
    },
    observe: (fold) => finish(fold.observe()),
    initial: () => initialOf(recipe),
  };
}
