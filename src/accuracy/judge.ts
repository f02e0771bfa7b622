// One measured sum against the exact one and against its bound.
import { type Expression, isOrderFree } from "../expressions/expression.ts";
import type { FloatType } from "../summaries/accumulators/accumulator.ts";
import { describe } from "../values/describe.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { fromScaledInteger, toScaledInteger } from "../values/scaled-integers.ts";
import { quotientOf, type Rational, type SumFacts } from "./sum-exactly.ts";

const LONGEST = 100_000;
const SHORTEST = 0.001;

/** A quantity in three digits, for tables: `0.305`, `13.0`, `1,240`, `7.6e+20`, `∞`. @throws InvalidArgumentError */
export function printQuantity(quantity: number): string {
  if (typeof quantity !== "number")
    throw new InvalidArgumentError("quantity", "a number", describe(quantity));
  if (quantity === 0) return "0";
  if (!Number.isFinite(quantity)) return quantity > 0 ? "∞" : String(quantity);
  if (quantity >= LONGEST || quantity < SHORTEST) return quantity.toExponential(1);
  if (quantity >= 100) return Math.round(quantity).toLocaleString("en-US");
  return quantity.toPrecision(3);
}

/**
 * Whether a sum is as near to the true one as its bound says. "overflowed": it is infinite or NaN, and so may be a partial sum of
 * these terms, of which no bound tells anything.
 */
export type Verdict = "within" | "exceeded" | "overflowed";

interface Question {
  readonly expression: Expression;
  readonly value: number;
  readonly bound: Rational | undefined; // undefined: there is none
  readonly facts: SumFacts;
  readonly type: FloatType;
}

/** The error of a value and what its bound makes of it, without rounding; `error` is undefined for a value that is not finite. */
export function judge(question: Question): {
  readonly error: bigint | undefined;
  readonly usedBound: number;
  readonly verdict: Verdict;
} {
  const { value, bound, facts } = question;
  if (!Number.isFinite(value)) {
    const verdict = mayOverflow(question) ? "overflowed" : "exceeded";
    return { error: undefined, usedBound: Number.POSITIVE_INFINITY, verdict };
  }
  const difference = toScaledInteger(value) - facts.sum;
  const error = difference < 0n ? -difference : difference;
  if (bound === undefined) return { error, usedBound: 0, verdict: "within" };
  const [found, allowed] = [error * bound.denominator, bound.numerator];
  return { error, usedBound: quotientOf(found, allowed), verdict: found <= allowed ? "within" : "exceeded" };
}

/** Whether rounding can overflow: for trees at any partial sum, for sums without an order at the last step alone. */
function mayOverflow({ expression, bound, facts, type }: Question): boolean {
  if (bound === undefined) return true;
  const reach = isOrderFree(expression) ? facts.sum : facts.magnitude;
  const error = bound.numerator / bound.denominator + 1n;
  return !Number.isFinite(fromScaledInteger((reach < 0n ? -reach : reach) + error, type));
}
