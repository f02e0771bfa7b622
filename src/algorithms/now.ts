import type { OnlineExecutor, SynchronousExecutor } from "../executors/executor.ts";
import type { Primitives } from "../executors/primitives.ts";
import { type ElementFunction, isElementFunction } from "../operators/element-function.ts";
import { type ElementArray, elementTypeOf } from "../values/element-types.ts";
import type { ColumnArray } from "../values/value-types.ts";
import type { AlgorithmRow, PreparedRule, ShortAnswer } from "./algorithm-row.ts";
import { asBound, asBoundCall } from "./bound-folds.ts";
import type { Call } from "./call.ts";
import { achievedOf, askedCall, callAtLevel } from "./call-at-level.ts";
import { KeptFolds } from "./fold-plans.ts";
import { runCall } from "./run-call.ts";

/*
 * Functions of an entry point, over primitives that give their results at once and keep nothing of a call, so that all calls of a function have the same.
 * The entry point says what types they have.
 */

type AnyCallOf = (...given: readonly unknown[]) => Call<unknown>; // it checks what it is given

/** A function that moves and orders columns: few elements at once, where the row knows how. `open` is called once. */
export function now<Bound>(
  { call, short, prepared }: AlgorithmRow,
  open: () => Primitives<ColumnArray>,
): Bound {
  const bound = boundNow({ call, short }, open);
  return (prepared === undefined ? bound : asBoundCall(bound, { prepared, open })) as Bound;
}

function boundNow(
  { call, short }: { readonly call: AlgorithmRow["call"]; readonly short: ShortAnswer | undefined },
  open: () => Primitives<ColumnArray>,
): (...given: readonly unknown[]) => unknown {
  let on: Primitives<ColumnArray> | undefined;
  const answer = (...given: readonly unknown[]): unknown => {
    const asked = call(...(given as readonly never[]));
    on ??= open();
    return runCall(on, asked);
  };
  if (short === undefined) return answer;
  return (...given) => {
    on ??= open();
    const found = short(on, given[0], given[1], given[2], given[3]);
    return found === undefined ? answer(...given) : found;
  };
}

/** One that reduces or scans as well, by an executor, which may refuse a contract. */
export function nowServed<Parts extends { readonly executor: SynchronousExecutor }, Bound>(
  row: AlgorithmRow,
  partsOf: () => Parts,
  open: (parts: Parts) => Primitives<ColumnArray>,
): Bound {
  const call: AlgorithmRow["call"] = (...given) => {
    return askedCall(partsOf().executor, row.call as AnyCallOf, given).call;
  };
  const rule = row.prepared;
  const prepared: PreparedRule = (type, given) => {
    const { executor } = partsOf();
    const levelled = callAtLevel(
      executor,
      (options) => (rule as PreparedRule)(type, options as typeof given),
      [given],
    );
    return { ...levelled.call, achieved: achievedOf(executor, levelled) };
  };
  return now({ ...row, call, ...(rule && { prepared }) }, () => open(partsOf()));
}

/**
 * A fold: calls like one before it are answered by its plan, and nothing else is made or looked up. What they ask for has been checked, so that there is left
 * what depends on the arrays: their types, their lengths, and that there is something in them.
 */
export function nowFolded<Parts extends { readonly executor: OnlineExecutor }, Bound>(
  { call, short, foldOf = 1 }: AlgorithmRow,
  partsOf: () => Parts,
  open: (parts: Parts) => Primitives<ColumnArray>,
): Bound {
  const kept = new KeptFolds();
  let opened: Primitives<ColumnArray> | undefined;
  const primitives = (): Primitives<ColumnArray> => {
    opened ??= open(partsOf());
    return opened;
  };
  const callOf = call as AnyCallOf;

  function answer(given: readonly unknown[], folds: KeptFolds, options: unknown): unknown {
    const { call: asked } = askedCall(partsOf().executor, callOf, given);
    const on = primitives();
    const result = runCall(on, asked);
    folds.keep(on, asked, given[0], options);
    return result;
  }
  function ofOne(...given: readonly unknown[]): unknown {
    const input = given[0];
    const options = given[1];
    const found = short?.(primitives(), input, options, undefined, undefined);
    if (found !== undefined) return found;
    const type = elementTypeOf(input);
    const fold = type === undefined ? undefined : kept.find(type, options);
    if (fold === undefined || (input as ElementArray).length === 0) return answer(given, kept, options);
    return fold([input as ElementArray]);
  }
  function ofTwo(...given: readonly unknown[]): unknown {
    const left = given[0];
    const right = given[1];
    const options = given[2];
    const type = elementTypeOf(left);
    const fold = type === undefined ? undefined : kept.find(type, options);
    if (fold === undefined || elementTypeOf(right) !== type) return answer(given, kept, options);
    const { length } = left as ElementArray;
    if (length === 0 || (right as ElementArray).length !== length) return answer(given, kept, options);
    return fold([left as ElementArray, right as ElementArray]);
  }
  const byPredicate = new WeakMap<ElementFunction, KeptFolds>();
  function ofPredicate(...given: readonly unknown[]): unknown {
    const input = given[0];
    const predicate = given[1];
    const options = given[2];
    if (!isElementFunction(predicate)) {
      const found = short?.(primitives(), input, predicate, options, undefined);
      return found === undefined ? answer(given, new KeptFolds(), options) : found;
    }
    const folds = byPredicate.get(predicate) ?? new KeptFolds();
    byPredicate.set(predicate, folds);
    const type = elementTypeOf(input);
    const fold = type === undefined ? undefined : folds.find(type, options);
    if (fold === undefined || (input as ElementArray).length === 0) return answer(given, folds, options);
    return fold([input as ElementArray]);
  }
  const bound = foldOf === "predicate" ? ofPredicate : foldOf === 1 ? ofOne : ofTwo;
  return asBound(bound, { call, short, foldOf, partsOf, open: primitives }) as never;
}
