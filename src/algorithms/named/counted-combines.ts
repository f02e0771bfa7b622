import type { ColumnContract } from "../../contracts/column-contract.ts";
import type { OperatorName } from "../../contracts/options.ts";
import type { Primitives } from "../../executors/primitives.ts";
import type { Operator, RecordOperator } from "../../operators/operator.ts";
import { binary, constant, left, type Term } from "../../operators/term.ts";
import type { ElementArray, ElementType } from "../../values/element-types.ts";
import type { RecordType } from "../../values/value-types.ts";
import { done, type Steps } from "../call.ts";

/** What the algorithms that are named here combine by: an operator, whatever tree the algorithm makes of it. */
export interface CombineOptions<Type extends ElementType = ElementType> {
  readonly operator?: Operator | OperatorName | undefined; // default: add
  readonly type?: Type | undefined; // default: that of the input
}

export interface CombineRecordsOptions<Type extends RecordType> {
  readonly operator: RecordOperator<Type>;
}

/** Prefixes, and what they took. */
export interface CountedScan<Prefixes = ElementArray> {
  readonly prefixes: Prefixes;
  readonly combineCount: number;
  readonly stepCount: number; // of combines that wait for others: the span
}

/** Combines columns element by element, and counts as it does. */
export class CountedCombines {
  readonly #terms: readonly Term[];
  combineCount = 0;
  stepCount = 0;

  constructor({ terms }: ColumnContract) {
    this.#terms = terms;
  }

  /** `left[i] ∘ right[i]` for columns of so many elements, all at a time. */
  *combine<Vector>(
    on: Primitives<Vector>,
    leftColumns: readonly Vector[],
    rightColumns: readonly Vector[],
    length: number,
  ): Steps<readonly Vector[]> {
    this.combineCount += length;
    this.stepCount++;
    return yield* done(on.map(this.#terms, leftColumns, rightColumns));
  }
}

/** Elements [start, start + length) of each column. */
export function* slices<Vector>(
  on: Primitives<Vector>,
  columns: readonly Vector[],
  start: number,
  length: number,
): Steps<readonly Vector[]> {
  const parts: Vector[] = [];
  for (const column of columns) parts.push(yield* done(on.slice(column, start, length)));
  return parts;
}

/** The columns of both, one after the other. */
export function* joined<Vector>(
  on: Primitives<Vector>,
  first: readonly Vector[],
  second: readonly Vector[],
): Steps<readonly Vector[]> {
  const columns: Vector[] = [];
  for (const [k, column] of first.entries()) columns.push(yield* done(on.concat(column, second[k])));
  return columns;
}

/** Elements `start`, `start + 2`, `start + 4`, …: so many of each column. */
export function* everyOther<Vector>(
  on: Primitives<Vector>,
  columns: readonly Vector[],
  start: 0 | 1,
  length: number,
): Steps<readonly Vector[]> {
  const numbers = yield* done(on.iota(yield* done(on.fill("u32", 0, length))));
  const place = binary("add", binary("shiftLeft", left("u32"), constant("u32", 1)), constant("u32", start));
  const [places] = yield* done(on.map([place], [numbers]));
  return yield* done(on.gather(columns, places));
}

/** The elements of `evens` and `odds` in turn. There are as many of both, or one more of `evens`. */
export function* interleaved<Vector>(
  on: Primitives<Vector>,
  evens: readonly Vector[],
  odds: readonly Vector[],
  evenCount: number,
  length: number,
): Steps<readonly Vector[]> {
  const numbers = yield* done(on.iota(yield* done(on.fill("u32", 0, length))));
  const pair = binary("shiftRight", left("u32"), constant("u32", 1));
  const isOdd = binary("and", left("u32"), constant("u32", 1));
  const place = binary("add", pair, binary("multiply", isOdd, constant("u32", evenCount)));
  const [places] = yield* done(on.map([place], [numbers]));
  return yield* done(on.gather(yield* joined(on, evens, odds), places));
}
