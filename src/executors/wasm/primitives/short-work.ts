import type { ColumnContract } from "../../../contracts/column-contract.ts";
import type { Observation } from "../../../contracts/contract.ts";
import type { ColumnArray } from "../../../values/value-types.ts";

/*
 * Order-free sums of short segments are made in JavaScript: a plan for each costs 1 to 2 µs before it begins, most of it the state that it
 * clears. What is not finite is a plan's.
 */

type Floats = Float32Array | Float64Array;

/** Sums of short segments at work on a column. */
export interface ShortWork {
  readonly input: Floats;
  readonly output: Floats;
  readonly isSingle: boolean; // the sum is rounded to f32
  readonly first: number; // the term before the elements; −0 changes no sum
  readonly isReduce: boolean;
  readonly isExclusive: boolean;
  readonly isBackward: boolean;
}

/** See ShortWork; undefined for what has no value to begin with. */
export function shortWork(
  { sums, initial, direction }: ColumnContract,
  observation: Observation,
  input: ColumnArray,
  output: ColumnArray,
): ShortWork | undefined {
  const isExclusive = observation === "exclusive-scan";
  if (isExclusive && initial === undefined) return undefined;
  return {
    input: input as Floats,
    output: output as Floats,
    isSingle: sums[0] === "f32",
    first: Number(initial?.value[0] ?? -0),
    isReduce: observation === "reduce",
    isExclusive,
    isBackward: direction === "backward",
  };
}
