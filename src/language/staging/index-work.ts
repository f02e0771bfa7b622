// Work of steps that write to indices, for arrays and for rows alike.

import { done, type Steps } from "../../algorithms/call.ts";
import {
  reduceByIndexSteps as binSteps,
  intoSteps,
} from "../../algorithms/histograms/reduce-by-index-steps.ts";
import type { ColumnContract } from "../../contracts/column-contract.ts";
import type { Primitives } from "../../executors/primitives.ts";
import type { Scalar } from "../../values/element-types.ts";
import type { Work } from "./tape.ts";

/** Of places, columns, and as many to write them to. */
export function scatter(
  on: Primitives<unknown>,
  [places, ...columns]: readonly unknown[],
): Steps<readonly unknown[]> {
  const count = columns.length / 2;
  return done(on.scatter(columns.slice(0, count), places, columns.slice(count)));
}

/** Of places, elements, and what is there before, which these are combined into. */
export function reduceInto(
  contract: ColumnContract,
  binCount: number,
  empty: readonly Scalar[],
): Work<readonly unknown[]> {
  return function* (on, [places, ...columns]) {
    const elements = columns.slice(0, empty.length);
    const before = columns.slice(empty.length);
    const { counts } = yield* done(on.countIndices(places, binCount));
    const totals = yield* binSteps(on, contract, [places, elements], { binCount, counts, empty });
    return yield* intoSteps(on, contract, [before, totals], counts);
  };
}
