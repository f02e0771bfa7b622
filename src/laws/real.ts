// Why: people believe a counterexample that holds of the real numbers. Exact fractions tell it from one that is a matter of rounding.
import { bitsOf } from "../values/bits.ts";

/** A fraction, or ±∞. No rounding, no sign of zero, no NaN. */
export type Real = Fraction | number; // a number is ±Infinity

interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint; // positive
}

/** Digits of fractions that are still worked with: far more than any operand has, far fewer than take time. */
const MOST_DIGITS = 1n << 14n;

/** The number that a float is. @returns undefined for a NaN */
export function realOf(value: number): Real | undefined {
  if (Number.isNaN(value)) return undefined;
  if (!Number.isFinite(value)) return value;
  const bits = bitsOf("f64", value);
  const exponent = (bits >> 52n) & 0x7ffn;
  const fraction = bits & 0xfffffffffffffn;
  const magnitude = exponent === 0n ? fraction : fraction | 0x10000000000000n;
  const shift = (exponent === 0n ? 1n : exponent) - 1075n;
  const signed = value < 0 ? -magnitude : magnitude;
  return shift >= 0n ? fractionOf(signed << shift, 1n) : fractionOf(signed, 1n << -shift);
}

/** A whole number as a fraction. */
export function wholeReal(value: bigint): Real {
  return { numerator: value, denominator: 1n };
}

/** Each operation is undefined where exact arithmetic has no answer, or one too long to be worked with. */
export function addReals(left: Real, right: Real): Real | undefined {
  if (typeof left === "number" || typeof right === "number") {
    const sum = infiniteOf(left) + infiniteOf(right);
    return Number.isNaN(sum) ? undefined : sum;
  }
  return fractionOf(
    left.numerator * right.denominator + right.numerator * left.denominator,
    left.denominator * right.denominator,
  );
}

export function multiplyReals(left: Real, right: Real): Real | undefined {
  if (typeof left === "number" || typeof right === "number") {
    const sign = signOf(left) * signOf(right);
    return sign === 0 ? undefined : sign * Number.POSITIVE_INFINITY;
  }
  return fractionOf(left.numerator * right.numerator, left.denominator * right.denominator);
}

export function divideReals(left: Real, right: Real): Real | undefined {
  if (typeof right === "number") return typeof left === "number" ? undefined : wholeReal(0n);
  if (right.numerator === 0n) return undefined;
  const sign = right.numerator < 0n ? -1n : 1n;
  return multiplyReals(left, { numerator: sign * right.denominator, denominator: sign * right.numerator });
}

export function negateReal(value: Real): Real {
  return typeof value === "number" ? -value : { ...value, numerator: -value.numerator };
}

/** Below 0 where `left` is less, 0 where they are equal. */
export function compareReals(left: Real, right: Real): number {
  if (typeof left === "number" || typeof right === "number") {
    const [first, second] = [infiniteOf(left), infiniteOf(right)];
    return first === second ? 0 : first < second ? -1 : 1;
  }
  const difference = left.numerator * right.denominator - right.numerator * left.denominator;
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}

/** The largest whole number that is not above. @returns undefined for ±∞ */
export function floorReal(value: Real): bigint | undefined {
  if (typeof value === "number") return undefined;
  const { numerator, denominator } = value;
  const quotient = numerator / denominator;
  return numerator < 0n && quotient * denominator !== numerator ? quotient - 1n : quotient;
}

/** The square root of what is the square of a fraction. */
export function sqrtReal(value: Real): Real | undefined {
  if (typeof value === "number") return value > 0 ? value : undefined;
  // Of a fraction with a factor in common, other than two, a root may be missed.
  const [numerator, denominator] = [value.numerator, value.denominator].map(rootOf);
  return numerator === undefined || denominator === undefined ? undefined : { numerator, denominator };
}

export function signOf(value: Real): number {
  if (typeof value === "number") return Math.sign(value);
  return value.numerator === 0n ? 0 : value.numerator < 0n ? -1 : 1;
}

function infiniteOf(value: Real): number {
  return typeof value === "number" ? value : 0;
}

function fractionOf(numerator: bigint, denominator: bigint): Fraction | undefined {
  if (isLong(numerator) || isLong(denominator)) return undefined;
  // Factors of two are nearly all that floats bring; a greatest common divisor takes longer than what it saves.
  const twos = minimum(trailingZeros(numerator), trailingZeros(denominator));
  return { numerator: numerator >> twos, denominator: denominator >> twos };
}

function minimum(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}

/** Of 0 as many as there may be. */
function trailingZeros(value: bigint): bigint {
  if (value === 0n) return MOST_DIGITS;
  let [count, rest] = [0n, value];
  for (; BigInt.asUintN(64, rest) === 0n; rest >>= 64n) count += 64n;
  const low = BigInt.asUintN(64, rest);
  return count + BigInt(Math.log2(Number(low & -low)));
}

function isLong(value: bigint): boolean {
  return (value < 0n ? -value : value) >> MOST_DIGITS !== 0n;
}

function rootOf(value: bigint): bigint | undefined {
  if (value < 0n) return undefined;
  if (value < 2n) return value;
  let root = 1n << BigInt(Math.ceil(value.toString(2).length / 2));
  for (let next = (root + value / root) >> 1n; next < root; next = (root + value / root) >> 1n) root = next;
  return root * root === value ? root : undefined;
}
