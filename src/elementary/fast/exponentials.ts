// Functions made of exp, as sums of two doubles with a bound of their error: undefined where the definition has to decide.

import { expParts } from "./exp.ts";
import type { Guess } from "./log.ts";
import {
  add,
  divide,
  multiply,
  negate,
  type Pair,
  pair,
  productOf,
  roughPolynomial,
  scaledBy,
} from "./pairs.ts";
import { powerOfTwo } from "./words.ts";

export const LN2: Pair = pair(Math.LN2, 2.3190468138462996e-17);

const ONE = pair(1);

/** Beyond it e^x or e^-x is no normal double with room below it. */
const LARGEST = 600;

/** Below it series serve: what is left of a difference from 1 would have too few bits. */
const SMALL = 2 ** -6;

/** e^x as a pair, wrong by less than 2^-72 of it. */
function expOf(x: number, xLow = 0): Pair {
  const parts = expParts(x, xLow);
  return scaledBy(parts, powerOfTwo(parts.exponent));
}

function withSlack({ high, low }: Pair, relative: number): Guess {
  return { high, low, slack: Math.abs(high) * relative };
}

export function exp2(x: number): Guess | undefined {
  if (!(Math.abs(x) < 850)) return undefined;
  const { high, low } = multiply(pair(x), LN2);
  return withSlack(expOf(high, low), 2 ** -71);
}

/** x + x² · c2 + x³ · (c3 + c4 x + …) of a small x: the square exactly, what follows as a double, which errs by 2^-66 of x. */
function smallSeries(x: number, square: number, others: number): Guess {
  const exact = productOf(x, x);
  const sum = add(pair(x), scaledBy(exact, square));
  return withSlack(add(sum, pair(others)), 2 ** -64);
}

const EXPM1 = [1 / 6, 1 / 24, 1 / 120, 1 / 720, 1 / 5040, 1 / 40320, 1 / 362880, 1 / 3628800];

export function expm1(x: number): Guess | undefined {
  const size = Math.abs(x);
  if (size >= LARGEST) return undefined;
  if (size < SMALL) return smallSeries(x, 0.5, x * x * x * roughPolynomial(x, EXPM1));
  return withSlack(add(expOf(x), pair(-1)), 2 ** -64);
}

const SINH = [1 / 6, 1 / 120, 1 / 5040, 1 / 362880, 1 / 39916800];

/** (e^x ± e^-x) / 2: the larger power first. */
function hyperbolic(x: number, sign: 1 | -1): Pair {
  const power = expOf(Math.abs(x));
  const inverse = divide(ONE, power);
  return scaledBy(add(power, sign === 1 ? inverse : negate(inverse)), 0.5);
}

export function sinh(x: number): Guess | undefined {
  const size = Math.abs(x);
  if (size >= LARGEST) return undefined;
  if (size < SMALL) return smallSeries(x, 0, x * x * x * roughPolynomial(x * x, SINH));
  const value = hyperbolic(x, -1);
  return withSlack(x < 0 ? negate(value) : value, 2 ** -64);
}

export function cosh(x: number): Guess | undefined {
  return Math.abs(x) < LARGEST ? withSlack(hyperbolic(x, 1), 2 ** -69) : undefined;
}

const TANH = [-1 / 3, 2 / 15, -17 / 315, 62 / 2835, -1382 / 155925, 21844 / 6081075, -929569 / 638512875];

export function tanh(x: number): Guess | undefined {
  const size = Math.abs(x);
  if (size < SMALL) return smallSeries(x, 0, x * x * x * roughPolynomial(x * x, TANH));
  const power = expOf(-2 * Math.min(size, 50));
  const value = divide(add(ONE, negate(power)), add(ONE, power));
  return withSlack(x < 0 ? negate(value) : value, 2 ** -64);
}
