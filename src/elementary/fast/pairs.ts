/*
 * Numbers as sums of two doubles, the second below half a unit in the last place of the first: some 106 bits.
 *
 * Each operation errs by less than 2^-100 of its result, as long as nothing overflows or comes near the subnormals: callers keep to operands
 * between 2^-300 and 2^300. Sums by Knuth's and Dekker's exact ones, products by halves.
 */

import { upperHalf } from "./words.ts";

/** `high + low`. */
export interface Pair {
  readonly high: number;
  readonly low: number;
}

export function pair(high: number, low = 0): Pair {
  return { high, low };
}

/** A sum, exactly. */
export function sumOf(first: number, second: number): Pair {
  const high = first + second;
  const part = high - first;
  return { high, low: first - (high - part) + (second - part) };
}

/** A sum, exactly, of which the first summand is the larger. */
function orderedSum(larger: number, smaller: number): Pair {
  const high = larger + smaller;
  return { high, low: larger - high + smaller };
}

/** A product, exactly. */
export function productOf(first: number, second: number): Pair {
  const high = first * second;
  const one = upperHalf(first);
  const two = upperHalf(second);
  const low = one * two - high + one * (second - two) + (first - one) * two + (first - one) * (second - two);
  return { high, low };
}

export function add(first: Pair, second: Pair): Pair {
  const high = sumOf(first.high, second.high);
  const low = sumOf(first.low, second.low);
  const middle = orderedSum(high.high, high.low + low.high);
  return orderedSum(middle.high, middle.low + low.low);
}

export function negate({ high, low }: Pair): Pair {
  return { high: -high, low: -low };
}

export function multiply(first: Pair, second: Pair): Pair {
  const { high, low } = productOf(first.high, second.high);
  return orderedSum(high, low + (first.high * second.low + first.low * second.high));
}

export function divide(first: Pair, second: Pair): Pair {
  const quotient = first.high / second.high;
  const rest = add(first, negate(multiply(pair(quotient), second)));
  const next = rest.high / second.high;
  const last = add(rest, negate(multiply(pair(next), second))).high / second.high;
  const sum = orderedSum(quotient, next);
  return orderedSum(sum.high, sum.low + last);
}

/** The root of a positive number. */
export function rootOf(square: Pair): Pair {
  const root = Math.sqrt(square.high);
  const rest = add(square, negate(productOf(root, root)));
  return orderedSum(root, rest.high / (2 * root));
}

/** The product with a power of two. */
export function scaledBy({ high, low }: Pair, power: number): Pair {
  return { high: high * power, low: low * power };
}

/**
 * `c0 + x (c1 + x (… + x · rest))` with coefficients in pairs, each larger than what is added to it, and the rest as a double.
 *
 * Products and sums are those of `multiply` and `add`, written out: a pair in each step is an object that engines allocate.
 */
export function polynomialOf(x: Pair, coefficients: readonly Pair[], rest: number): Pair {
  const upper = upperHalf(x.high);
  const lower = x.high - upper;
  let high = rest;
  let low = 0;
  for (let i = coefficients.length - 1; i >= 0; i--) {
    const product = x.high * high;
    const one = upperHalf(high);
    const two = high - one;
    const lost = upper * one - product + upper * two + lower * one + lower * two;
    const productLow = lost + (x.high * low + x.low * high);
    const coefficient = coefficients[i];
    const sum = coefficient.high + product;
    const sumLow = coefficient.high - sum + product + (coefficient.low + productLow);
    high = sum + sumLow;
    low = sum - high + sumLow;
  }
  return { high, low };
}

/** The same in doubles. */
export function roughPolynomial(x: number, coefficients: readonly number[]): number {
  let sum = 0;
  for (let i = coefficients.length - 1; i >= 0; i--) sum = coefficients[i] + x * sum;
  return sum;
}

/** A fraction of integers. */
export function fraction(numerator: number, denominator: number): Pair {
  return divide(pair(numerator), pair(denominator));
}
