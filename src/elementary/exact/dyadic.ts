// Floats as integers times powers of two, and back with one rounding.

import { bitsOf } from "../../values/bits.ts";
import type { FloatType } from "../names.ts";

/** `mantissa · 2^exponent`, the mantissa odd unless it is 0. */
export interface Dyadic {
  readonly mantissa: bigint;
  readonly exponent: number;
}

/** What is known of a real number: it lies within `error` of `mantissa`, both in units of `2^exponent`. */
export interface Approximation extends Dyadic {
  readonly error: bigint; // 0 where the value is exact
}

/** Bits of a significand, and the exponent of the lowest bit of all. */
const FORMATS = {
  f64: { precision: 53, lowest: -1074, overflow: 1024 },
  f32: { precision: 24, lowest: -149, overflow: 128 },
} as const;

/** A finite float without loss. */
export function dyadicOf(value: number): Dyadic {
  const bits = bitsOf("f64", value);
  const field = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  if (field === 0 && fraction === 0n) return { mantissa: 0n, exponent: 0 };
  const magnitude = field === 0 ? fraction : fraction | 0x10000000000000n;
  const shift = trailingZeros(magnitude);
  const odd = magnitude >> BigInt(shift);
  return { mantissa: value < 0 ? -odd : odd, exponent: Math.max(field, 1) - 1075 + shift };
}

/** How many bits the magnitude has. */
export function bitLength(value: bigint): number {
  const hex = (value < 0n ? -value : value).toString(16);
  return value === 0n ? 0 : hex.length * 4 - Math.clz32(Number.parseInt(hex[0], 16)) + 28;
}

/** The least `s` with `|value| < 2^s`. */
export function sizeOf({ mantissa, exponent }: Dyadic): number {
  return bitLength(mantissa) + exponent;
}

function trailingZeros(value: bigint): number {
  return bitLength(value & -value) - 1;
}

/** The value moved by a power of two, towards −∞ where bits fall off. */
export function shifted(value: bigint, distance: number): bigint {
  return distance >= 0 ? value << BigInt(distance) : value >> BigInt(-distance);
}

/**
 * The float that is nearest to the number, ties to even; undefined where what is known of it does not decide.
 *
 * Rounding is monotonic: where both ends of the interval round to one float, so does all between.
 */
export function roundTo(type: FloatType, { mantissa, exponent, error }: Approximation): number | undefined {
  const low = nearest(type, mantissa - error, exponent);
  if (error === 0n) return low;
  const high = nearest(type, mantissa + error, exponent);
  return Object.is(low, high) ? low : undefined;
}

/** `mantissa · 2^exponent` rounded once. */
function nearest(type: FloatType, mantissa: bigint, exponent: number): number {
  const { precision, lowest, overflow } = FORMATS[type];
  const isNegative = mantissa < 0n;
  const magnitude = isNegative ? -mantissa : mantissa;
  const drop = Math.max(bitLength(magnitude) - precision, lowest - exponent, 0);
  const kept = droppedToEven(magnitude, drop);
  const isTooLarge = bitLength(kept) + exponent + drop > overflow;
  const value = isTooLarge ? Number.POSITIVE_INFINITY : scaled(Number(kept), exponent + drop);
  return isNegative ? -value : value;
}

/** `magnitude / 2^drop` to the nearest integer, ties to even. */
function droppedToEven(magnitude: bigint, drop: number): bigint {
  if (drop === 0) return magnitude;
  const kept = magnitude >> BigInt(drop);
  const rest = magnitude - (kept << BigInt(drop));
  const half = 1n << BigInt(drop - 1);
  const isUp = rest > half || (rest === half && (kept & 1n) === 1n);
  return isUp ? kept + 1n : kept;
}

/** `value · 2^exponent`, which is a float: in two steps, since the power alone may not be one. */
function scaled(value: number, exponent: number): number {
  const half = Math.trunc(exponent / 2);
  return value * 2 ** half * 2 ** (exponent - half);
}
