import type { OnlineExecutor } from "../executors/executor.ts";
import type { Primitives } from "../executors/primitives.ts";
import type { ColumnArray } from "../values/value-types.ts";
import type { AlgorithmRow, PreparedRule } from "./algorithm-row.ts";

/** A fold of the entry point with what it runs on, so that what is given the function can prepare it: without a list of all of them. */
export interface BoundFold {
  readonly call: AlgorithmRow["call"];
  readonly short: AlgorithmRow["short"];
  readonly foldOf: NonNullable<AlgorithmRow["foldOf"]>;
  readonly partsOf: () => { readonly executor: OnlineExecutor };
  readonly open: () => Primitives<ColumnArray>;
}

const BOUND = new WeakMap<object, BoundFold>();

/** The function of a fold. */
export function asBound<Bound extends object>(bound: Bound, fold: BoundFold): Bound {
  BOUND.set(bound, fold);
  return bound;
}

/** A function that is no fold, likewise. */
export interface BoundCall {
  readonly prepared: PreparedRule;
  readonly open: () => Primitives<ColumnArray>;
}

const BOUND_CALLS = new WeakMap<object, BoundCall>();

export function asBoundCall<Bound extends object>(bound: Bound, call: BoundCall): Bound {
  BOUND_CALLS.set(bound, call);
  return bound;
}

export function boundCall(given: unknown): BoundCall | undefined {
  return typeof given === "function" ? BOUND_CALLS.get(given) : undefined;
}

/** The fold of a function; undefined for others. */
export function boundFold(given: unknown): BoundFold | undefined {
  return typeof given === "function" ? BOUND.get(given) : undefined;
}
