import type { Awaitable, Request } from "../executors/executor.ts";
import type { Fold, Primitives } from "../executors/primitives.ts";
import type { ColumnArray, Row } from "../values/value-types.ts";

/** An algorithm over any executor: it yields what may have to be awaited, and is given it back. */
export type Steps<Result> = Generator<Awaitable<unknown>, Result, unknown>;

/** `yield* done(x)` is `x`, at once or when it is there. */
export function* done<Value>(value: Awaitable<Value>): Steps<Value> {
  return (yield value) as Value; // whoever runs the steps gives back what was yielded
}

/**
 * One call of a public function, whose arguments have been checked: the columns that go in, what is done with them, and how the columns
 * that come out are given to the caller.
 */
export interface Call<Result> {
  readonly input: readonly ColumnArray[];
  /** The steps over the vectors of `input`: the vectors of the result. */
  readonly steps: <Vector>(on: Primitives<Vector>, input: readonly Vector[]) => Steps<readonly Vector[]>;
  /** Where results are to be written; each absent one is a fresh array. Where given, its length is checked against that of the result. */
  readonly output?: readonly (ColumnArray | undefined)[] | undefined;
  /** The contracts that the steps will ask for, so that an executor can refuse one before anything runs. */
  readonly requests?: readonly Request[] | undefined;
  /** The caller's result, of the columns that came out. */
  readonly result: (columns: readonly ColumnArray[]) => Result;
  /** How many of the columns that come out, from the first on, are moved and not computed; default: none. */
  readonly movedCount?: number | undefined;
  /** Whether floats are made of the columns by `result`, default: they are columns. */
  readonly isMadeLast?: boolean | undefined;
  /** What the steps are the definition of, where that is a fold: an executor may have a plan of it. */
  readonly folded?: Folded<Result>;
}

/** A fold of the input, and the caller's result of what comes out. */
export interface Folded<Result> {
  readonly fold: Fold;
  readonly parameters: Row;
  readonly nothing: Row | undefined; // the results of no element, where there are any
  readonly value: (results: Row) => Result;
}

/** A result given at once, or promised. */
export type Answer<When extends "now" | "later", Result> = When extends "now" ? Result : Promise<Result>;
