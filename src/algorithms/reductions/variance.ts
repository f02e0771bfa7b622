import type { ConvertibleInput, TypedInput } from "../../contracts/options.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import type { Answer } from "../call.ts";
import { inFloats } from "./float-elements.ts";
import { type FoldCall, perContract } from "./fold.ts";
import { type SpreadOptions, spreadCall, varianceFold } from "./spread.ts";

/**
 * The variance of a population: `out = (Σ(input[i] − m)² − (Σ(input[i] − m))² / n) / (n − correction)` with `m` the mean of the input.
 *
 * `correction` is 0 unless given: the squares are divided by n. `{ correction: 1 }` divides by n − 1, which is the variance of a sample.
 * Stable: squares are of deviations from the mean, and the second sum takes away what the mean's rounding left. Each sum has the tree of
 * `expression`; types as in `mean`. A NaN or an infinity among the elements makes it NaN. With `n ≤ correction` it is NaN or an infinity. Work O(n),
 * span O(log n), three sums in two passes.
 *
 * @throws EmptyInputError for nothing
 * @throws InvalidArgumentError for a correction that is no finite number
 * @see Chan, Golub and LeVeque, Algorithms for Computing the Sample Variance, 1983 (the corrected two-pass algorithm)
 */
export interface Variance<When extends "now" | "later"> {
  (input: TypedInput, options?: SpreadOptions): Answer<When, number>;
  (
    input: ConvertibleInput,
    options: SpreadOptions & { readonly type: NonNullable<SpreadOptions["type"]> },
  ): Answer<When, number>;
}

/** The call of `variance`. */
export function varianceCall(input: unknown, options: SpreadOptions = {}): FoldCall<number> {
  return spreadCall(FOLDS, input, options);
}

const FOLDS = /* @__PURE__ */ perContract((contract, type) =>
  varianceFold(contract, type, (variance) => variance),
);

/** `variance(input, { correction? })` gives the variance of a population, divided by n; with `correction: 1` of a sample, divided by n − 1 */
export const variance: AlgorithmRow = {
  call: varianceCall,
  foldOf: 1,
  template: { options: ["expression", "accumulate", "correction"], results: inFloats },
};
