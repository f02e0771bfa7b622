// exp and what is made of it, to any precision: of finite operands other than 0, at which none of them is exact but exp2 of an integer.

import { type Approximation, type Dyadic, shifted, sizeOf } from "./dyadic.ts";
import { ERROR_BITS, expOf, ln2 } from "./fixed-point.ts";

/** A function of one float, known to at least `precision` bits beyond its leading one unless it is tiny beside its parts. */
export type Approximate = (x: Dyadic, precision: number) => Approximation;

/** Bits beyond the precision asked for. */
export const GUARD_BITS = 64;

/** Where e^x is beyond all floats, or nothing beside 1, or beside which 1 is nothing. */
const FAR = 1200;

const ERROR = 1n << BigInt(ERROR_BITS);

/** A number that overflows every format. */
const HUGE: Approximation = { mantissa: 1n, exponent: 4 * FAR, error: 0n };

/** A number below half of every format's smallest, but not 0. */
const TINY: Approximation = { mantissa: 1n, exponent: -4 * FAR, error: 0n };

/** ±1, moved by less than 2^-200. */
function nearOne(sign: bigint): Approximation {
  return { mantissa: sign << 200n, exponent: -200, error: 1n };
}

export function negated({ mantissa, exponent, error }: Approximation): Approximation {
  return { mantissa: -mantissa, exponent, error };
}

/** A float in fixed point, bits below dropped. */
export function fixedOf({ mantissa, exponent }: Dyadic, bits: number): bigint {
  return shifted(mantissa, exponent + bits);
}

function isFar(x: Dyadic): boolean {
  return sizeOf(x) > 64 || shifted(x.mantissa < 0n ? -x.mantissa : x.mantissa, x.exponent) > FAR;
}

/** Precision in fixed point that is relative to `x`, where the value is about as large as that. */
function bitsAt(x: Dyadic, precision: number): number {
  return precision + GUARD_BITS + Math.max(0, -sizeOf(x));
}

export const exp: Approximate = (x, precision) => {
  if (isFar(x)) return x.mantissa > 0n ? HUGE : TINY;
  const bits = precision + GUARD_BITS;
  return expOfFixed(fixedOf(x, bits), bits);
};

/** e^x of a number in fixed point. */
export function expOfFixed(x: bigint, bits: number): Approximation {
  const far = BigInt(FAR) << BigInt(bits);
  if (x > far) return HUGE;
  if (x < -far) return TINY;
  const { mantissa, exponent } = expOf(x, bits);
  return { mantissa, exponent: exponent - bits, error: ERROR };
}

export const exp2: Approximate = (x, precision) => {
  if (isFar(x)) return x.mantissa > 0n ? HUGE : TINY;
  if (x.exponent >= 0) return { mantissa: 1n, exponent: Number(shifted(x.mantissa, x.exponent)), error: 0n };
  const bits = precision + GUARD_BITS;
  return expOfFixed((fixedOf(x, bits) * ln2(bits)) >> BigInt(bits), bits);
};

export const expm1: Approximate = (x, precision) => {
  if (isFar(x)) return x.mantissa > 0n ? HUGE : nearOne(-1n);
  const bits = bitsAt(x, precision);
  const { mantissa, exponent } = expOf(fixedOf(x, bits), bits);
  const error = exponent > 0 ? ERROR << BigInt(exponent) : ERROR;
  return { mantissa: shifted(mantissa, exponent) - (1n << BigInt(bits)), exponent: -bits, error };
};

/** (e^|x| ± e^-|x|) / 2, from e^|x| and e^(-2|x|). */
function hyperbolic(x: Dyadic, precision: number, sign: 1n | -1n): Approximation {
  if (isFar(x)) return HUGE;
  const bits = bitsAt(x, precision);
  const magnitude = { ...x, mantissa: x.mantissa < 0n ? -x.mantissa : x.mantissa };
  const { mantissa, exponent } = expOf(fixedOf(magnitude, bits), bits);
  const factor = (1n << BigInt(bits)) + sign * decay(magnitude, bits);
  return { mantissa: (mantissa * factor) >> BigInt(bits), exponent: exponent - 1 - bits, error: ERROR };
}

/** e^(-2x) in fixed point, of a positive x. */
function decay(x: Dyadic, bits: number): bigint {
  const { mantissa, exponent } = expOf(-2n * fixedOf(x, bits), bits);
  return shifted(mantissa, exponent);
}

export const sinh: Approximate = (x, precision) => {
  const value = hyperbolic(x, precision, -1n);
  return x.mantissa < 0n ? negated(value) : value;
};

export const cosh: Approximate = (x, precision) => hyperbolic(x, precision, 1n);

export const tanh: Approximate = (x, precision) => {
  const sign = x.mantissa < 0n ? -1n : 1n;
  if (isFar(x)) return nearOne(sign);
  const bits = bitsAt(x, precision);
  const one = 1n << BigInt(bits);
  const rest = decay({ ...x, mantissa: sign * x.mantissa }, bits);
  return { mantissa: (sign * ((one - rest) << BigInt(bits))) / (one + rest), exponent: -bits, error: ERROR };
};
