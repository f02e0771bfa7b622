/*
 * Functions in fixed point: a bigint stands for itself over 2^bits. Everything is truncated, and nothing is clever.
 *
 * The error of each function is below 2^24 units of its result as long as `bits` is below 2^13: a series has fewer than 2^13 terms, each wrong
 * by less than 2^3 units, and the steps around it multiply errors by at most 2^8. Callers reckon with 2^40 (ERROR_BITS).
 */

import { bitLength, shifted } from "./dyadic.ts";

/** Errors of the functions below stay under 2 to this, in units of the result. */
export const ERROR_BITS = 40;

/** Halvings of the argument of `exp` before its series, and of the angle before that of the arc tangent. */
const HALVINGS = { exp: 8, atan: 3 } as const;

/** The integer square root, rounded down, by Newton's iteration from above. */
export function rootOf(value: bigint): bigint {
  if (value < 2n) return value;
  let root = 1n << BigInt((bitLength(value) + 1) >> 1);
  for (;;) {
    const next = (root + value / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}

/** The integer cube root of a positive integer, rounded down. */
export function cubeRootOf(value: bigint): bigint {
  let root = 1n << BigInt(Math.ceil(bitLength(value) / 3));
  for (;;) {
    const next = (2n * root + value / (root * root)) / 3n;
    if (next >= root) return root;
    root = next;
  }
}

/** The quotient rounded down, also where the dividend is negative. */
export function floorDivide(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return dividend < 0n && quotient * divisor !== dividend ? quotient - 1n : quotient;
}

/** A constant for each precision that was asked for. */
function remembered(compute: (bits: number) => bigint): (bits: number) => bigint {
  const known = new Map<number, bigint>();
  return (bits) => {
    const value = known.get(bits) ?? compute(bits);
    known.set(bits, value);
    return value;
  };
}

/** Guard bits of the constants, which makes their error less than a unit. */
const GUARD = 32;

/** ln 2 = 18 artanh(1/26) − 2 artanh(1/4801) + 8 artanh(1/8749). */
export const ln2 = /* @__PURE__ */ remembered((bits) => {
  const inverse = (n: bigint): bigint => inverseSeries(n, bits + GUARD, 1n);
  return (18n * inverse(26n) - 2n * inverse(4801n) + 8n * inverse(8749n)) >> BigInt(GUARD);
});

/** ln 10 = 3 ln 2 + 2 artanh(1/9). */
export const ln10 = /* @__PURE__ */ remembered(
  (bits) => (3n * ln2(bits + GUARD) + 2n * inverseSeries(9n, bits + GUARD, 1n)) >> BigInt(GUARD),
);

/** π/2 = 8 arctan(1/5) − 2 arctan(1/239), as Machin has it. */
export const halfPi = /* @__PURE__ */ remembered((bits) => {
  const inverse = (n: bigint): bigint => inverseSeries(n, bits + GUARD, -1n);
  return (8n * inverse(5n) - 2n * inverse(239n)) >> BigInt(GUARD);
});

/** Σ sign^k / ((2k + 1) n^(2k + 1)): artanh(1/n), or arctan(1/n) where the sign is −1. */
function inverseSeries(n: bigint, bits: number, sign: 1n | -1n): bigint {
  let power = (1n << BigInt(bits)) / n;
  let sum = power;
  for (let divisor = 3n; power !== 0n; divisor += 2n) {
    power = (sign * power) / (n * n);
    sum += power / divisor;
  }
  return sum;
}

/** e^x as `mantissa · 2^(exponent − bits)`, the mantissa between 0.7 and 1.5 times 2^bits. */
export function expOf(x: bigint, bits: number): { readonly mantissa: bigint; readonly exponent: number } {
  const log = ln2(bits);
  const exponent = floorDivide(2n * x + log, 2n * log);
  const rest = (x - exponent * log) >> BigInt(HALVINGS.exp);
  const one = 1n << BigInt(bits);
  let term = one;
  let sum = one;
  for (let n = 1n; term !== 0n && term !== -1n; n++) {
    term = ((term * rest) >> BigInt(bits)) / n;
    sum += term;
  }
  for (let i = 0; i < HALVINGS.exp; i++) sum = (sum * sum) >> BigInt(bits);
  return { mantissa: sum, exponent: Number(exponent) };
}

/** ln(mantissa · 2^exponent) of a positive number: its binary exponent times ln 2, and 2 artanh of (m − 1)/(m + 1) for the m left over. */
export function logOf(mantissa: bigint, exponent: number, bits: number): bigint {
  const one = 1n << BigInt(bits);
  const length = bitLength(mantissa);
  const scaled = shifted(mantissa, bits - length);
  const isLow = 181n * one > 256n * scaled; // below √½
  const m = isLow ? shifted(mantissa, bits - length + 1) : scaled;
  const z = ((m - one) << BigInt(bits)) / (m + one);
  const square = (z * z) >> BigInt(bits);
  let power = z;
  let sum = z;
  for (let divisor = 3n; power !== 0n && power !== -1n; divisor += 2n) {
    power = (power * square) >> BigInt(bits);
    sum += power / divisor;
  }
  return BigInt(exponent + length - (isLow ? 1 : 0)) * ln2(bits) + 2n * sum;
}

/** The sine and the cosine of an angle of at most π/4, by their series. */
export function sineAndCosine(
  angle: bigint,
  bits: number,
): { readonly sine: bigint; readonly cosine: bigint } {
  const sums = [1n << BigInt(bits), 0n, 0n, 0n]; // by the exponent modulo 4
  let term = sums[0];
  for (let n = 1; term !== 0n && term !== -1n; n++) {
    term = ((term * angle) >> BigInt(bits)) / BigInt(n);
    sums[n % 4] += term;
  }
  return { sine: sums[1] - sums[3], cosine: sums[0] - sums[2] };
}

/** The angle between 0 and π/2 whose tangent is `opposite / adjacent`, neither of them negative, not both 0. */
export function angleOf(opposite: bigint, adjacent: bigint, bits: number): bigint {
  if (opposite > adjacent) return halfPi(bits) - angleOf(adjacent, opposite, bits);
  const one = 1n << BigInt(bits);
  let tangent = (opposite << BigInt(bits)) / adjacent;
  for (let i = 0; i < HALVINGS.atan; i++) {
    tangent = (tangent << BigInt(bits)) / (one + rootOf(one * one + tangent * tangent));
  }
  const square = (tangent * tangent) >> BigInt(bits);
  let power = tangent;
  let sum = tangent;
  for (let n = 1n; power !== 0n; n++) {
    power = (power * square) >> BigInt(bits);
    sum += (n % 2n === 0n ? power : -power) / (2n * n + 1n);
  }
  return sum << BigInt(HALVINGS.atan);
}
