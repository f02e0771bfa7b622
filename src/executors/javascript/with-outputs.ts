import type { Passes } from "./recipe.ts";

/** Loops that fill an output as a plan that gives it back, a new one where the caller has none. */
export function withOutputs<Value, Input, Output>(
  passes: Passes<Value, Input, Output>,
  newOutput: (input: Input) => Output,
): {
  reduce(input: Input): Value;
  inclusiveScan(input: Input, output?: Output): Output;
  exclusiveScan(input: Input, output?: Output): Output;
} {
  return {
    reduce: (input) => passes.reduce(input),
    inclusiveScan(input, output = newOutput(input)) {
      passes.inclusiveScan(input, output);
      return output;
    },
    exclusiveScan(input, output = newOutput(input)) {
      passes.exclusiveScan(input, output);
      return output;
    },
  };
}
