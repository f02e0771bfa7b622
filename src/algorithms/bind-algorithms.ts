import type { AlgorithmExecutor, SynchronousAlgorithmExecutor } from "../executors/primitives.ts";
import type { AlgorithmRow } from "./algorithm-row.ts";
import { ALGORITHM_ROWS, type AlgorithmFunctions } from "./algorithm-rows.ts";
import type { Answer, Call } from "./call.ts";
import { runCallLaterOn, runCallOn } from "./run-call.ts";

export type { AlgorithmFunctions } from "./algorithm-rows.ts";

type Run<When extends "now" | "later"> = (call: () => Call<unknown>) => Answer<When, unknown>;

/** The functions on an executor that gives its results at once. */
export function bindAlgorithms(executor: SynchronousAlgorithmExecutor): AlgorithmFunctions<"now"> {
  return bindAll<"now">((call) => runCallOn(executor, call()));
}

/** The functions on an executor whose answers take time; they reject where the others throw. */
export function bindAlgorithmsLater<Vector>(
  executor: AlgorithmExecutor<Vector>,
  signal?: AbortSignal,
): AlgorithmFunctions<"later"> {
  return bindAll<"later">(async (call) => runCallLaterOn(executor, call(), signal));
}

function bindAll<When extends "now" | "later">(run: Run<When>): AlgorithmFunctions<When> {
  return Object.fromEntries(
    Object.entries(ALGORITHM_ROWS).map(([name, row]) => [name, bind(row, run)]),
  ) as never;
}

function bind<When extends "now" | "later">({ call }: AlgorithmRow, run: Run<When>) {
  return (...given: readonly never[]): Answer<When, unknown> => run(() => call(...given));
}
