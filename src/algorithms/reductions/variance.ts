import type { ColumnContract } from "../../contracts/column-contract.ts";
import type { ConvertibleInput } from "../../contracts/options.ts";
import type { Fold } from "../../executors/primitives.ts";
import { binary, convert, left, right, type Term } from "../../operators/term.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import { describe } from "../../values/describe.ts";
import type { ElementArray, ElementType } from "../../values/element-types.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import type { Answer } from "../call.ts";
import { someElements } from "../given-elements.ts";
import { FLOAT_SUM_OPTIONS, type FloatSumOptions, floatSum, inFloats } from "./float-elements.ts";
import { countAs, ELEMENT_COUNT, type FoldCall, foldCall, pass, perContract } from "./fold.ts";

export interface VarianceOptions extends FloatSumOptions {
  readonly correction?: number | undefined; // what is taken from n in the divisor: by default 0, for a population; 1 for a sample
}

/**
 * The variance of a population: `out = (Σ(input[i] − m)² − (Σ(input[i] − m))² / n) / (n − correction)` with `m` the mean of the input.
 *
 * `correction` is 0 unless given: the squares are divided by n. `{ correction: 1 }` divides by n − 1, which is the variance of a sample.
 * Stable: squares are of deviations from the mean, and the second sum takes away what the mean's rounding left. Each sum has the tree of
 * `expression`; types as in `mean`. With `n ≤ correction` it is NaN or an infinity. Work O(n), span O(log n), three sums.
 *
 * @throws EmptyInputError for nothing
 * @throws InvalidArgumentError for a correction that is no finite number
 * @see Chan, Golub and LeVeque, Algorithms for Computing the Sample Variance, 1983 (the corrected two-pass algorithm)
 */
export interface Variance<When extends "now" | "later"> {
  (input: ElementArray, options?: VarianceOptions): Answer<When, number>;
  (
    input: ConvertibleInput,
    options: VarianceOptions & { readonly type: NonNullable<VarianceOptions["type"]> },
  ): Answer<When, number>;
}

/** The call of `variance`. */
export function varianceCall(input: unknown, options: VarianceOptions = {}): FoldCall<number> {
  return spreadCall(FOLDS, input, options);
}

/** The call of a fold of deviations from the mean, with a correction. */
export function spreadCall(
  folds: ReturnType<typeof perContract>,
  input: unknown,
  options: VarianceOptions,
): FoldCall<number> {
  checkOptionNames(options, [...FLOAT_SUM_OPTIONS, "correction"]);
  const { type, elements } = someElements(input, options.type);
  const { contract } = floatSum(type, options);
  const parameters = [checkCorrection(options.correction ?? 0)];
  return foldCall({
    fold: folds(contract, type),
    input: [elements],
    parameters,
    value: (row) => Number(row[0]),
  });
}

const FOLDS = /* @__PURE__ */ perContract((contract, type) =>
  varianceFold(contract.sums[0] as ElementType, contract, type),
);

// Scalars: count, correction, sum, mean, sum of squares, sum of deviations.
const CORRECTION = /* @__PURE__ */ right("f64", 1);

/** One pass for the mean, one for squares and deviations. */
export function varianceFold(float: ElementType, contract: ColumnContract, type: ElementType): Fold {
  const element = convert(float, left(type));
  const deviation = binary("subtract", element, right(float, 3));
  return {
    columns: [type],
    parameters: ["f64"],
    passes: [
      pass([[contract, element]], [binary("divide", right(float, 2), countAs(float))]),
      pass([
        [contract, square(deviation)],
        [contract, deviation],
      ]),
    ],
    results: [
      binary(
        "divide",
        centered(float, right(float, 4), right(float, 5), right(float, 5)),
        divisorOf(float, CORRECTION),
      ),
    ],
  };
}

export function square(term: Term): Term {
  return binary("multiply", term, term);
}

/** A sum of products of deviations, less what the rounding of the means has left: that of deviations times that of the others, over n. */
export function centered(float: ElementType, products: Term, deviations: Term, others: Term): Term {
  return binary(
    "subtract",
    products,
    binary("divide", binary("multiply", deviations, others), countAs(float)),
  );
}

/** `n − correction`, taken in f64. */
export function divisorOf(float: ElementType, correction: Term): Term {
  return convert(float, binary("subtract", convert("f64", ELEMENT_COUNT), correction));
}

export function checkCorrection(given: unknown): number {
  if (typeof given === "number" && Number.isFinite(given)) return given;
  throw new InvalidArgumentError("correction", "a finite number", describe(given));
}

/** `variance(input, { correction? })` gives the variance of a population, divided by n; with `correction: 1` of a sample, divided by n − 1 */
export const variance: AlgorithmRow = {
  call: varianceCall,
  foldOf: 1,
  template: { options: ["expression", "accumulate", "correction"], results: inFloats },
};
