import type { Folding, PrefixAt } from "./family.ts";
import type { OnlineFold } from "./folds/online-fold.ts";
import { initialOf, type Recipe, valueOfNothing } from "./recipe.ts";

// The driver of plans and passes: how elements get from arrays into a fold, and prefixes into arrays. A plan is a pass that begins and ends with its call.

/** A sequence at work: of one call, or one that keeps arriving. `output` has the length of `input` and may be it. */
export class Running<Value, Arrays, Fold extends OnlineFold<Value> = OnlineFold<Value>> {
  readonly fold: Fold;
  position: number; // input elements taken so far
  readonly #recipe: Recipe<Value, Arrays>;

  /** Begins with `fold`; where that has elements of before, from position `from` on. */
  constructor(recipe: Recipe<Value, Arrays>, fold: Fold, from?: number) {
    this.#recipe = recipe;
    this.fold = fold;
    this.position = from ?? 0;
    if (from === undefined && recipe.initial?.placement === "first") fold.append(recipe.initial.value);
  }

  // A backward sequence is the same loop from the other end.

  /** Takes elements without observing. */
  reduce(input: Arrays): void {
    const { fold } = this;
    const { read, step } = this.#recipe;
    const length = this.#recipe.lengthOf(input);
    for (let i = step > 0 ? 0 : length - 1; i >= 0 && i < length; i += step) fold.append(read(input, i));
    this.position += length;
  }

  inclusiveScan(input: Arrays, output: Arrays): void {
    const { fold } = this;
    const { read, write, finish, step } = this.#recipe;
    const length = this.#recipe.lengthOf(input);
    for (let i = step > 0 ? 0 : length - 1; i >= 0 && i < length; i += step) {
      fold.append(read(input, i));
      write(output, i, finish(fold.observe()));
    }
    this.position += length;
  }

  exclusiveScan(input: Arrays, output: Arrays): void {
    const { fold } = this;
    const { read, write, finish, step } = this.#recipe;
    const length = this.#recipe.lengthOf(input);
    let prefix = this.position === 0 ? initialOf(this.#recipe) : this.observe();
    for (let i = step > 0 ? 0 : length - 1; i >= 0 && i < length; i += step) {
      const element = read(input, i); // before that place is written
      write(output, i, prefix);
      fold.append(element);
      // What stands after the last one is the next array's affair.
      if (i + step >= 0 && i + step < length) prefix = finish(fold.observe());
    }
    this.position += length;
  }

  /** The reduce of everything taken. @throws EmptyInputError for nothing without an initial value */
  observe(): Value {
    return this.position === 0 ? valueOfNothing(this.#recipe) : this.#recipe.finish(this.fold.observe());
  }
}

/** One contract as whole calls over arrays. */
export interface Calls<Value, Arrays> {
  reduce(input: Arrays): Value;
  inclusiveScan(input: Arrays, output: Arrays): void;
  exclusiveScan(input: Arrays, output: Arrays): void;
}

/** The calls of a contract: by an online fold where its expression has one, else by a new tree for every prefix. */
export function callsOf<Value, Arrays>(
  folding: Folding,
  recipe: Recipe<Value, Arrays>,
): Calls<Value, Arrays> {
  if (folding.kind === "prefixes") return callsOverPrefixes(recipe, folding.prefixAt(recipe.combine));
  const begin = (): Running<Value, Arrays> =>
    new Running(
      recipe,
      folding.kind === "tree" ? folding.newFold(recipe.combine) : folding.newFold(recipe.sumType),
    );
  return {
    reduce(input) {
      const running = begin();
      running.reduce(input);
      return running.observe();
    },
    inclusiveScan: (input, output) => begin().inclusiveScan(input, output),
    exclusiveScan: (input, output) => begin().exclusiveScan(input, output),
  };
}

/**
 * The calls of an expression whose prefixes share nothing: each is evaluated from its elements, n²/2 combines for a scan.
 *
 * The longest prefix comes first, because what it overwrites in place no shorter one reads.
 */
function callsOverPrefixes<Value, Arrays>(
  recipe: Recipe<Value, Arrays>,
  prefixAt: PrefixAt<Value>,
): Calls<Value, Arrays> {
  const { initial, step, lengthOf, read, write, finish } = recipe;
  const lead = initial?.placement === "first" ? 1 : 0;

  /** Element i of the sequence that is combined: what a "first" initial value opens, and a backward scan reads from its end. */
  function sequenceOf(input: Arrays): (index: number) => Value {
    const last = lengthOf(input) - 1;
    return (index) => {
      if (index < lead) return initialOf(recipe);
      return read(input, step > 0 ? index - lead : last - (index - lead));
    };
  }

  function scan(input: Arrays, output: Arrays, excluded: number): void {
    const at = sequenceOf(input);
    const last = lengthOf(input) - 1;
    for (let i = last; i >= 0; i--) {
      const length = i + 1 - excluded + lead;
      const value = length === 0 ? initialOf(recipe) : finish(prefixAt(at, length));
      write(output, step > 0 ? i : last - i, value);
    }
  }

  return {
    reduce(input) {
      const length = lengthOf(input);
      return length === 0 ? valueOfNothing(recipe) : finish(prefixAt(sequenceOf(input), length + lead));
    },
    inclusiveScan: (input, output) => scan(input, output, 0),
    exclusiveScan(input, output) {
      initialOf(recipe);
      scan(input, output, 1);
    },
  };
}
