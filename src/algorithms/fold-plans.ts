// What does not depend on the data is done once: calls of a fold with the same types and options have one plan.

import type { FoldPlan, Primitives } from "../executors/primitives.ts";
import { type ElementType, elementTypeOf } from "../values/element-types.ts";
import type { ColumnArray, Row } from "../values/value-types.ts";
import type { Call, Folded } from "./call.ts";

/** Calls with options that are remembered for each function and type. A program has few of them. */
const REMEMBERED_CALLS = 16;

/** One remembered call: the result of columns of its type. */
type KeptFold = (columns: readonly ColumnArray[]) => unknown;

interface RememberedFold {
  readonly options: Readonly<Record<string, unknown>>;
  readonly optionCount: number;
  readonly run: KeptFold;
}

interface FoldsOfType {
  plain: KeptFold | undefined; // without options
  readonly others: RememberedFold[]; // the oldest first
}

/** The plans of one function on one executor, by the type of its first column and its options. */
export class KeptFolds {
  readonly #types: { [type in ElementType]?: FoldsOfType } = {};

  /** The plan of a call like one before. Undefined for all others, and for what no call may be. */
  find(type: ElementType, options: unknown): KeptFold | undefined {
    const folds = this.#types[type];
    if (folds === undefined || options === undefined) return folds?.plain;
    if (typeof options !== "object" || options === null) return undefined;
    const { others } = folds;
    for (let i = 0; i < others.length; i++) {
      if (hasSameOptions(others[i], options as Readonly<Record<string, unknown>>)) return others[i].run;
    }
    return undefined;
  }

  /** Remembers the plan of a call that was answered, if others can be known to be like it. */
  keep(
    on: Primitives<ColumnArray>,
    { input, folded }: Call<unknown>,
    first: unknown,
    options: unknown,
  ): void {
    const type = elementTypeOf(first);
    if (folded === undefined || type === undefined || input[0] !== first) return;
    const plan = on.foldPlan?.(folded.fold);
    if (plan === undefined) return;
    const folds = this.#types[type] ?? { plain: undefined, others: [] };
    this.#types[type] = folds;
    const run = keptFold(plan, folded);
    if (options === undefined) folds.plain = run;
    else if (isComparable(options)) {
      const kept = Object.assign(Object.create(null), options);
      if (
        folds.others.push({ options: kept, optionCount: Object.keys(kept).length, run }) > REMEMBERED_CALLS
      ) {
        folds.others.shift();
      }
    }
  }
}

/** A plan with what does not change. On this executor plans answer at once. */
function keptFold(plan: FoldPlan<ColumnArray>, { parameters, value }: Folded<unknown>): KeptFold {
  return (columns) => value(plan(columns, parameters) as Row);
}

/** Whether options can be told apart by their values: none is an object that may change. */
function isComparable(options: unknown): options is Readonly<Record<string, unknown>> {
  return Object.values(options as object).every(
    (value) => value !== undefined && (typeof value !== "object" || Object.isFrozen(value)),
  );
}

/** Whether options are those of a call that was checked: each of them, and no other. */
function hasSameOptions(
  { options, optionCount }: RememberedFold,
  given: Readonly<Record<string, unknown>>,
): boolean {
  let count = 0;
  for (const name in given) {
    const value = given[name];
    if (value === undefined || value !== options[name]) return false;
    count++;
  }
  return count === optionCount;
}
