// Sums of one input by several expressions, each with its error and its bound.
import { columnContract } from "../contracts/column-contract.ts";
import type { TypedContract } from "../contracts/contract.ts";
import { checkExecutor, type Executor, type Refusal } from "../executors/executor.ts";
import { printExpression } from "../expressions/print.ts";
import type { FloatType } from "../summaries/accumulators/accumulator.ts";
import { fromScaledInteger, ulpOfScaledInteger } from "../values/scaled-integers.ts";
import { aPrioriBound, likelyFactor } from "./a-priori-bound.ts";
import { type AccuracyOptions, askedContracts } from "./asked-contracts.ts";
import { judge, type Verdict } from "./judge.ts";
import { quotientOf, type SumFacts, sumExactly } from "./sum-exactly.ts";

/** How far the sums of one input are from the true one. */
export interface Accuracy {
  readonly executor: string;
  readonly type: FloatType; // of the input
  readonly accumulate: FloatType; // of every addition, of the results and of their ulps
  readonly length: number;
  readonly sum: number; // the true one, rounded once to `accumulate`
  readonly magnitude: number; // Σ|x|
  readonly condition: number; // Σ|x|/|Σx|; infinite for a sum of zero
  readonly rows: readonly AccuracyRow[]; // in the order of the expressions
  readonly passed: boolean; // no bound was exceeded
}

/** What is known of one expression: how wrong its sum is, or why the executor has none. */
export type AccuracyRow = MeasuredSum | RefusedRow;

/** Of one expression. An ulp is the distance of neighbouring floats at the true sum; at zero, the smallest subnormal. */
export interface MeasuredSum {
  readonly kind: "measured";
  readonly expression: string;
  readonly contract: TypedContract;
  readonly value: number;
  readonly ulps: number; // |value − true sum|, in ulps; infinite for a value that overflowed
  readonly boundUlps: number; // the most it can be; infinite where there is no bound
  readonly usedBound: number; // error/bound, above 1 a failure
  readonly likelyUlps: number | undefined; // √depth·u·Σ|x|, a model; undefined for order-free sums
  readonly verdict: Verdict;
}

/** The executor does not compute this contract. */
export interface RefusedRow extends Refusal {
  readonly kind: "refused";
  readonly expression: string;
  readonly contract: TypedContract;
}

/**
 * The error of a float sum under each of some expressions, against the true sum, with the bound that was known beforehand.
 *
 * `input` holds f64 or f32; `accumulate: "f64"` widens. The true sum is an integer multiple of the smallest subnormal and is never
 * rounded, so that errors below one ulp are fractions. A bound that is exceeded is a bug in the executor, or in its contract.
 * Costs the reduces and about 10 ns an element.
 *
 * @throws EmptyInputError, InvalidArgumentError for elements that are not finite floats
 * @see docs/accuracy.md
 */
export async function accuracyOf(
  executor: Executor,
  input: Float64Array | Float32Array,
  options: AccuracyOptions = {},
): Promise<Accuracy> {
  checkExecutor(executor);
  const { type, accumulate, contracts } = askedContracts(input, options);
  const facts = sumExactly(input);
  const rows: AccuracyRow[] = [];
  for (const contract of contracts) {
    const expression = printExpression(contract.expression);
    const asked = columnContract(contract);
    const refusal = executor.refusal({ contract: asked, observation: "reduce", allowQuadratic: false });
    if (refusal !== undefined) {
      rows.push({ kind: "refused", expression, contract, ...refusal });
      continue;
    }
    const value = Number((await executor.plan(asked).reduce([input]))[0]);
    rows.push(measuredSum(contract, expression, value, facts));
  }
  const magnitude = fromScaledInteger(facts.magnitude, "f64");
  return {
    executor: executor.name,
    type,
    accumulate,
    length: input.length,
    sum: fromScaledInteger(facts.sum, accumulate),
    magnitude,
    condition: conditionOf(facts),
    rows,
    passed: rows.every((row) => row.kind === "refused" || row.verdict !== "exceeded"),
  };
}

/** A sum of terms beside the true one. */
export function measuredSum(
  contract: TypedContract,
  expression: string,
  value: number,
  facts: SumFacts,
): MeasuredSum {
  const type = contract.accumulate as FloatType;
  const bound = aPrioriBound(contract.expression, type, facts);
  const { error, usedBound, verdict } = judge({ expression: contract.expression, value, bound, facts, type });
  const ulp = ulpOfScaledInteger(facts.sum, type);
  const likely = likelyFactor(contract.expression, type, facts.count);
  return {
    kind: "measured",
    expression,
    contract,
    value,
    ulps: error === undefined ? Number.POSITIVE_INFINITY : quotientOf(error, ulp),
    boundUlps:
      bound === undefined ? Number.POSITIVE_INFINITY : quotientOf(bound.numerator, bound.denominator * ulp),
    usedBound,
    likelyUlps: likely === undefined ? undefined : likely * quotientOf(facts.magnitude, ulp),
    verdict,
  };
}

/** Of nothing but zeros it is 1: no error is possible. */
function conditionOf({ sum, magnitude }: SumFacts): number {
  if (magnitude === 0n) return 1;
  return quotientOf(magnitude, sum < 0n ? -sum : sum);
}
