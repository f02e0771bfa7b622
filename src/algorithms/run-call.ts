import type { Primitives } from "../executors/primitives.ts";
import { InternalError } from "../values/errors.ts";
import type { ColumnArray } from "../values/value-types.ts";
import { type Call, done, type Steps } from "./call.ts";

/** A call on an executor that gives its results at once. */
export function runCall<Vector, Result>(primitives: Primitives<Vector>, call: Call<Result>): Result {
  try {
    const steps = stepsOf(primitives, call);
    let step = steps.next();
    while (step.done !== true) {
      if (step.value instanceof Promise) throw new InternalError("a synchronous executor gave a promise");
      step = steps.next(step.value);
    }
    return step.value;
  } finally {
    primitives.release();
  }
}

/** The same where results may have to be awaited. */
export async function runCallLater<Vector, Result>(
  primitives: Primitives<Vector>,
  call: Call<Result>,
): Promise<Result> {
  try {
    const steps = stepsOf(primitives, call);
    let step = steps.next();
    while (step.done !== true) step = steps.next(await step.value);
    return step.value;
  } finally {
    primitives.release();
  }
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
  for (const [i, vector] of vectors.entries()) columns.push(yield* done(on.take(vector, output[i])));
  return result(columns);
}
