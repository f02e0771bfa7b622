// The definition of every elementary function: the real value, rounded once.

import { InternalError } from "../../values/errors.ts";
import type { BinaryFunction, FloatType, UnaryFunction } from "../names.ts";
import { acos, asin, atan, atan2, cos, sin, tan } from "./angles.ts";
import { type Approximation, type Dyadic, dyadicOf, roundTo } from "./dyadic.ts";
import { type Approximate, cosh, exp, exp2, expm1, negated, sinh, tanh } from "./exponentials.ts";
import { cbrt, hypot, log, log1p, log2, log10, pow } from "./logarithms.ts";
import { isOddInteger, specialValue, specialValueOfTwo } from "./special-values.ts";

export const APPROXIMATE: Readonly<Record<UnaryFunction, Approximate>> = {
  exp,
  expm1,
  exp2,
  log,
  log1p,
  log2,
  log10,
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  sinh,
  cosh,
  tanh,
  cbrt,
};

/** Bits to begin with: twice a significand and some, which decides all but one operand in millions. */
const FIRST_PRECISION = { f64: 128, f32: 64 } as const;

/** Far beyond what the smallest and largest floats ask for, which is some 4,300 bits. */
const LAST_PRECISION = 1 << 14;

/**
 * A function of one float, correctly rounded.
 *
 * The value is computed with an error bound, to twice as many bits each time, until all numbers within the bound round to one float. That ends:
 * where a value is a float or lies halfway between two, it is known exactly, by theorems on which values of these functions are rational.
 */
export function evaluateUnary(name: UnaryFunction, type: FloatType, x: number): number {
  const special = specialValue(name, x);
  if (special !== undefined) return special;
  const operand = dyadicOf(x);
  if (name === "atan" && !Number.isFinite(x)) {
    return decided(type, (precision) => atan2(dyadicOf(x < 0 ? -1 : 1), dyadicOf(0), precision));
  }
  return decided(type, (precision) => APPROXIMATE[name](operand, precision));
}

/** A function of two floats likewise: `pow(base, exponent)`, `atan2(y, x)`, `hypot(x, y)`. */
export function evaluateBinary(name: BinaryFunction, type: FloatType, first: number, second: number): number {
  const special = specialValueOfTwo(name, first, second);
  if (special !== undefined) return special;
  return decided(type, (precision) => approximateOfTwo(name, first, second, precision));
}

/** The value at operands that are not special, with its error: what both rounding and tests of bounds begin with. */
export function approximateOfTwo(
  name: BinaryFunction,
  first: number,
  second: number,
  precision: number,
): Approximation {
  const [one, two] = name === "atan2" ? directionOf(first, second) : [dyadicOf(first), dyadicOf(second)];
  if (name === "atan2") return atan2(one, two, precision);
  if (name === "hypot") return hypot(one, two);
  const magnitude = pow(first < 0 ? { ...one, mantissa: -one.mantissa } : one, two, precision);
  return first < 0 && isOddInteger(second) ? negated(magnitude) : magnitude;
}

/** A point in the same direction with finite coordinates; on the axis to the left, a zero has its sign from the other side of it. */
function directionOf(y: number, x: number): readonly [Dyadic, Dyadic] {
  const sign = (value: number): number => (value < 0 || Object.is(value, -0) ? -1 : 1);
  if (Number.isFinite(x) && Number.isFinite(y) && y !== 0) return [dyadicOf(y), dyadicOf(x)];
  if (Number.isFinite(y)) return [dyadicOf(sign(y) * 2 ** -1074), dyadicOf(-(2 ** 1023))]; // ±π
  return [dyadicOf(sign(y)), dyadicOf(Number.isFinite(x) ? 0 : sign(x))]; // ±π/2, ±π/4, ±3π/4
}

function decided(type: FloatType, approximate: (precision: number) => Approximation): number {
  for (let precision: number = FIRST_PRECISION[type]; precision <= LAST_PRECISION; precision *= 2) {
    const value = roundTo(type, approximate(precision));
    if (value !== undefined) return value;
  }
  throw new InternalError(`${LAST_PRECISION} bits do not decide`);
}
