import type { ColumnContract } from "../../contracts/column-contract.ts";
import { evaluateBody } from "../../operators/evaluate.ts";
import { InternalError } from "../../values/errors.ts";
import type { Row } from "../../values/value-types.ts";
import type { Outcome } from "./messages.ts";

/** Two neighbouring values, in the order of the sequence. */
export type Join = (left: Row, right: Row) => Row;

/** How values of a contract are joined: its terms, read literally, a handful of times in a call. */
export function joinOf(contract: ColumnContract): Join {
  return contract.direction === "backward"
    ? (left, right) => evaluateBody(contract, right, left)
    : (left, right) => evaluateBody(contract, left, right);
}

/** What has arrived of a reduce, in one value: no piece waits for the one before it. */
interface Arrivals {
  readonly take: (outcome: Outcome) => void;
  readonly total: () => Row;
}

/** Combines outcomes in the order in which they come. */
export function arrivals(join: Join): Arrivals {
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
