import type { FunctionPlan } from "../executors/executor.ts";
import { InvalidArgumentError } from "../values/errors.ts";

/** The same plan, which refuses results that are promises where no value was one: their operator would combine promises from then on. */
export function ofSynchronousFunction(plan: FunctionPlan): FunctionPlan {
  return {
    reduce(input) {
      const value = plan.reduce(input);
      checkValue(value, input);
      return value;
    },
    inclusiveScan(input, output) {
      const values = plan.inclusiveScan(input, output);
      checkValue(values.at(-1), input);
      return values;
    },
    exclusiveScan(input, output) {
      const values = plan.exclusiveScan(input, output);
      checkValue(values.at(-1), input);
      return values;
    },
  };
}

function checkValue(value: unknown, input: ArrayLike<unknown>): void {
  if (!(value instanceof Promise)) return;
  if (input.length > 0 && input[0] instanceof Promise) return; // of an operator over promises
  throw new InvalidArgumentError(
    "operator",
    "a function that gives its value at once",
    "one that gives promises",
  );
}
