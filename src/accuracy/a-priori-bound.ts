// What theory promises before anything is computed; measured errors must stay below it.
import { depthOf } from "../expressions/depth.ts";
import type { Expression } from "../expressions/expression.ts";
import type { FloatType } from "../summaries/accumulators/accumulator.ts";
import { BINS, gridExponent } from "../summaries/accumulators/binned-accumulator.ts";
import { SCALE_EXPONENT, toScaledInteger, ulpOfScaledInteger } from "../values/scaled-integers.ts";
import type { Rational, SumFacts } from "./sum-exactly.ts";

/** Binary digits of a significand: u = 2^−precision. */
const PRECISION = { f64: 53, f32: 24 } as const;

/**
 * How far from the true sum of those terms an expression can be, told beforehand; undefined where there is no bound.
 *
 * Trees of depth d: γ_d·Σ|x|, γ_d = d·u/(1 − d·u), no bound from d·u = 1 on. `exact`: half an ulp of the true sum. `binned(K)`:
 * n·max(2^((1−K)W)·max|x|, half the last bin's unit) + 7ε/(1 − 6√ε − 7ε)·|Σx|, ε = 2u, where the second member of the maximum is
 * ours: the published bound overlooks terms that no bin reaches. No partial sum may overflow. Computed without rounding, but for the
 * constant of the last one, which is rounded up.
 *
 * @see Higham, Accuracy and Stability of Numerical Algorithms, §4.2; Ahrens, Demmel, Nguyen, TOMS 46(3), 2020
 */
export function aPrioriBound(expression: Expression, type: FloatType, facts: SumFacts): Rational | undefined {
  switch (expression.kind) {
    case "exact":
      return { numerator: ulpOfScaledInteger(facts.sum, type), denominator: 2n };
    case "binned":
      return boundOfBins(expression.fold, type, facts);
    default:
      return boundOfTree(depthOf(expression, facts.count), type, facts);
  }
}

/**
 * What the rounding errors of a tree add up to if they are independent and of mean zero: √d·u·Σ|x|, as a scaled number (λ = 1).
 *
 * A model and no bound; undefined for the order-free sums, which round once.
 *
 * @see Higham, Mary, A New Approach to Probabilistic Rounding Error Analysis, SIAM J. Sci. Comput. 41(5), 2019
 */
export function likelyFactor(expression: Expression, type: FloatType, count: number): number | undefined {
  if (expression.kind === "exact" || expression.kind === "binned") return undefined;
  return Math.sqrt(depthOf(expression, count)) * 2 ** -PRECISION[type];
}

function boundOfTree(depth: number, type: FloatType, { magnitude }: SumFacts): Rational | undefined {
  const denominator = (1n << BigInt(PRECISION[type])) - BigInt(depth);
  return denominator > 0n ? { numerator: BigInt(depth) * magnitude, denominator } : undefined;
}

function boundOfBins(fold: number, type: FloatType, { count, sum, largest }: SumFacts): Rational {
  const shift = BigInt((fold - 1) * BINS[type].width);
  const unseen = 1n << (BigInt(SCALE_EXPONENT + gridExponent(type, BINS[type].last) - 1) + shift);
  const perTerm = largest > unseen ? largest : unseen; // both times 2^shift
  // One denominator for both: 2^1074, that of the factor, is a multiple of 2^shift.
  const lost = (BigInt(count) * perTerm) << (BigInt(SCALE_EXPONENT) - shift);
  const observed = observingFactor(type) * (sum < 0n ? -sum : sum);
  return { numerator: lost + observed, denominator: 1n << BigInt(SCALE_EXPONENT) };
}

/** Of the float sequence that makes one value of the bins: 7ε/(1 − 6√ε − 7ε), a scaled integer. */
function observingFactor(type: FloatType): bigint {
  const epsilon = 2 ** (1 - PRECISION[type]);
  const factor = (7 * epsilon) / (1 - 6 * Math.sqrt(epsilon) - 7 * epsilon);
  return toScaledInteger(factor * (1 + 2 ** -48)); // above its roundings
}
