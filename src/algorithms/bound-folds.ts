import type { OnlineExecutor } from "../executors/executor.ts";
import type { Primitives } from "../executors/primitives.ts";
import type { ColumnArray } from "../values/value-types.ts";
import type { AlgorithmRow } from "./algorithm-row.ts";

/** A fold of the entry point with what it runs on, so that what is given the function can prepare it: without a list of all of them. */
export interface BoundFold {
  readonly call: AlgorithmRow["call"];
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

/** The fold of a function; undefined for others. */
export function boundFold(given: unknown): BoundFold | undefined {
  return typeof given === "function" ? BOUND.get(given) : undefined;
}
