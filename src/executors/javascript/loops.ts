import type { Folding, PrefixAt } from "./family.ts";
import type { OnlineFold, TreeFold } from "./folds/online-fold.ts";
import { initialOf, type Recipe, valueOfNothing } from "./recipe.ts";

// The driver of plans and passes: how elements get from arrays into a fold, and prefixes into arrays. A plan is a pass that begins and ends with its call.

/** Loops for pieces of a sequence that begin and end where a unit of it does. They bring the fold of the sequence, of `length` elements, up to date. */
export interface Pieces<Arrays> {
  readonly unit: number; // elements
  part(arrays: Arrays, start: number, end: number): Arrays; // views of elements [start, end)
  reduce(length: number, piece: Arrays): void;
  readonly inclusiveScan: PieceScan<Arrays> | undefined;
  readonly exclusiveScan: PieceScan<Arrays> | undefined; // of a recipe with an initial value
}

/** The pieces of a contract, by the fold that they keep up to date. */
export type PiecesOf<Value, Arrays> = (fold: TreeFold<Value>) => Pieces<Arrays>;

export type PieceScan<Arrays> = (length: number, piece: Arrays, output: Arrays) => void;

/** Pieces, and who counts them. */
export interface CountedPieces<Arrays> extends Pieces<Arrays> {
  taken(elements: number): void;
}

/** How a pass takes what is in an array: positions [from, end) of it one by one, or a piece, before which the sequence has `length` elements. */
interface Ways {
  one(from: number, end: number, step: number): void;
  piece(start: number, end: number, length: number): void;
}

/** Sequences of more elements than this go one by one, as loops count blocks in 31 bits. */
const LONGEST_TYPED = 2 ** 33;

/** A sequence at work: of one call, or one that keeps arriving. `output` has the length of `input` and may be it. */
export class Running<Value, Arrays, Fold extends OnlineFold<Value> = OnlineFold<Value>> {
  readonly fold: Fold;
  position: number; // input elements taken so far
  readonly #recipe: Recipe<Value, Arrays>;
  readonly #pieces: CountedPieces<Arrays> | undefined;

  /** Begins with `fold`; where that has elements of before, from position `from` on. Whole `pieces` of what comes go to loops. */
  constructor(recipe: Recipe<Value, Arrays>, fold: Fold, from?: number, pieces?: CountedPieces<Arrays>) {
    this.#recipe = recipe;
    this.#pieces = pieces;
    this.fold = fold;
    this.position = from ?? 0;
    if (from === undefined && recipe.initial?.placement === "first") fold.append(recipe.initial.value);
  }

  // A backward sequence is the same loop from the other end.

  /** Takes elements without observing. */
  reduce(input: Arrays): void {
    const { fold } = this;
    const { read } = this.#recipe;
    const pieces = this.#pieces;
    this.#take(input, pieces?.reduce !== undefined, {
      one: (from, end, step) => {
        for (let i = from; i !== end; i += step) fold.append(read(input, i));
      },
      piece: (start, end, length) => pieces?.reduce(length, pieces.part(input, start, end)),
    });
  }

  inclusiveScan(input: Arrays, output: Arrays): void {
    const { fold } = this;
    const { read, write, finish } = this.#recipe;
    const pieces = this.#pieces;
    this.#take(input, pieces?.inclusiveScan !== undefined, {
      one: (from, end, step) => {
        for (let i = from; i !== end; i += step) {
          fold.append(read(input, i));
          write(output, i, finish(fold.observe()));
        }
      },
      piece: (start, end, length) =>
        pieces?.inclusiveScan?.(length, pieces.part(input, start, end), pieces.part(output, start, end)),
    });
  }

  exclusiveScan(input: Arrays, output: Arrays): void {
    const { fold } = this;
    const { read, write, finish } = this.#recipe;
    const pieces = this.#pieces;
    this.#take(input, pieces?.exclusiveScan !== undefined, {
      one: (from, end, step) => {
        let prefix = this.position === 0 ? initialOf(this.#recipe) : this.observe();
        for (let i = from; i !== end; i += step) {
          const element = read(input, i); // before that place is written
          write(output, i, prefix);
          fold.append(element);
          // What stands after the last one is the next array's affair.
          if (i + step !== end) prefix = finish(fold.observe());
        }
      },
      piece: (start, end, length) =>
        pieces?.exclusiveScan?.(length, pieces.part(input, start, end), pieces.part(output, start, end)),
    });
  }

  /** Goes through an array: one by one, and by a piece of whole units in the middle. */
  #take(input: Arrays, hasPieces: boolean, { one, piece }: Ways): void {
    const { lengthOf, step, initial } = this.#recipe;
    const length = lengthOf(input);
    const first = step > 0 ? 0 : length - 1;
    const lead = initial?.placement === "first" ? 1 : 0;
    const { unit } = this.#pieces ?? { unit: 1 };
    const before = this.position + lead;
    const head = Math.min(length, (unit - (before % unit)) % unit);
    const whole =
      before + length > LONGEST_TYPED || !hasPieces ? 0 : length - head - ((length - head) % unit);
    if (whole === 0) {
      one(first, first + step * length, step);
      this.position += length;
      return;
    }
    one(first, first + step * head, step);
    this.position += head;
    const [start, end] = step > 0 ? [head, head + whole] : [length - head - whole, length - head];
    piece(start, end, before + head);
    this.#pieces?.taken(whole);
    this.position += whole;
    one(first + step * (head + whole), first + step * length, step);
    this.position += length - head - whole;
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

/** The calls of a contract: by an online fold where its expression has one, else by a new tree for every prefix. `piecesOf` serves folds of trees. */
export function callsOf<Value, Arrays>(
  folding: Folding,
  recipe: Recipe<Value, Arrays>,
  piecesOf?: (fold: TreeFold<Value>) => CountedPieces<Arrays>,
): Calls<Value, Arrays> {
  if (folding.kind === "prefixes") return callsOverPrefixes(recipe, folding.prefixAt(recipe.combine));
  const begin = (input: Arrays): Running<Value, Arrays> => {
    if (folding.kind !== "tree") return new Running(recipe, folding.newFold(recipe.sumType));
    const fold = folding.newFold(recipe.combine);
    const pieces = recipe.lengthOf(input) < SHORTEST_PIECE ? undefined : piecesOf?.(fold);
    return new Running(recipe, fold, undefined, pieces);
  };
  return {
    reduce(input) {
      const running = begin(input);
      running.reduce(input);
      return running.observe();
    },
    inclusiveScan: (input, output) => begin(input).inclusiveScan(input, output),
    exclusiveScan: (input, output) => begin(input).exclusiveScan(input, output),
  };
}

/** Of fewer elements closures are as fast. */
const SHORTEST_PIECE = 64;

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
