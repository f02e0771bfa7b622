import type { SynchronousExecutor } from "../executors/executor.ts";
import type { Primitives } from "../executors/primitives.ts";
import type { ColumnArray } from "../values/value-types.ts";
import type { AlgorithmRow } from "./algorithm-row.ts";
import { checkRequests, runCall } from "./run-call.ts";

/*
 * Functions of an entry point, over primitives that give their results at once and keep nothing of a call, so that all calls of a function have the same.
 * The entry point says what types they have.
 */

/** A function that moves and orders columns. `open` is called once. */
export function now<Bound>({ call }: AlgorithmRow, open: () => Primitives<ColumnArray>): Bound {
  let on: Primitives<ColumnArray> | undefined;
  return ((...given: readonly never[]) => {
    const asked = call(...given);
    on ??= open();
    return runCall(on, asked);
  }) as never;
}

/** One that reduces or scans as well, by an executor, which may refuse a contract. */
export function nowServed<Parts extends { readonly executor: SynchronousExecutor }, Bound>(
  row: AlgorithmRow,
  partsOf: () => Parts,
  open: (parts: Parts) => Primitives<ColumnArray>,
): Bound {
  const call: AlgorithmRow["call"] = (...given) => {
    const asked = row.call(...given);
    checkRequests(partsOf().executor, asked.requests);
    return asked;
  };
  return now({ call }, () => open(partsOf()));
}
