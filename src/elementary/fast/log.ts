import { evaluateUnary } from "../exact/evaluate.ts";
import { LOGARITHMS_HIGH, LOGARITHMS_LOW, RECIPROCALS } from "./tables.ts";
import { highWordOf, loweredBy, upperHalf } from "./words.ts";

/*
 * ln x = n · ln 2 − ln c + ln(1 + z), with x = 2^n · m, m from 0.6875 to 1.375, c of 10 bits next to 1/m, and z = m · c − 1
 *
 *   n · ln 2 − ln c   exact but for a double below 2^-42 · 2^10: both have an upper part of whole units of 2^-42
 *   z                 as a sum of two doubles, exactly; |z| < 2^-7
 *   ln(1 + z)         = z − z²/2 + z³/3 − … up to z^10, of which z and z²/2 are kept exactly
 *
 * Errors: of z³/3 and what follows four roundings, of the sums below it four more. Where c is 1 and n is 0, x is next to 1, nothing else counts,
 * and relative to z they are below 2^-66, the series' end 2^-73 included. Elsewhere |z| < 2^-7.9, and errors are below 2^-75 with those of the
 * constants. The slacks are twice that. Where the value moved by it either way rounds to one double, that is the answer; else the definition
 * decides: once in some 2^19 for large results, 2^11 for those next to 1.
 */
const SLACK = 2 ** -74;
const SLACK_NEXT_TO_1 = 2 ** -65;

/** Relative to the value, for the f32 function: some 2^-46 where the parts cancel most, and 4 times that. */
const SLACK_F32 = 2 ** -44;

/** The high word of 0.6875, where the mantissas begin. */
const FIRST_WORD = 0x3fe60000;

const LN2_HIGH = 0.6931471805598903; // 42 bits
const LN2_LOW = 5.497923018708371e-14;

const SMALLEST_NORMAL = 2 ** -1022;

/** `high + low`, wrong by less than `slack`. */
export interface Guess {
  readonly high: number;
  readonly low: number;
  readonly slack: number;
}

/** ln(x + xLow) of a positive double, and one that is less than half a unit in its last place. */
export function logParts(x: number, xLow: number): Guess {
  const normal = x < SMALLEST_NORMAL ? x * 2 ** 54 : x;
  const place = highWordOf(normal) - FIRST_WORD;
  const index = (place >> 13) & 127;
  const exponent = place >> 20;
  const n = x < SMALLEST_NORMAL ? exponent - 54 : exponent;
  const m = loweredBy(normal, exponent);
  const c = RECIPROCALS[index] * 2 ** -10;
  const upper = upperHalf(m);
  const far = upper * c - 1;
  const near = (m - upper) * c + (xLow === 0 ? 0 : (xLow / x) * m * c); // to 2^-79
  const z = far + near;
  const part = z - far;
  const zLow = far - (z - part) + (near - part);
  const base = n * LN2_HIGH + LOGARITHMS_HIGH[index] * 2 ** -42;
  return logSum(base, n * LN2_LOW + LOGARITHMS_LOW[index] * 2 ** -78, z, zLow);
}

/** base + baseLow + ln(1 + z + zLow), of magnitudes of z below 2^-7. */
export function logSum(base: number, baseLow: number, z: number, zLow: number): Guess {
  const half = upperHalf(z);
  const square = -0.5 * half * half;
  const cube = z * z * z;
  const series =
    1 / 3 - z * (1 / 4 - z * (1 / 5 - z * (1 / 6 - z * (1 / 7 - z * (1 / 8 - z * (1 / 9 - z * (1 / 10)))))));
  const tail = zLow - zLow * z - 0.5 * (z + half) * (z - half) + baseLow + cube * series;
  const sum = base + z;
  const back = sum - base;
  const sumLow = base - (sum - back) + (z - back);
  const high = sum + square;
  const low = sum - high + square + (sumLow + tail);
  return { high, low, slack: base === 0 ? Math.abs(z) * SLACK_NEXT_TO_1 : SLACK };
}

/** ln x of a double, correctly rounded. */
export function log(x: number): number {
  if (!(x > 0)) return x === 0 ? Number.NEGATIVE_INFINITY : Number.NaN;
  if (x === Number.POSITIVE_INFINITY) return x;
  const { high, low, slack } = logParts(x, 0);
  const value = high + (low - slack);
  return value === high + (low + slack) ? value : evaluateUnary("log", "f64", x);
}

/** ln x of a positive double as a double, within 2^-45 of it; within 2^-46 of an f32. */
export function roughLog(x: number): number {
  const place = highWordOf(x) - FIRST_WORD;
  const index = (place >> 13) & 127;
  const n = place >> 20;
  const z = loweredBy(x, n) * (RECIPROCALS[index] * 2 ** -10) - 1; // of an f32 exact: 24 bits times 11
  const base = n * LN2_HIGH + LOGARITHMS_HIGH[index] * 2 ** -42;
  const baseLow = n * LN2_LOW + LOGARITHMS_LOW[index] * 2 ** -78;
  return base + (baseLow + roughLogSum(z));
}

/** ln(1 + z), of magnitudes of z below 2^-7, within 2^-51 of it. */
export function roughLogSum(z: number): number {
  const series = 1 / 3 - z * (1 / 4 - z * (1 / 5 - z * (1 / 6 - z * (1 / 7 - z * (1 / 8)))));
  return z - z * z * (0.5 - z * series);
}

/** ln x of an f32, correctly rounded: by doubles that are almost always far enough from where f32 rounds the other way. */
export function log32(x: number): number {
  if (!(x > 0)) return x === 0 ? Number.NEGATIVE_INFINITY : Number.NaN;
  if (x === Number.POSITIVE_INFINITY) return x;
  const value = roughLog(x);
  const slack = value * SLACK_F32;
  const rounded = Math.fround(value + slack);
  return rounded === Math.fround(value - slack) ? rounded : evaluateUnary("log", "f32", x);
}
