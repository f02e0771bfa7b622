import { InternalError } from "../../values/errors.ts";
import type { Outcome } from "./messages.ts";
import type { Row, RowAlgebra } from "./row-algebra.ts";

/** What has arrived of a reduce, in one value: no piece waits for the one before it. */
export interface Arrivals {
  readonly take: (outcome: Outcome) => void;
  readonly total: () => Row;
}

/** Combines outcomes in the order in which they come. */
export function arrivals(join: RowAlgebra["join"]): Arrivals {
  let sum: Row | undefined;
  return {
    take(outcome) {
      const value = rowOf(outcome);
      sum = sum === undefined ? value : join(sum, value);
    },
    total() {
      if (sum !== undefined) return sum;
      throw new InternalError("no piece of a reduce has arrived");
    },
  };
}

/** The value of a task that gives one. */
export function rowOf(outcome: Outcome): Row {
  if (outcome.kind !== "value") throw new InternalError("a worker gave no value");
  return outcome.value;
}
