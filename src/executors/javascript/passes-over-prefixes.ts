import type { PrefixAt } from "./family.ts";
import { finisher, initialOf, type Passes, type Recipe, valueOfNothing } from "./recipe.ts";

/**
 * The loops of an expression whose prefixes share nothing: each is evaluated from its elements, n²/2 combines for a scan.
 *
 * The longest prefix comes first, because what it overwrites in place no shorter one reads.
 */
export function passesOverPrefixes<Value, Arrays>(
  recipe: Recipe<Value, Arrays>,
  prefixAt: PrefixAt<Value>,
): Passes<Value, Arrays> {
  const { initial, direction, lengthOf, read, write } = recipe;
  const finish = finisher(recipe);
  const isFirst = initial?.placement === "first";

  /** Element i of the sequence that is combined: what a "first" initial value opens, and a backward scan reads from its end. */
  function sequenceOf(input: Arrays): (index: number) => Value {
    const offset = isFirst ? 1 : 0;
    const last = lengthOf(input) - 1;
    return (index) => {
      if (index < offset) return initialOf(recipe);
      return read(input, direction === "forward" ? index - offset : last - (index - offset));
    };
  }

  function scan(input: Arrays, output: Arrays, excluded: number): void {
    const at = sequenceOf(input);
    const last = lengthOf(input) - 1;
    for (let i = last; i >= 0; i--) {
      const length = i + 1 - excluded + (isFirst ? 1 : 0);
      const value = length === 0 ? initialOf(recipe) : finish(prefixAt(at, length));
      write(output, direction === "forward" ? i : last - i, value);
    }
  }

  return {
    reduce(input) {
      const length = lengthOf(input);
      if (length === 0) return valueOfNothing(recipe);
      return finish(prefixAt(sequenceOf(input), length + (isFirst ? 1 : 0)));
    },
    inclusiveScan: (input, output) => scan(input, output, 0),
    exclusiveScan(input, output) {
      initialOf(recipe);
      scan(input, output, 1);
    },
  };
}
