// Trigonometric functions and their inverses, as sums of two doubles with a bound of their error: undefined where the definition has to decide.

import { type Reduced, reducedAngle } from "./large-angles.ts";
import type { Guess } from "./log.ts";
import {
  add,
  divide,
  fraction,
  multiply,
  negate,
  type Pair,
  pair,
  polynomialOf,
  rootOf,
  roughPolynomial,
  scaledBy,
  sumOf,
} from "./pairs.ts";

/** π/2 in parts of 33 bits and a double: multiples below 2^20 of the first three are exact. */
export const PARTS = [
  1.5707963267341256, 6.077100506303966e-11, 2.0222662487111665e-21, 8.4784276603689e-32,
] as const;

/** From it on quarters are too many for products with parts of π to be exact. */
export const LARGE = 2 ** 19;

/** Beyond it and below its inverse an operand, or its inverse, is less than the slack of 1 and of π/2. */
const EXTREME = 2 ** 100;

const SLACK = 2 ** -68;

const ONE = pair(1);
const HALF_PI: Pair = pair(1.5707963267948966, 6.123233995736766e-17);

const SINE = /* @__PURE__ */ [1, -6, 120, -5040].map((each) => fraction(1, each));
const SINE_REST = [
  1 / 362880,
  -1 / 39916800,
  1 / 6227020800,
  -1 / 1307674368000,
  1 / 355687428096000,
  -1 / 121645100408832000,
];
const COSINE = /* @__PURE__ */ [1, -2, 24, -720, 40320].map((each) => fraction(1, each));
const COSINE_REST = [
  -1 / 3628800,
  1 / 479001600,
  -1 / 87178291200,
  1 / 20922789888000,
  -1 / 6402373705728000,
  1 / 2432902008176640000,
];

interface Turned {
  readonly quarter: number;
  readonly sine: Pair;
  readonly cosine: Pair;
}

/** The quarter of the circle, and sine and cosine of what is left between −π/4 and π/4. */
function turned(x: number): Turned | undefined {
  const size = Math.abs(x);
  if (size > Number.MAX_VALUE) return undefined;
  const reduced = size < LARGE ? smallAngle(x) : reducedAngle(x);
  if (reduced === undefined) return undefined;
  const { quarter, angle } = reduced;
  const square = multiply(angle, angle);
  const sine = polynomialOf(square, SINE, roughPolynomial(square.high, SINE_REST));
  const cosine = polynomialOf(square, COSINE, roughPolynomial(square.high, COSINE_REST));
  return { quarter, sine: multiply(angle, sine), cosine };
}

/** An angle below 2^19 less the nearest multiple of π/2. */
function smallAngle(x: number): Reduced {
  const quarters = Math.round(x * 0.6366197723675814);
  const first = sumOf(x - quarters * PARTS[0], -quarters * PARTS[1]);
  const second = add(first, pair(-quarters * PARTS[2]));
  return { quarter: quarters & 3, angle: add(second, pair(-quarters * PARTS[3])) };
}

function sineAt(quarter: number, { sine, cosine }: Turned): Pair {
  const value = quarter % 2 === 0 ? sine : cosine;
  return quarter < 2 ? value : negate(value);
}

function withSlack({ high, low }: Pair): Guess {
  return { high, low, slack: Math.abs(high) * SLACK };
}

export function sin(x: number): Guess | undefined {
  const angle = turned(x);
  return angle && withSlack(sineAt(angle.quarter, angle));
}

export function cos(x: number): Guess | undefined {
  if (Math.abs(x) < 1 / EXTREME) return withSlack(ONE);
  const angle = turned(x);
  return angle && withSlack(sineAt((angle.quarter + 1) & 3, angle));
}

export function tan(x: number): Guess | undefined {
  const angle = turned(x);
  return angle && withSlack(divide(sineAt(angle.quarter, angle), sineAt((angle.quarter + 1) & 3, angle)));
}

/** The angles with the tangents 0, 1/8, … 1. */
export const EIGHTHS: readonly Pair[] = [
  [0, 0],
  [0.12435499454676144, -3.1253241424539383e-18],
  [0.24497866312686414, 1.0698755618734451e-17],
  [0.35877067027057225, -2.4623815582638635e-17],
  [0.4636476090008061, 2.2698777452961687e-17],
  [0.5585993153435624, -5.4556305485916264e-18],
  [0.6435011087932844, 1.5834785051444286e-17],
  [0.7188299996216245, -2.1478388444456983e-17],
  [0.7853981633974483, 3.061616997868383e-17],
].map(([high, low]) => ({ high, low }));

const TANGENT = /* @__PURE__ */ [1, -3, 5].map((each) => fraction(1, each));
const TANGENT_REST = [-1 / 7, 1 / 9, -1 / 11, 1 / 13, -1 / 15, 1 / 17, -1 / 19];

/** The angle between 0 and π/2 whose tangent is a quotient of positive numbers. */
function angleOf(opposite: Pair, adjacent: Pair): Pair {
  if (opposite.high > adjacent.high) return add(HALF_PI, negate(angleOf(adjacent, opposite)));
  const eighths = Math.round((8 * opposite.high) / adjacent.high);
  const tangent = eighths / 8;
  const rest = divide(
    add(opposite, negate(multiply(adjacent, pair(tangent)))),
    add(adjacent, multiply(opposite, pair(tangent))),
  );
  const square = multiply(rest, rest);
  const series = polynomialOf(square, TANGENT, roughPolynomial(square.high, TANGENT_REST));
  return add(EIGHTHS[eighths], multiply(rest, series));
}

/** Of an odd function, the value for a number from that for its magnitude. */
function odd(x: number, value: Pair): Guess {
  return withSlack(x < 0 ? negate(value) : value);
}

/** √(1 − x²) = √((1 − x)(1 + x)). */
function legOf(size: number): Pair {
  return rootOf(multiply(sumOf(1, -size), sumOf(1, size)));
}

export function atan(x: number): Guess {
  const size = Math.abs(x);
  return odd(x, size < EXTREME ? angleOf(pair(size), ONE) : HALF_PI);
}

export function asin(x: number): Guess | undefined {
  const size = Math.abs(x);
  return size < 1 ? odd(x, angleOf(pair(size), legOf(size))) : undefined;
}

export function acos(x: number): Guess | undefined {
  const size = Math.abs(x);
  if (size >= 1) return undefined;
  if (size < 1 / EXTREME) return withSlack(HALF_PI);
  const angle = angleOf(legOf(size), pair(size));
  return withSlack(x < 0 ? add(scaledBy(HALF_PI, 2), negate(angle)) : angle);
}

export function atan2(y: number, x: number): Guess | undefined {
  const [height, across] = [Math.abs(y), Math.abs(x)];
  const isModerate = (size: number) => size > 1 / EXTREME && size < EXTREME;
  if (!isModerate(height) || !isModerate(across)) return undefined;
  const angle = angleOf(pair(height), pair(across));
  return odd(y, x < 0 ? add(scaledBy(HALF_PI, 2), negate(angle)) : angle);
}
