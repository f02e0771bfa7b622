import type { OnlineFold } from "./online-fold.ts";
import { finisher, initialOf, type Passes, type Recipe, valueOfNothing } from "./recipe.ts";

/**
 * The loops of an expression that can be followed element by element. A backward scan is the same loop from the other end.
 *
 * Each reads an element before it writes that place, so the output may be the input.
 */
export function passesOnline<Value, Input, Output>(
  recipe: Recipe<Value, Input, Output>,
  newFold: () => OnlineFold<Value>,
): Passes<Value, Input, Output> {
  const { initial, lengthOf, read, write } = recipe;
  const step = recipe.direction === "forward" ? 1 : -1;
  const finish = finisher(recipe);

  function startFold(): OnlineFold<Value> {
    const fold = newFold();
    if (initial?.placement === "first") fold.append(initial.value);
    return fold;
  }

  return {
    reduce(input) {
      const length = lengthOf(input);
      if (length === 0) return valueOfNothing(recipe);
      const fold = startFold();
      for (let i = step > 0 ? 0 : length - 1; i >= 0 && i < length; i += step) {
        fold.append(read(input, i));
      }
      return finish(fold.observe());
    },
    inclusiveScan(input, output) {
      const length = lengthOf(input);
      const fold = startFold();
      for (let i = step > 0 ? 0 : length - 1; i >= 0 && i < length; i += step) {
        fold.append(read(input, i));
        write(output, i, finish(fold.observe()));
      }
    },
    exclusiveScan(input, output) {
      const length = lengthOf(input);
      const fold = startFold();
      let prefix = initialOf(recipe);
      for (let i = step > 0 ? 0 : length - 1; i >= 0 && i < length; i += step) {
        const element = read(input, i);
        write(output, i, prefix);
        if (i + step < 0 || i + step >= length) break;
        fold.append(element);
        prefix = finish(fold.observe());
      }
    },
  };
}
