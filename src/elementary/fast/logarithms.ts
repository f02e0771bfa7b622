// Functions made of log, and roots and powers, as sums of two doubles with a bound of their error: undefined where the definition has to decide.

import { expParts } from "./exp.ts";
import { type Guess, logParts, logSum } from "./log.ts";
import { add, multiply, negate, type Pair, pair, productOf, rootOf, scaledBy, sumOf } from "./pairs.ts";
import { highWordOf, powerOfTwo, withHighWord } from "./words.ts";

const PER_LN2: Pair = pair(Math.LOG2E, 2.0355273740931033e-17);
const PER_LN10: Pair = pair(Math.LOG10E, 1.098319650216765e-17);

/** A logarithm to another base. */
function toBase(x: number, factor: Pair): Guess {
  const parts = logParts(x, 0);
  const { high, low } = multiply(parts, factor);
  return { high, low, slack: 2 * parts.slack };
}

export function log2(x: number): Guess {
  return toBase(x, PER_LN2);
}

export function log10(x: number): Guess {
  return toBase(x, PER_LN10);
}

export function log1p(x: number): Guess | undefined {
  if (Math.abs(x) < 2 ** -8) return logSum(0, 0, x, 0);
  const sum = sumOf(1, x);
  const { high, low, slack } = logParts(sum.high, sum.low);
  return { high, low, slack: 2 * slack };
}

/** Of magnitudes from 2^-300 to 2^300, where squares and cubes are as exact as other products. */
function isModerate(x: number): boolean {
  const size = Math.abs(x);
  return size > 2 ** -300 && size < 2 ** 300;
}

/** A third of the exponent, four steps of Newton's, and one more with the cube exact but for 2^-100. */
export function cbrt(x: number): Guess | undefined {
  if (!isModerate(x)) return undefined;
  const size = Math.abs(x);
  let root = withHighWord(Math.trunc(highWordOf(size) / 3) + 715094163);
  for (let i = 0; i < 5; i++) root -= (root - size / (root * root)) / 3;
  const rest = add(pair(size), negate(multiply(productOf(root, root), pair(root))));
  const step = rest.high / (3 * root * root);
  const { high, low } = sumOf(root, step);
  const sign = x < 0 ? -1 : 1;
  return { high: sign * high, low: sign * low, slack: root * 2 ** -96 };
}

export function hypot(x: number, y: number): Guess | undefined {
  if (!isModerate(x) || !isModerate(y)) return undefined;
  const { high, low } = rootOf(add(productOf(x, x), productOf(y, y)));
  return { high, low, slack: high * 2 ** -96 };
}

/** e^(y ln x), of a positive x: the error of the logarithm grows with y. */
export function pow(x: number, y: number): Guess | undefined {
  const logarithm = logParts(x, 0);
  const size = Math.abs(y * logarithm.high);
  if (!(size < 600 && isModerate(y))) return undefined;
  const { high, low } = multiply(logarithm, pair(y));
  const power = expParts(high, low);
  const relative = Math.abs(y) * logarithm.slack + 2 ** -71;
  const value = scaledBy(power, powerOfTwo(power.exponent));
  return { high: value.high, low: value.low, slack: 2 * value.high * relative };
}
