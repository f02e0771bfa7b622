// Exact sums of exact products of floats, rounded once.

import { fromScaledInteger } from "./scaled-integers.ts";

/*
 * A product of two f64 is an integer of 106 bits in units of 2^−2148, shifted by 0 to 4,090 places. Significands are cut in two halves of 27 bits, signed, so that
 * products of halves are exact in doubles; each of these is cut at the borders of limbs, and added to three of them:
 *
 *   for each k:   shift = exponents of both;  limbs[⌊shift / 27⌋ …] += low·low, (high·low + low·high)·2^27, high·high·2^54, each times 2^(shift mod 27)
 *   at the end:   carries, and the highest limbs with a bit for what is below them, rounded to the type
 *
 * Limbs are doubles with integers in them: 160 of 27 bits, 4,320 bits in all. They take 2^24 products before their carries must go up.
 */

const LIMB_BITS = 27;
const LIMB = 2 ** LIMB_BITS;
const LIMBS = 160;
/** A product is an integer in units of 2^−UNIT. */
const UNIT = 2148;
/** Products between carries: each adds at most 2^26 three times to a limb, and a double holds integers of 53 bits. */
const MOST_PRODUCTS = 2 ** 24;
/** Limbs that are rounded: more than the bits of a float, whatever the sign of the second. */
const ROUNDED_LIMBS = 6;
/** Added and taken away, it rounds a double below 2^51 in magnitude to an integer. */
const TO_INTEGER = 1.5 * 2 ** 52;

const POWERS = Float64Array.from({ length: LIMB_BITS }, (_, i) => 2 ** i);

/** Floats as integers of two halves: `(high·2^27 + low)·2^exponent` in units of 2^−1074; those that are not finite as zeros. */
export interface SplitFloats {
  readonly values: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly exponents: Int32Array;
  readonly areFinite: boolean; // whether all are
}

/** Floats, cut. Of f32 exactly as of the f64 that they are. */
export function splitFloats(values: Float64Array): SplitFloats {
  const { length } = values;
  const words = new Uint32Array(values.buffer, values.byteOffset, 2 * length);
  const high = new Float64Array(length);
  const low = new Float64Array(length);
  const exponents = new Int32Array(length);
  let areFinite = true;
  for (let i = 0; i < length; i++) {
    const top = words[2 * i + 1];
    const exponent = (top >>> 20) & 0x7ff;
    if (exponent === 0x7ff) {
      areFinite = false;
      continue;
    }
    const bottom = words[2 * i];
    const hidden = exponent === 0 ? 0 : 0x10_0000;
    const rest = bottom & (LIMB - 1);
    const carry = rest >>> (LIMB_BITS - 1);
    const upper = ((top & 0xf_ffff) | hidden) * 2 ** 5 + (bottom >>> LIMB_BITS) + carry;
    const lower = rest - carry * LIMB;
    const isNegative = top >>> 31 === 1;
    high[i] = isNegative ? -upper : upper;
    low[i] = isNegative ? -lower : lower;
    exponents[i] = Math.max(exponent, 1) - 1;
  }
  return { values, high, low, exponents, areFinite };
}

/** A run of split floats. */
interface Run {
  readonly floats: SplitFloats;
  readonly start: number;
}

/** An exact sum of products, to which runs are added. */
interface ExactProducts {
  add(left: Run, right: Run, length: number): void;
  /** The sum, rounded once; and begins anew. */
  take(): number;
}

/**
 * A sum `Σ left[i]·right[i]` that is exact until it is taken. With a NaN, an infinity times a zero, or infinities of both signs it is NaN, else with an infinity that; of
 * nothing but products that are −0 it is −0, of nothing +0.
 */
export function exactProducts(type: "f64" | "f32"): ExactProducts {
  const limbs = new Float64Array(LIMBS);
  let count = 0; // since carries went up
  let beyond = 0; // the sum of products that are no finite numbers
  let hasSome = false;
  let isNegativeZero = true; // so far every product is −0
  return {
    add(left, right, length) {
      if (!left.floats.areFinite || !right.floats.areFinite) beyond += sumBeyond(left, right, length);
      isNegativeZero &&= areNegativeZeros(left, right, length);
      hasSome ||= length > 0;
      for (let from = 0; from < length; ) {
        if (count === MOST_PRODUCTS) {
          carryUp(limbs);
          count = 0;
        }
        const to = Math.min(length, from + MOST_PRODUCTS - count);
        addProducts(limbs, left, right, from, to);
        count += to - from;
        from = to;
      }
    },
    take() {
      const sum = beyond === 0 ? roundLimbs(limbs, type) : Number.isNaN(beyond) ? Number.NaN : beyond; // the canonical one
      const taken = sum === 0 && hasSome && isNegativeZero ? -0 : sum;
      limbs.fill(0);
      [count, beyond, hasSome, isNegativeZero] = [0, 0, false, true];
      return taken;
    },
  };
}

/** Of the products that are no finite numbers the sum; 0 where there is none. */
function sumBeyond(left: Run, right: Run, length: number): number {
  let sum = 0;
  for (let i = 0; i < length; i++) {
    const x = left.floats.values[left.start + i];
    const y = right.floats.values[right.start + i];
    if (!Number.isFinite(x) || !Number.isFinite(y)) sum += x * y; // never a finite number
  }
  return sum;
}

function addProducts(limbs: Float64Array, left: Run, right: Run, from: number, to: number): void {
  const { high, low, exponents } = left.floats;
  const { high: otherHigh, low: otherLow, exponents: otherExponents } = right.floats;
  for (let i = from; i < to; i++) {
    const k = left.start + i;
    const l = right.start + i;
    const shift = exponents[k] + otherExponents[l];
    const place = Math.floor(shift / LIMB_BITS);
    const power = POWERS[shift - place * LIMB_BITS];
    const upper = high[k] * power;
    const lower = low[k] * power;
    addAt(limbs, place, lower * otherLow[l]);
    addAt(limbs, place + 1, upper * otherLow[l] + lower * otherHigh[l]);
    addAt(limbs, place + 2, upper * otherHigh[l]);
  }
}

/** Adds an integer of 80 bits at most, of which 53 are not 0, from limb `place` on. */
function addAt(limbs: Float64Array, place: number, value: number): void {
  const top = value * (1 / (LIMB * LIMB)) + TO_INTEGER - TO_INTEGER;
  const rest = value - top * (LIMB * LIMB);
  const middle = rest * (1 / LIMB) + TO_INTEGER - TO_INTEGER;
  limbs[place] += rest - middle * LIMB;
  limbs[place + 1] += middle;
  limbs[place + 2] += top;
}

/** Every limb to from −2^26 to 2^26. */
function carryUp(limbs: Float64Array): void {
  let carry = 0;
  for (let i = 0; i < LIMBS; i++) {
    const value = limbs[i] + carry;
    carry = Math.round(value / LIMB);
    limbs[i] = value - carry * LIMB;
  }
}

/** The highest limbs say it all but for the sign of what is below, which is one bit more. */
function roundLimbs(limbs: Float64Array, type: "f64" | "f32"): number {
  carryUp(limbs);
  let top = LIMBS - 1;
  while (top >= 0 && limbs[top] === 0) top--;
  if (top < 0) return 0;
  const last = Math.max(0, top - ROUNDED_LIMBS + 1);
  let integer = 0n;
  for (let i = top; i >= last; i--) integer = (integer << BigInt(LIMB_BITS)) + BigInt(limbs[i]);
  let below = last - 1;
  while (below >= 0 && limbs[below] === 0) below--;
  const sticky = below < 0 ? 0n : BigInt(Math.sign(limbs[below]));
  const rounded = fromScaledInteger(2n * integer + sticky, type, UNIT + 1 - last * LIMB_BITS);
  return rounded === 0 && integer < 0n ? -0 : rounded; // not nothing: too small
}

function areNegativeZeros(left: Run, right: Run, length: number): boolean {
  for (let i = 0; i < length; i++) {
    const x = left.floats.values[left.start + i];
    const y = right.floats.values[right.start + i];
    if ((x !== 0 && y !== 0) || !Object.is(x * y, -0)) return false;
  }
  return true;
}
