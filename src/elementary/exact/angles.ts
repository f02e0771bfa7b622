// Trigonometric functions and their inverses to any precision: of finite operands at which they are neither 0 nor special.

import { type Approximation, bitLength, type Dyadic, shifted, sizeOf } from "./dyadic.ts";
import { type Approximate, fixedOf, GUARD_BITS, negated } from "./exponentials.ts";
import { angleOf, ERROR_BITS, floorDivide, halfPi, rootOf, sineAndCosine } from "./fixed-point.ts";

const ERROR = 1n << BigInt(ERROR_BITS);

/** An angle as a quarter of the circle, 0 to 3, and the sine and cosine of what is left, between −π/4 and π/4. */
interface Turned {
  readonly quarter: number;
  readonly sine: bigint;
  readonly cosine: bigint;
  readonly bits: number;
}

/** A large angle is divided by a π/2 of as many more bits as it has before the point, so that its rest is as exact as a small angle. */
function turned(x: Dyadic, precision: number): Turned {
  const size = sizeOf(x);
  const bits = precision + GUARD_BITS + Math.max(0, -size);
  const extra = Math.max(0, size);
  const quarterTurn = halfPi(bits + extra);
  const angle = fixedOf(x, bits + extra);
  const quarters = floorDivide(2n * angle + quarterTurn, 2n * quarterTurn);
  const rest = (angle - quarters * quarterTurn) >> BigInt(extra);
  return { quarter: Number(BigInt.asUintN(2, quarters)), ...sineAndCosine(rest, bits), bits };
}

function sineAt(quarter: number, { sine, cosine, bits }: Turned): Approximation {
  const value = quarter % 2 === 0 ? sine : cosine;
  return { mantissa: quarter < 2 ? value : -value, exponent: -bits, error: ERROR };
}

export const sin: Approximate = (x, precision) => {
  const angle = turned(x, precision);
  return sineAt(angle.quarter, angle);
};

export const cos: Approximate = (x, precision) => {
  const angle = turned(x, precision);
  return sineAt((angle.quarter + 1) % 4, angle);
};

export const tan: Approximate = (x, precision) => {
  const angle = turned(x, precision);
  const over = sineAt(angle.quarter, angle).mantissa;
  const under = sineAt((angle.quarter + 1) % 4, angle).mantissa;
  const one = 1n << BigInt(angle.bits);
  // Nothing is known of a quotient by what may be 0: a larger precision will be asked for.
  if (bitLength(under) < ERROR_BITS + 8) return { mantissa: 0n, exponent: 0, error: 1n };
  const quotient = (over << BigInt(angle.bits)) / under;
  const sum = one + (quotient < 0n ? -quotient : quotient);
  const error = (sum << BigInt(ERROR_BITS + 1)) / (under < 0n ? -under : under) + 1n;
  return { mantissa: quotient, exponent: -angle.bits, error };
};

/** The angle between 0 and π of the point (adjacent, opposite), above the axis or on it; relative to it where it is small. */
function angleAt(opposite: Dyadic, adjacent: Dyadic, precision: number): Approximation {
  const lost = adjacent.mantissa > 0n ? Math.max(0, sizeOf(adjacent) - sizeOf(opposite) + 1) : 0;
  const bits = precision + GUARD_BITS + lost;
  const exponent = Math.min(opposite.exponent, adjacent.exponent);
  const height = shifted(opposite.mantissa, opposite.exponent - exponent);
  const across = shifted(adjacent.mantissa, adjacent.exponent - exponent);
  const angle = angleOf(height, across < 0n ? -across : across, bits);
  const mantissa = across < 0n ? 2n * halfPi(bits) - angle : angle;
  return { mantissa, exponent: -bits, error: ERROR };
}

/** An odd function, from its values of positive numbers. */
function odd(x: Dyadic, value: (magnitude: Dyadic) => Approximation): Approximation {
  if (x.mantissa >= 0n) return value(x);
  return negated(value({ ...x, mantissa: -x.mantissa }));
}

/** √(1 − x²): the root of an exact integer, to `precision` bits and more. */
function leg({ mantissa, exponent }: Dyadic, precision: number): Dyadic {
  if (exponent >= 0 && mantissa !== 0n) return { mantissa: 0n, exponent: 0 }; // of ±1
  const square = (1n << BigInt(-2 * exponent)) - mantissa * mantissa;
  const extra = precision + GUARD_BITS;
  return { mantissa: rootOf(square << BigInt(2 * extra)), exponent: exponent - extra };
}

export const atan: Approximate = (x, precision) =>
  odd(x, (magnitude) => angleAt(magnitude, { mantissa: 1n, exponent: 0 }, precision));

export const asin: Approximate = (x, precision) =>
  odd(x, (magnitude) => angleAt(magnitude, leg(magnitude, precision), precision));

export const acos: Approximate = (x, precision) => angleAt(leg(x, precision), x, precision);

export function atan2(y: Dyadic, x: Dyadic, precision: number): Approximation {
  return odd(y, (magnitude) => angleAt(magnitude, x, precision));
}
