// Functions of an f32 as doubles, almost always far enough from where f32 rounds the other way.

import type { UnaryFunction } from "../names.ts";
import { EIGHTHS, LARGE, PARTS } from "./angles.ts";
import { roughExp, roughPower } from "./exp.ts";
import { reducedAngle } from "./large-angles.ts";
import { roughLog, roughLogSum } from "./log.ts";
import { roughPolynomial } from "./pairs.ts";
import { highWordOf, withHighWord } from "./words.ts";

/** How far they may be from the real values, relatively: below 2^-45, and four times that. */
export const SINGLES_SLACK = 2 ** -43;

const SINE = [-1 / 6, 1 / 120, -1 / 5040, 1 / 362880, -1 / 39916800, 1 / 6227020800, -1 / 1307674368000];
const COSINE = [
  ...[-1 / 2, 1 / 24, -1 / 720, 1 / 40320, -1 / 3628800],
  ...[1 / 479001600, -1 / 87178291200, 1 / 20922789888000],
];

/** The sine of an angle and so many quarters of the circle, the angle between −π/4 and π/4. */
function sineOf(quarter: number, angle: number): number {
  const square = angle * angle;
  const value =
    quarter % 2 === 0
      ? angle + angle * square * roughPolynomial(square, SINE)
      : 1 + square * roughPolynomial(square, COSINE);
  return (quarter & 2) === 0 ? value : -value;
}

/** What is left of an angle without its whole quarters, of which `lastQuarter` tells the number modulo 4. */
let lastQuarter = 0;

function angleLeft(x: number): number {
  if (Math.abs(x) < LARGE) {
    const quarters = Math.round(x * 0.6366197723675814);
    lastQuarter = quarters & 3;
    return x - quarters * PARTS[0] - quarters * PARTS[1] - quarters * (PARTS[2] + PARTS[3]); // the first two exact
  }
  const reduced = reducedAngle(x);
  lastQuarter = reduced?.quarter ?? 0;
  return reduced?.angle.high ?? Number.NaN;
}

const TANGENT = [-1 / 3, 1 / 5, -1 / 7, 1 / 9, -1 / 11, 1 / 13];

/** The angle between 0 and π/2 with this tangent. */
function angleOf(opposite: number, adjacent: number): number {
  if (opposite > adjacent) return Math.PI / 2 - angleOf(adjacent, opposite);
  const eighths = Math.round((8 * opposite) / adjacent);
  const rest = (opposite - adjacent * (eighths / 8)) / (adjacent + opposite * (eighths / 8));
  const square = rest * rest;
  return EIGHTHS[eighths].high + (rest + rest * square * roughPolynomial(square, TANGENT));
}

function oddly(x: number, value: number): number {
  return x < 0 ? -value : value;
}

/** √(1 − x²). */
function legOf(size: number): number {
  return Math.sqrt((1 - size) * (1 + size));
}

const SINH = [1 / 6, 1 / 120, 1 / 5040, 1 / 362880, 1 / 39916800, 1 / 6227020800, 1 / 1307674368000];

function sinhOf(size: number): number {
  if (size < 0.5) return size + size * size * size * roughPolynomial(size * size, SINH);
  const power = roughExp(size, 0);
  return (power - 1 / power) / 2;
}

function tanhOf(size: number): number {
  const less1 = roughExp(2 * Math.min(size, 20), 1);
  return less1 / (less1 + 2);
}

/** Four steps of Newton's from a third of the exponent. */
function rootOf(size: number): number {
  let root = withHighWord(Math.trunc(highWordOf(size) / 3) + 715094163);
  for (let i = 0; i < 4; i++) root -= (root - size / (root * root)) * (1 / 3);
  return root;
}

function exp2Of(x: number): number {
  const steps = Math.round(64 * x);
  return roughPower(steps, (x - steps / 64) * Math.LN2, 0);
}

/** Of finite operands other than 0, powers of magnitudes below 256; NaN where there is no value. */
export const SINGLES: Readonly<Record<Exclude<UnaryFunction, "exp" | "log">, (x: number) => number>> = {
  expm1: (x) => roughExp(x, 1),
  exp2: exp2Of,
  log1p(x) {
    if (Math.abs(x) < 2 ** -7) return roughLogSum(x);
    return x > -1 ? roughLog(1 + x) : Number.NaN;
  },
  log2: (x) => (x > 0 ? roughLog(x) * Math.LOG2E : Number.NaN),
  log10: (x) => (x > 0 ? roughLog(x) * Math.LOG10E : Number.NaN),
  sin(x) {
    const angle = angleLeft(x);
    return sineOf(lastQuarter, angle);
  },
  cos(x) {
    const angle = angleLeft(x);
    return sineOf((lastQuarter + 1) & 3, angle);
  },
  tan(x) {
    const angle = angleLeft(x);
    return sineOf(lastQuarter, angle) / sineOf((lastQuarter + 1) & 3, angle);
  },
  asin(x) {
    const size = Math.abs(x);
    return size <= 1 ? oddly(x, angleOf(size, legOf(size))) : Number.NaN;
  },
  acos(x) {
    const size = Math.abs(x);
    if (size > 1) return Number.NaN;
    const angle = angleOf(legOf(size), size);
    return x < 0 ? Math.PI - angle : angle;
  },
  atan: (x) => oddly(x, angleOf(Math.abs(x), 1)),
  sinh: (x) => oddly(x, sinhOf(Math.abs(x))),
  cosh(x) {
    const power = roughExp(Math.abs(x), 0);
    return (power + 1 / power) / 2;
  },
  tanh: (x) => oddly(x, tanhOf(Math.abs(x))),
  cbrt: (x) => oddly(x, rootOf(Math.abs(x))),
};
