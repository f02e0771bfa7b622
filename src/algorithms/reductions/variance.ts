import type { ConvertibleInput } from "../../contracts/options.ts";
import type { Primitives } from "../../executors/primitives.ts";
import { binary, convert, left, right, type Term } from "../../operators/term.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import { describe } from "../../values/describe.ts";
import type { ElementArray, ElementType } from "../../values/element-types.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import { type Answer, type Call, done, type Steps } from "../call.ts";
import { someElements } from "../given-elements.ts";
import { perType } from "../per-type.ts";
import {
  deviationSteps,
  FLOAT_SUM_OPTIONS,
  type FloatSum,
  type FloatSumOptions,
  floatSteps,
  floatSum,
  inFloats,
  meanSteps,
} from "./float-elements.ts";

interface VarianceOptions extends FloatSumOptions {
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
export function varianceCall(input: unknown, options: VarianceOptions = {}): Call<number> {
  checkOptionNames(options, [...FLOAT_SUM_OPTIONS, "correction"]);
  const { type, elements } = someElements(input, options.type);
  const sum = floatSum(type, options);
  const correction = checkCorrection(options.correction ?? 0);
  return {
    input: [elements],
    requests: [{ contract: sum.contract, observation: "reduce", allowQuadratic: false }],
    *steps(on, [vector]) {
      const floats = yield* floatSteps(on, type, sum.float, vector);
      const center = yield* meanSteps(on, sum, floats);
      const deviations = yield* deviationSteps(on, sum, floats, center);
      return [yield* spreadSteps(on, sum, deviations, correction)];
    },
    result: ([variance]) => Number(variance[0]),
  };
}

const square = (term: Term): Term => binary("multiply", term, term);
const SQUARE = perType((float: ElementType) => square(left(float)));

/** Of the sum of squares, the sum of deviations, how many there are, and the correction. */
const SPREAD = perType((float: ElementType) => {
  const rest = binary("divide", square(left(float, 1)), convert(float, right("u32")));
  const divisor = convert(float, binary("subtract", convert("f64", right("u32")), right("f64", 1)));
  return binary("divide", binary("subtract", left(float), rest), divisor);
});

function* spreadSteps<Vector>(
  on: Primitives<Vector>,
  { contract, float }: FloatSum,
  deviations: Vector,
  correction: number,
): Steps<Vector> {
  const [squares] = yield* done(on.map([SQUARE(float)], [deviations]));
  const ofSquares = yield* done(on.reduce(contract, [squares]));
  const ofDeviations = yield* done(on.reduce(contract, [deviations]));
  const count = yield* done(on.lengthOf(deviations));
  // A number that calls differ in: as a constant it would make another kernel.
  const taken = yield* done(on.fill("f64", correction, 1));
  const [result] = yield* done(on.map([SPREAD(float)], [...ofSquares, ...ofDeviations], [count, taken]));
  return result;
}

function checkCorrection(given: unknown): number {
  if (typeof given === "number" && Number.isFinite(given)) return given;
  throw new InvalidArgumentError("correction", "a finite number", describe(given));
}

/** `variance(input, { correction? })` gives the variance of a population, divided by n; with `correction: 1` of a sample, divided by n − 1 */
export const variance: AlgorithmRow = {
  call: varianceCall,
  template: { options: ["expression", "accumulate", "correction"], results: inFloats },
};
