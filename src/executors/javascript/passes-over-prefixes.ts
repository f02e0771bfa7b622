import type { PrefixAt } from "./prefix-at.ts";
import { finisher, initialOf, type Passes, type Recipe, valueOfNothing } from "./recipe.ts";

/**
 * The loops of an expression whose prefixes share nothing: each is evaluated from its elements, n²/2 combines for a scan.
 *
 * The longest prefix comes first, because what it overwrites in place no shorter one reads.
 */
export function passesOverPrefixes<Value>(recipe: Recipe<Value>, prefixAt: PrefixAt<Value>): Passes<Value> {
  const { initial, convert, direction } = recipe;
  const finish = finisher(recipe);
  const isFirst = initial?.placement === "first";

  /** Element i of the sequence that is combined: what a "first" initial value opens, and a backward scan reads from its end. */
  function sequenceOf(input: ArrayLike<Value>): (index: number) => Value {
    const offset = isFirst ? 1 : 0;
    const last = input.length - 1;
    return (index) => {
      if (index < offset) return initialOf(recipe);
      const place = direction === "forward" ? index - offset : last - (index - offset);
      return convert === undefined ? input[place] : convert(input[place]);
    };
  }

  function scan(input: ArrayLike<Value>, output: Value[], excluded: number): void {
    const at = sequenceOf(input);
    for (let i = input.length - 1; i >= 0; i--) {
      const length = i + 1 - excluded + (isFirst ? 1 : 0);
      const place = direction === "forward" ? i : input.length - 1 - i;
      output[place] = length === 0 ? initialOf(recipe) : finish(prefixAt(at, length));
    }
  }

  return {
    reduce(input) {
      if (input.length === 0) return valueOfNothing(recipe);
      return finish(prefixAt(sequenceOf(input), input.length + (isFirst ? 1 : 0)));
    },
    inclusiveScan: (input, output) => scan(input, output, 0),
    exclusiveScan(input, output) {
      initialOf(recipe);
      scan(input, output, 1);
    },
  };
}
