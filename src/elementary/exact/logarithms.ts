// Logarithms and powers to any precision: of finite operands at which they are neither 0 nor special.

import { type Approximation, bitLength, type Dyadic, shifted, sizeOf } from "./dyadic.ts";
import { type Approximate, expOfFixed, GUARD_BITS } from "./exponentials.ts";
import { cubeRootOf, ERROR_BITS, ln2, ln10, logOf, rootOf } from "./fixed-point.ts";

const ERROR = 1n << BigInt(ERROR_BITS);

/** The logarithm in fixed point, and in how many bits: enough to be relative to it, also where the number is next to 1. */
function logarithm(x: Dyadic, precision: number): { readonly value: bigint; readonly bits: number } {
  const bits = precision + GUARD_BITS + bitsLostAt(x);
  return { value: logOf(x.mantissa, x.exponent, bits), bits };
}

/** How far below 1 the distance from 1 is, in bits. */
function bitsLostAt({ mantissa, exponent }: Dyadic): number {
  if (exponent >= 0) return 0;
  const distance = mantissa - (1n << BigInt(-exponent));
  return Math.max(0, -sizeOf({ mantissa: distance, exponent }));
}

/** `1 + x`, exactly. */
function onePlus({ mantissa, exponent }: Dyadic): Dyadic {
  if (exponent >= 0) return { mantissa: shifted(mantissa, exponent) + 1n, exponent: 0 };
  return { mantissa: mantissa + (1n << BigInt(-exponent)), exponent };
}

export const log: Approximate = (x, precision) => {
  const { value, bits } = logarithm(x, precision);
  return { mantissa: value, exponent: -bits, error: ERROR };
};

export const log1p: Approximate = (x, precision) => log(onePlus(x), precision);

/** A logarithm over that of the base. Twice the error: of the logarithm, and of the base's, which is no smaller than a half. */
function toBase(x: Dyadic, precision: number, base: (bits: number) => bigint): Approximation {
  const { value, bits } = logarithm(x, precision);
  const error = ERROR << 2n;
  return { mantissa: (value << BigInt(bits)) / base(bits), exponent: -bits, error };
}

export const log2: Approximate = (x, precision) => {
  if (x.mantissa === 1n) return { mantissa: BigInt(x.exponent), exponent: 0, error: 0n };
  return toBase(x, precision, ln2);
};

export const log10: Approximate = (x, precision) => {
  const power = powerOfTen(x);
  return power === undefined ? toBase(x, precision, ln10) : { mantissa: power, exponent: 0, error: 0n };
};

/** n where x is 10^n, which is 5^n times 2^n. */
function powerOfTen({ mantissa, exponent }: Dyadic): bigint | undefined {
  return exponent >= 0 && exponent < 64 && mantissa === 5n ** BigInt(exponent) ? BigInt(exponent) : undefined;
}

/** The integer root of a number with far more bits than any format, and one bit below them that says whether something is left. */
function withSticky(root: bigint, isExact: boolean, exponent: number): Approximation {
  return { mantissa: 2n * root + (isExact ? 0n : 1n), exponent: exponent - 1, error: 0n };
}

/** Decided by one integer cube root: no cube root lies halfway between two floats, as its cube would have too many bits. */
export const cbrt: Approximate = (x) => {
  const sign = x.mantissa < 0n ? -1n : 1n;
  const missing = (((x.exponent - 240) % 3) + 3) % 3;
  const power = 240 + missing;
  const cube = (sign * x.mantissa) << BigInt(power);
  const root = cubeRootOf(cube);
  const { mantissa, ...rest } = withSticky(root, root * root * root === cube, (x.exponent - power) / 3);
  return { mantissa: sign * mantissa, ...rest };
};

/** √(x² + y²), decided by one integer square root. */
export function hypot(x: Dyadic, y: Dyadic): Approximation {
  const exponent = Math.min(x.exponent, y.exponent);
  const [a, b] = [x, y].map((each) => shifted(each.mantissa, each.exponent - exponent));
  const extra = Math.max(0, 64 - Math.min(bitLength(a), bitLength(b)));
  const square = (a * a + b * b) << BigInt(2 * extra);
  const root = rootOf(square);
  return withSticky(root, root * root === square, exponent - extra);
}

/** x^y of a positive x other than 1 and a y other than 0. */
export function pow(x: Dyadic, y: Dyadic, precision: number): Approximation {
  const exact = exactPower(x, y);
  if (exact !== undefined) return exact;
  const wide = precision + Math.max(0, sizeOf(y)) + 16;
  const { value, bits } = logarithm(x, wide);
  const target = precision + GUARD_BITS;
  return expOfFixed(shifted(value * y.mantissa, y.exponent + target - bits), target);
}

/**
 * x^y where it is a float or lies halfway between two: only then can no precision decide.
 *
 * Of an odd mantissa m other than 1, negative powers have no end in binary, and those beyond 64 bits lie between. Of y with k bits behind the
 * point, m has to be a power with the exponent 2^k, and so has the power of two.
 */
function exactPower(x: Dyadic, y: Dyadic): Approximation | undefined {
  let { mantissa, exponent } = x;
  for (let k = y.exponent; k < 0; k++) {
    const root = rootOf(mantissa);
    if (root * root !== mantissa || exponent % 2 !== 0) return undefined;
    mantissa = root;
    exponent /= 2;
    if (mantissa === 1n && exponent === 0) return undefined;
  }
  const times = shifted(y.mantissa, Math.max(y.exponent, 0));
  if (mantissa === 1n) return powerOfTwo(BigInt(exponent) * times);
  if (times < 0n || times * BigInt(bitLength(mantissa) - 1) > 64n) return undefined;
  return { mantissa: mantissa ** times, exponent: exponent * Number(times), error: 0n };
}

/** 2^exponent; beyond all formats by as much as need be. */
function powerOfTwo(exponent: bigint): Approximation {
  const limit = 5000n;
  const near = exponent > limit ? limit : exponent < -limit ? -limit : exponent;
  return { mantissa: 1n, exponent: Number(near), error: 0n };
}
