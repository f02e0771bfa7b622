import { done, type Steps } from "../algorithms/call.ts";
import { emptyValue, segmentedSteps } from "../algorithms/segments/segmented-steps.ts";
import type { ColumnContract } from "../contracts/column-contract.ts";
import type { Primitives } from "../executors/primitives.ts";
import { type Lines, lineSteps, offsetsOf, zeroOf } from "./lines.ts";

/** The reduce of each line, by itself. */
export function* reduceLineSteps<Vector>(
  on: Primitives<Vector>,
  lines: Lines,
  contract: ColumnContract,
  vector: Vector,
): Steps<Vector> {
  if (lines.count === 0) return yield* done(on.fill(contract.sums[0], zeroOf(contract.sums[0]), 0));
  const empty = emptyValue({ contract });
  if (lines.depth === 0)
    return yield* done(on.fill(contract.sums[0], empty?.[0] ?? zeroOf(contract.sums[0]), lines.count));
  const elements = yield* lineSteps(on, lines, vector);
  const asked = { contract, observation: "reduce", empty } as const;
  const [values] = yield* segmentedSteps(on, asked, [elements], on.place(offsetsOf(lines)));
  return values;
}
