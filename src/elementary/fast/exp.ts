import { evaluateUnary } from "../exact/evaluate.ts";
import { POWERS_HIGH, POWERS_LOW } from "./tables.ts";
import { powerOfTwo, upperHalf } from "./words.ts";

/*
 * e^x = 2^n · 2^(i/64) · e^r, with x = (64n + i) · ln 2 / 64 + r and |r| ≤ 2^-7.5
 *
 *   r    as a sum of two doubles: the upper part of ln 2 / 64 has 36 bits, so that its multiples are exact
 *   e^r  = 1 + r + r²/2 + r³/6 + … up to r^8, of which r and r²/2 are kept exactly
 *   times 2^(i/64), a sum of 26 bits and a double, with exact products of halves
 *
 * Errors, beside a value from 1 to 2: of r 2^-78 (the lower part of ln 2 / 64 and its product), of r²/2 2^-94, of r³/6 and what follows 2^-77,
 * of the sums below 2^-25 five times 2^-78, of the table 2^-79, of the series' end 2^-86: less than 2^-74 together. SLACK is 8 times that. Where
 * the value moved by it either way rounds to one double, that is the answer; else, once in 2^17, the definition decides.
 */
const SLACK = 2 ** -71;

/** How far an f64 of the f32 function may be from the real value, relatively: some 2^-51, and 4 times that. */
const SLACK_F32 = 2 ** -49;

/** Added and subtracted, it leaves the nearest integer. */
const ROUNDER = 3 * 2 ** 51;

const STEPS_OF_LN2 = 92.33248261689366; // 64 / ln 2
const STEP_HIGH = 0.010830424696223417; // ln 2 / 64: its first 36 bits
const STEP_LOW = 2.572804622327669e-14;

/** Where e^x rounds to ∞ and to 0, or has fewer bits than a normal double. */
const LARGEST = 709.782712893384;
const SMALLEST = -745.1332191019412;
const SMALLEST_NORMAL = -707;

/** `(high + low) · 2^exponent`, wrong by less than 2^-73, with `high` from 0.99 to 2. */
interface ScaledPair {
  readonly high: number;
  readonly low: number;
  readonly exponent: number;
}

/** e^(x + xLow), of magnitudes up to 745; xLow is less than a unit in the last place of x, and is rounded to 2^-79. */
export function expParts(x: number, xLow: number): ScaledPair {
  const steps = x * STEPS_OF_LN2 + ROUNDER - ROUNDER;
  const index = steps & 63;
  const far = x - steps * STEP_HIGH;
  const near = xLow - steps * STEP_LOW;
  const r = far + near;
  const part = r - far;
  const rLow = far - (r - part) + (near - part);

  const half = upperHalf(r);
  const square = 0.5 * half * half;
  const cube = r * r * r;
  const series = 1 / 6 + r * (1 / 24 + r * (1 / 120 + r * (1 / 720 + r * (1 / 5040 + r * (1 / 40320)))));
  const tail = 0.5 * (r + half) * (r - half) + cube * series + (rLow + rLow * r);
  const sum = r + square;
  const sumLow = r - sum + square + tail;

  const scale = POWERS_HIGH[index] * 2 ** -25;
  const scaleLow = POWERS_LOW[index] * 2 ** -78;
  const sumHalf = upperHalf(sum);
  const product = scale * sumHalf;
  const rest = scale * (sum - sumHalf) + scale * sumLow + scaleLow + scaleLow * (sum + sumLow);
  const high = scale + product;
  return { high, low: scale - high + product + rest, exponent: (steps - index) / 64 };
}

/** e^x of a double, correctly rounded. */
export function exp(x: number): number {
  if (!(x <= LARGEST)) return x > 0 ? Number.POSITIVE_INFINITY : Number.NaN;
  if (x < SMALLEST) return 0;
  if (x < SMALLEST_NORMAL) return evaluateUnary("exp", "f64", x);
  const { high, low, exponent } = expParts(x, 0);
  const value = high + (low - SLACK);
  if (value !== high + (low + SLACK)) return evaluateUnary("exp", "f64", x);
  return value * powerOfTwo(exponent - 1) * 2; // the power alone may overflow
}

/** `2^(steps / 64) · e^r − less` as a double, within 2^-51 of it; |r| < 2^-7. */
export function roughPower(steps: number, r: number, less: 0 | 1): number {
  const index = steps & 63;
  const series = r + r * r * (1 / 2 + r * (1 / 6 + r * (1 / 24 + r * (1 / 120 + r * (1 / 720)))));
  const scale = powerOfTwo((steps - index) / 64);
  const high = POWERS_HIGH[index] * 2 ** -25;
  const low = POWERS_LOW[index] * 2 ** -78;
  return high * scale - less + (low + (high + low) * series) * scale;
}

/** `e^x − less` likewise, of magnitudes of x up to 700. */
export function roughExp(x: number, less: 0 | 1): number {
  const steps = x * STEPS_OF_LN2 + ROUNDER - ROUNDER;
  return roughPower(steps, x - steps * STEP_HIGH - steps * STEP_LOW, less);
}

/** e^x of an f32, correctly rounded: by doubles that are almost always far enough from where f32 rounds the other way. */
export function exp32(x: number): number {
  if (!(x <= 89)) return x > 0 ? Number.POSITIVE_INFINITY : Number.NaN;
  if (x < -104) return 0;
  const value = roughExp(x, 0);
  const rounded = Math.fround(value + value * SLACK_F32);
  return rounded === Math.fround(value - value * SLACK_F32) ? rounded : evaluateUnary("exp", "f32", x);
}
