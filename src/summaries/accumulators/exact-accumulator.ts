import { InternalError } from "../../values/errors.ts";
import {
  type Accumulator,
  type AccumulatorState,
  type FloatType,
  MARKS,
  markOf,
  notFiniteSum,
  powerOfTwo,
  scaled,
} from "./accumulator.ts";

/** 2098 bits of doubles as multiples of 2^−1074, and room for 2^53 of them. */
const LIMB_COUNT = 70;
const LIMB = 2 ** 32;

/** Terms after which limbs, of at most 2^32 each, are brought below 2^32 again; a limb must stay below 2^53. */
const CARRY_EVERY = 2 ** 20;

/** Digits of a value, and the place of its smallest one above 2^−1074. */
const FORMATS = {
  f64: { digits: 53, lowest: 0 },
  f32: { digits: 24, lowest: 1074 - 149 },
} as const;

/**
 * The exact sum of doubles as a fixed-point number of 32-bit limbs in units of 2^−1074, each limb a double that may be of either sign.
 *
 * A term is at most three pieces of 32 bits, added without a carry; carries are brought up every 2^20 terms and for an observation.
 *
 * @see Neal, Fast exact summation using small and large superaccumulators, arXiv 1505.05571
 */
export function exactAccumulator(type: FloatType): Accumulator {
  const limbs = new Float64Array(LIMB_COUNT);
  const digits = new Uint32Array(LIMB_COUNT);
  const bits = new DataView(new ArrayBuffer(8));
  let marks = 0;
  let lowest = LIMB_COUNT; // limbs outside [lowest, highest) are zero
  let highest = 0;
  let untilCarry = CARRY_EVERY;

  const touch = (from: number, to: number): void => {
    if (from < lowest) lowest = from;
    if (to > highest) highest = to;
    if (--untilCarry === 0) carry();
  };

  /** Brings every limb into [0, 2^32), but the highest into (−2^32, 2^32): it has the sign of the sum, where it is not 0. */
  const carry = (): void => {
    untilCarry = CARRY_EVERY;
    let above = 0;
    for (let i = lowest; i < highest; i++) {
      const limb = limbs[i] + above;
      above = i < highest - 1 || Math.abs(limb) >= LIMB ? Math.floor(limb / LIMB) : 0;
      limbs[i] = limb - above * LIMB;
    }
    if (above !== 0) limbs[highest++] = above;
    while (highest > lowest && limbs[highest - 1] === 0) highest--;
    if (highest === lowest) clearRange();
  };

  const clearRange = (): void => {
    lowest = LIMB_COUNT;
    highest = 0;
  };

  /** Writes the magnitude of the sum to `digits` and gives its sign; they are valid from `lowest` to `highest`. */
  const magnitude = (): number => {
    carry();
    const isNegative = limbs[highest - 1] < 0;
    let borrow = 0;
    for (let i = lowest; i < highest; i++) {
      const digit = isNegative ? -limbs[i] - borrow : limbs[i];
      borrow = digit < 0 ? 1 : 0;
      digits[i] = digit + borrow * LIMB;
    }
    return isNegative ? -1 : 1;
  };

  const add = (value: number): void => {
    marks |= markOf(value);
    if (value === 0 || !Number.isFinite(value)) return;
    bits.setFloat64(0, value);
    const high = bits.getUint32(0);
    const exponent = (high >>> 20) & 0x7ff;
    const place = exponent === 0 ? 0 : exponent - 1;
    const top = (high & 0xfffff) | (exponent === 0 ? 0 : 0x100000);
    const low = bits.getUint32(4);
    const limb = place >>> 5;
    const shift = place & 31;
    const sign = value < 0 ? -1 : 1;
    limbs[limb] += sign * ((low << shift) >>> 0);
    // A shift by 32 is one by 0 in JavaScript, hence two.
    limbs[limb + 1] += sign * (((top << shift) | ((low >>> 1) >>> (31 - shift))) >>> 0);
    limbs[limb + 2] += sign * ((top >>> 1) >>> (31 - shift));
    touch(limb, limb + 3);
  };

  const merge = (state: AccumulatorState): void => {
    if (state.kind !== "exact") throw new InternalError(`an exact sum was given ${state.kind}`);
    marks |= state.marks;
    let rest = (state.sum < 0n ? -state.sum : state.sum) << BigInt(FORMATS[type].lowest);
    const sign = state.sum < 0n ? -1 : 1;
    for (let limb = 0; rest > 0n; limb++) {
      limbs[limb] += sign * Number(BigInt.asUintN(32, rest));
      rest >>= 32n;
      touch(limb, limb + 1);
    }
  };

  const sum = (): bigint => {
    const sign = magnitude();
    let total = 0n;
    for (let i = highest - 1; i >= lowest; i--) total = (total << 32n) | BigInt(digits[i]);
    if (total === 0n) return 0n;
    const shift = BigInt(32 * lowest - FORMATS[type].lowest);
    const units = shift < 0n ? total >> -shift : total << shift;
    return sign < 0 ? -units : units;
  };

  const observe = (): number => {
    const other = notFiniteSum(marks);
    if (other !== undefined) return other;
    const sign = magnitude();
    const rounded = roundedMagnitude(digits, lowest, highest, type);
    if (rounded === 0) return (marks & MARKS.notNegativeZero) === 0 ? -0 : 0;
    return sign * rounded;
  };

  return { add, merge, observe, state: () => ({ kind: "exact", marks, sum: sum() }) };
}

/** Digits of 32 bits, in units of 2^−1074, as the nearest value of `type`, ties to even. */
function roundedMagnitude(digits: Uint32Array, lowest: number, highest: number, type: FloatType): number {
  let top = highest - 1;
  while (top >= lowest && digits[top] === 0) top--;
  if (top < lowest) return 0;
  const length = 32 * top + 32 - Math.clz32(digits[top]);
  const { digits: kept, lowest: smallest } = FORMATS[type];
  const cut = Math.max(length - kept, smallest); // the place of the last digit that is kept
  const limb = cut >>> 5;
  const shift = cut & 31;
  const at = (index: number): number => (index >= lowest && index < highest ? digits[index] : 0);
  const significand = (at(limb) >>> shift) + (at(limb + 1) + at(limb + 2) * LIMB) * powerOfTwo(32 - shift);
  const isUp = isRoundedUp(digits, lowest, cut, significand % 2 === 1);
  const value = scaled(significand + (isUp ? 1 : 0), cut - 1074);
  return type === "f32" ? Math.fround(value) : value;
}

/** Whether what lies below `cut` is more than half of the last digit that is kept, or half of an odd one. */
function isRoundedUp(digits: Uint32Array, lowest: number, cut: number, isOdd: boolean): boolean {
  const place = cut - 1;
  const limb = place >> 5;
  if (limb < lowest) return false;
  const half = powerOfTwo(place & 31);
  const below = digits[limb] % (2 * half);
  if (below !== half) return below > half;
  if (isOdd) return true;
  for (let i = lowest; i < limb; i++) if (digits[i] !== 0) return true;
  return false;
}
