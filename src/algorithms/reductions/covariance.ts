import { binary, constant, convert, left, right, type Term, unary } from "../../operators/term.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import type { ElementType } from "../../values/element-types.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import { FLOAT_SUM_OPTIONS, type FloatSumOptions, floatSum, inFloats } from "./float-elements.ts";
import { type FoldCall, foldCall, pass, perContract } from "./fold.ts";
import { type OfPair, ofPair, somePair } from "./given-pair.ts";
import {
  centered,
  checkCorrection,
  divisor,
  meansPass,
  SPREAD_OPTIONS,
  type SpreadOptions,
  square,
} from "./spread.ts";

/**
 * The covariance of a population: `out = (Σdᵢeᵢ − ΣdᵢΣeᵢ / n) / (n − correction)` with `d = left − mean(left)`, `e = right − mean(right)`.
 *
 * `correction` is 0 unless given: products are divided by n; `{ correction: 1 }` divides by n − 1, as for a sample. Every operation is rounded by
 * itself, to f32 for f32 and to f64 for all else; types, `accumulate` and `expression` as in `mean`. `covariance(x, x)` has the bits of
 * `variance(x)`. A NaN or an infinity makes it NaN. With `n ≤ correction` it is NaN or an infinity. Work O(n), span O(log n), two passes.
 *
 * @throws EmptyInputError for nothing
 * @throws LengthMismatchError, InvalidArgumentError for inputs of different lengths or types
 */
export type Covariance<When extends "now" | "later"> = OfPair<When, SpreadOptions>;

/**
 * Pearson's correlation: `out = c / (√a · √b)`, between −1 and 1, with `c = Σde − ΣdΣe / n`, `a = Σd² − (Σd)² / n`, `b = Σe² − (Σe)² / n`.
 *
 * `d` and `e` are deviations from the means, as in `covariance`; every operation is rounded by itself, and what rounding has put beyond ±1 is ±1.
 * Types, `accumulate` and `expression` as in `mean`. A NaN or an infinity makes it NaN, as does a side whose elements are all the same.
 * Work O(n), span O(log n), two passes.
 *
 * @throws EmptyInputError for nothing
 * @throws LengthMismatchError, InvalidArgumentError for inputs of different lengths or types
 */
export type Correlation<When extends "now" | "later"> = OfPair<When, FloatSumOptions>;

/** The call of `covariance`. */
export function covarianceCall(one: unknown, other: unknown, options: SpreadOptions = {}): FoldCall<number> {
  checkOptionNames(options, SPREAD_OPTIONS);
  const { type, input } = somePair(one, other, options.type);
  const { contract } = floatSum(type, options);
  const parameters = [checkCorrection(options.correction)];
  return foldCall({
    fold: COVARIANCES(contract, type),
    input,
    parameters,
    value: (row) => Number(row[0]),
  });
}

/** The call of `correlation`. */
export function correlationCall(
  one: unknown,
  other: unknown,
  options: FloatSumOptions = {},
): FoldCall<number> {
  checkOptionNames(options, FLOAT_SUM_OPTIONS);
  const { type, input } = somePair(one, other, options.type);
  const { contract } = floatSum(type, options);
  return foldCall({ fold: CORRELATIONS(contract, type), input, value: (row) => Number(row[0]) });
}

/** Elements of both sides as floats, and their deviations; the means are scalars `first` and the one after. */
function sides(float: ElementType, type: ElementType, first: number) {
  const elements = [convert(float, left(type)), convert(float, left(type, 1))];
  const [d, e] = elements.map((element, i): Term => binary("subtract", element, right(float, first + i)));
  return { elements, d, e };
}

const COVARIANCES = /* @__PURE__ */ perContract((contract, type) => {
  const float = contract.sums[0] as ElementType;
  // Scalars: count, correction, two sums, two means, then the sums below.
  const { elements, d, e } = sides(float, type, 4);
  const products = centered(float, right(float, 6), right(float, 7), right(float, 8));
  return {
    columns: [type, type],
    parameters: ["f64"],
    passes: [meansPass(contract, elements, 2), pass([product(d, e), d, e].map((term) => [contract, term]))],
    results: [binary("divide", products, divisor(float))],
  };
});

const CORRELATIONS = /* @__PURE__ */ perContract((contract, type) => {
  const float = contract.sums[0] as ElementType;
  // Scalars: count, two sums, two means, then the sums below.
  const { elements, d, e } = sides(float, type, 3);
  const [ofD, ofE] = [right(float, 8), right(float, 9)];
  const products = centered(float, right(float, 5), ofD, ofE);
  const roots = product(
    unary("sqrt", centered(float, right(float, 6), ofD, ofD)),
    unary("sqrt", centered(float, right(float, 7), ofE, ofE)),
  );
  const ratio = binary("divide", products, roots);
  return {
    columns: [type, type],
    parameters: [],
    passes: [
      meansPass(contract, elements, 1),
      pass([product(d, e), square(d), square(e), d, e].map((term) => [contract, term])),
    ],
    results: [binary("max", constant(float, -1), binary("min", constant(float, 1), ratio))],
  };
});

function product(one: Term, other: Term): Term {
  return binary("multiply", one, other);
}

/** `covariance(left, right, { correction? })` gives the covariance of a population, divided by n; with `correction: 1` of a sample, divided by n − 1 */
export const covariance: AlgorithmRow = {
  call: covarianceCall,
  foldOf: 2,
  template: { options: ["expression", "accumulate", "correction"], arguments: ofPair, results: inFloats },
};

/** `correlation(left, right, { expression?, accumulate? })` gives Pearson's correlation, between −1 and 1 */
export const correlation: AlgorithmRow = {
  call: correlationCall,
  foldOf: 2,
  template: { options: ["expression", "accumulate"], arguments: ofPair, results: inFloats },
};
