import type { OnlineFold } from "./folds/online-fold.ts";
import { onlineLoops } from "./online-loops.ts";
import { type Passes, type Recipe, valueOfNothing } from "./recipe.ts";

/** The passes of an expression that can be followed element by element: a fold of their own for each call. */
export function passesOnline<Value, Arrays>(
  recipe: Recipe<Value, Arrays>,
  newFold: () => OnlineFold<Value>,
): Passes<Value, Arrays> {
  const loops = onlineLoops(recipe, newFold);
  return {
    reduce(input) {
      if (recipe.lengthOf(input) === 0) return valueOfNothing(recipe);
      const fold = loops.startFold();
      loops.append(fold, input);
      return loops.observe(fold);
    },
    inclusiveScan: (input, output) => loops.inclusiveScan(loops.startFold(), input, output),
    exclusiveScan: (input, output) => loops.exclusiveScan(loops.startFold(), input, output, loops.initial()),
  };
}
