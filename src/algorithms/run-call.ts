import type { Awaitable, Executor } from "../executors/executor.ts";
import type { AlgorithmExecutor, Primitives, SynchronousAlgorithmExecutor } from "../executors/primitives.ts";
import { whileAttached } from "../values/check-arrays.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { type ColumnArray, columnType, newColumn, type Row } from "../values/value-types.ts";
import { type Call, done, type Steps } from "./call.ts";
import { checkRequest } from "./serve.ts";

/** Runs a call on an executor that gives its results at once. @throws UnsupportedError, before anything runs, where it refuses a contract */
export function runCallOn<Result>(executor: SynchronousAlgorithmExecutor, call: Call<Result>): Result {
  checkRequests(executor, call.requests);
  return runCall(executor.openPrimitives(), call);
}

/** The same where results may have to be awaited. */
export async function runCallLaterOn<Vector, Result>(
  executor: AlgorithmExecutor<Vector>,
  call: Call<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  signal?.throwIfAborted();
  checkRequests(executor, call.requests);
  return runCallLater(executor.openPrimitives(signal), call);
}

/** @throws UnsupportedError where the executor refuses one of them */
export function checkRequests(executor: Executor, requests: Call<unknown>["requests"] = []): void {
  for (const request of requests) checkRequest(executor, request);
}

/** A call over primitives that give their results at once. */
export function runCall<Vector, Result>(primitives: Primitives<Vector>, call: Call<Result>): Result {
  try {
    const folded = foldedAnswer(primitives, call);
    if (folded instanceof Promise) throw promised(folded);
    if (folded !== undefined) return folded.result;
    const steps = stepsOf(primitives, call);
    let step = steps.next();
    while (step.done !== true) {
      if (step.value instanceof Promise) throw promised(step.value);
      step = steps.next(step.value);
    }
    return step.value;
  } finally {
    primitives.release();
  }
}

/** A pool's own executor, or a caller's; nobody waits for what it has promised. */
function promised(answer: Promise<unknown>): InvalidArgumentError {
  answer.catch(() => undefined);
  const expected = "one that gives its results at once; of a pool or a GPU pass the pool or the GPU itself";
  return new InvalidArgumentError("executor", expected, "one that gives promises");
}

/** The same where results may have to be awaited. */
export async function runCallLater<Vector, Result>(
  primitives: Primitives<Vector>,
  call: Call<Result>,
): Promise<Result> {
  const { input, output = [] } = call;
  const given = output.filter((column) => column !== undefined);
  try {
    return await whileAttached({ input, output: given }, async () => {
      const folded = await foldedAnswer(primitives, call);
      if (folded !== undefined) return folded.result;
      const steps = stepsOf(primitives, call);
      let step = steps.next();
      while (step.done !== true) step = await settled(steps, step.value);
      return step.value;
    });
  } finally {
    primitives.release();
  }
}

/** The answer to a call of a fold by a plan of the executor's; undefined where steps do as well. Of nothing there is no plan. */
function foldedAnswer<Vector, Result>(
  on: Primitives<Vector>,
  { input, folded }: Call<Result>,
): Awaitable<{ readonly result: Result }> | undefined {
  if (folded === undefined || input[0].length === 0) return undefined;
  const { fold, parameters, value } = folded;
  const plan = on.foldPlan?.(fold);
  if (plan === undefined) return undefined;
  const row = plan(
    input.map((column) => on.place(column)),
    parameters,
  );
  return row instanceof Promise
    ? row.then((results) => ({ result: value(results) }))
    : { result: value(row as Row) };
}

/** The next step, once what was yielded is there; steps see what an answer is rejected with, as they see what is thrown at once. */
async function settled<Result>(
  steps: Steps<Result>,
  yielded: unknown,
): Promise<IteratorResult<Awaitable<unknown>, Result>> {
  let value: unknown;
  try {
    value = await yielded;
  } catch (error) {
    return steps.throw(error);
  }
  return steps.next(value);
}

function* stepsOf<Vector, Result>(
  on: Primitives<Vector>,
  { input, steps, output = [], result }: Call<Result>,
): Steps<Result> {
  const vectors = yield* steps(
    on,
    input.map((column) => on.place(column)),
  );
  const columns: ColumnArray[] = [];
  for (const [i, vector] of vectors.entries()) {
    const column = yield* done(on.take(vector, output[i]));
    // A vector may be the caller's own array, if nothing was to be done: a result is never that.
    columns.push(output[i] === undefined && input.includes(column) ? copyOf(column) : column);
  }
  return result(columns);
}

function copyOf(column: ColumnArray): ColumnArray {
  const copy = newColumn(columnType(column), column.length);
  (copy as Uint8Array).set(column as Uint8Array);
  return copy;
}
