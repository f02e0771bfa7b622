import { binaryDigits } from "../values/scaled-integers.ts";

/** A non-negative number without rounding, in units of 2^−1074 as scaled integers are. */
export interface Rational {
  readonly numerator: bigint;
  readonly denominator: bigint; // positive
}

/** Binary digits that a quotient keeps before it is rounded to a number, which has 53. */
const KEPT_DIGITS = 64;

/** A quotient of non-negative integers as a number, to its last binary digit or the one next to it; infinite beyond what numbers reach. */
export function quotientOf(numerator: bigint, denominator: bigint): number {
  if (numerator === 0n) return 0;
  if (denominator === 0n) return Number.POSITIVE_INFINITY;
  const shift = KEPT_DIGITS - binaryDigits(numerator) + binaryDigits(denominator);
  const quotient =
    shift >= 0 ? (numerator << BigInt(shift)) / denominator : numerator / (denominator << BigInt(-shift));
  return scaledBy(Number(quotient), -shift);
}

/** In two steps, because 2^−shift alone may be beyond what numbers reach. */
function scaledBy(number: number, exponent: number): number {
  const half = Math.trunc(exponent / 2);
  return number * 2 ** half * 2 ** (exponent - half);
}
