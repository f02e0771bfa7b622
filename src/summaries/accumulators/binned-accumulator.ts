import { InternalError } from "../../values/errors.ts";
import {
  type Accumulator,
  type AccumulatorState,
  type FloatType,
  markOf,
  notFiniteSum,
  scaled,
} from "./accumulator.ts";

/** The bins of the binned sum, fixed for each type. Bin i holds multiples of its grid, 2^(gridExponent(i)). */
export const BINS = {
  f64: { width: 40, last: 51, emax: 1024, carry: 2 ** 50 },
  f32: { width: 13, last: 20, emax: 128, carry: 2 ** 21 },
} as const;

/** log2 of the grid of a bin; all bins from the last one on have its grid. */
export function gridExponent(type: FloatType, bin: number): number {
  const { width, last, emax } = BINS[type];
  return emax - width * (Math.min(bin, last) + 1) + 1;
}

/**
 * The binned sum with `fold` bins: of each finite term, its rounded digits in the bins from that of its magnitude on, added up as integers.
 *
 * A bin's sum is kept as `carries · c + rests` with 0 ≤ rests < c, c = 2^50 for f64 and 2^21 for f32: ReproBLAS's carry and primary.
 *
 * @see Ahrens, Demmel, Nguyen, TOMS 46(3), 2020; ReproBLAS 2.1
 */
export function binnedAccumulator(fold: number, type: FloatType): Accumulator {
  const { last, carry: carryUnit } = BINS[type];
  const carries = new Float64Array(fold);
  const rests = new Float64Array(fold);
  const steps = STEPS[type];
  let marks = 0;
  let top = -1;

  /** Makes bin `bin` the top, if it is above; what falls off at the other end is kept by no sum with such a term. */
  const raise = (bin: number): void => {
    if (top >= 0 && bin >= top) return;
    const shift = top < 0 ? fold : Math.min(fold, top - bin);
    for (let slot = fold - 1; slot >= 0; slot--) {
      carries[slot] = slot < shift ? 0 : carries[slot - shift];
      rests[slot] = slot < shift ? 0 : rests[slot - shift];
    }
    top = bin;
  };

  const deposit = (slot: number, digit: number): void => {
    const sum = rests[slot] + digit;
    const carry = Math.floor(sum / carryUnit);
    rests[slot] = sum - carry * carryUnit;
    carries[slot] += carry;
  };

  const add = (value: number): void => {
    marks |= markOf(value);
    if (!Number.isFinite(value)) return;
    const bin = binOf(value, type);
    raise(bin);
    let rest = value;
    for (let slot = bin - top; slot < fold && rest !== 0; slot++) {
      const { down, anchor, toDigit, toDigitToo, half, halfToo } = steps[Math.min(top + slot, last)];
      // In these units the nearest integer to a value whose last bit is set first, so that it is never half-way.
      const digit = (withLastBit(rest, type) * down + anchor - anchor) * toDigit * toDigitToo;
      if (digit === 0) continue;
      deposit(slot, digit);
      const halfOfDigit = digit * half * halfToo; // the whole may be 2^1024
      rest = rest - halfOfDigit - halfOfDigit;
    }
  };

  const merge = (state: AccumulatorState): void => {
    if (state.kind !== "binned") throw new InternalError(`a binned sum was given ${state.kind}`);
    marks |= state.marks;
    if (state.top < 0) return;
    raise(state.top);
    const unit = BigInt(carryUnit);
    for (let i = 0; i < fold; i++) {
      const slot = state.top - top + i;
      if (slot >= fold) break;
      const rest = BigInt.asUintN(Math.log2(carryUnit), state.sums[i]);
      deposit(slot, Number(rest));
      carries[slot] += Number((state.sums[i] - rest) / unit);
    }
  };

  const observe = (): number => {
    const other = notFiniteSum(marks);
    if (other !== undefined) return other;
    return type === "f64" ? observeDouble(carries, rests, top) : observeSingle(carries, rests, top);
  };

  const sums = (): readonly bigint[] =>
    Array.from(carries, (carry, slot) => BigInt(carry) * BigInt(carryUnit) + BigInt(rests[slot]));

  return { add, merge, observe, state: () => ({ kind: "binned", marks, top, sums: sums() }) };

  /** The bin of a finite magnitude: of [2^(emax − (i+1)·width), 2^(emax − i·width)) it is i, and for zero the last one. */
  function binOf(value: number, of: FloatType): number {
    if (value === 0) return last;
    const { emax, width } = BINS[of];
    return Math.min(last, Math.floor((emax - exponentOf(value)) / width));
  }
}

const view = new DataView(new ArrayBuffer(8));

/** The k with 2^(k−1) ≤ |value| < 2^k. */
function exponentOf(value: number): number {
  view.setFloat64(0, value);
  const exponent = (view.getUint32(0) >>> 20) & 0x7ff;
  if (exponent > 0) return exponent - 1022;
  return exponentOf(value * 2 ** 64) - 64;
}

/** Powers of two by which one bin takes its digit; in pairs where one alone may be out of reach. */
interface Step {
  readonly down: number;
  readonly anchor: number; // of a magnitude at which doubles are multiples of the grid
  readonly toDigit: number;
  readonly toDigitToo: number;
  readonly half: number;
  readonly halfToo: number;
}

const STEPS: Readonly<Record<FloatType, readonly Step[]>> = { f64: stepsOf("f64"), f32: stepsOf("f32") };

function stepsOf(type: FloatType): readonly Step[] {
  return Array.from({ length: BINS[type].last + 1 }, (_, bin) => {
    const grid = gridExponent(type, bin);
    const shift = grid > 900 ? -100 : 0; // 2^(grid + 52) may be out of reach
    const [toDigit, toDigitToo] = factorsOf(-(grid + shift));
    const [half, halfToo] = factorsOf(grid - 1);
    return { down: 2 ** shift, anchor: 1.5 * 2 ** (grid + 52 + shift), toDigit, toDigitToo, half, halfToo };
  });
}

function factorsOf(exponent: number): readonly [number, number] {
  const half = exponent >> 1;
  return [2 ** half, 2 ** (exponent - half)];
}

function withLastBit(value: number, type: FloatType): number {
  if (type === "f64") {
    view.setFloat64(0, value);
    view.setUint32(4, view.getUint32(4) | 1);
    return view.getFloat64(0);
  }
  view.setFloat32(0, value);
  view.setUint32(0, view.getUint32(0) | 1);
  return view.getFloat32(0);
}

/** Scaled down by this, the largest bins stay finite; ReproBLAS does so for the first of four bins from the top of the range. */
const SCALE = 66;
const SCALED_BINS = 3;

/** The value of the bins in f64: `C0, C1, R0, C2, R1, …, R(K−1)` in this order, added to 0 one by one. */
export function observeDouble(carries: Float64Array, rests: Float64Array, top: number): number {
  const fold = carries.length;
  const isScaled = top <= SCALED_BINS;
  const scaledBins = isScaled ? Math.max(1, Math.min(fold, SCALED_BINS - top)) : 0;
  const down = isScaled ? SCALE : 0;
  const carryOf = (slot: number, by: number): number =>
    scaled(carries[slot], gridExponent("f64", top + slot) + 50 - by);
  const restOf = (slot: number, by: number): number =>
    scaled(rests[slot], gridExponent("f64", top + slot) - by);
  let value = 0 + carryOf(0, down);
  let slot = 1;
  for (; slot < scaledBins; slot++) {
    value += carryOf(slot, down);
    value += restOf(slot - 1, down);
  }
  if (slot === fold && isScaled) return (value + restOf(fold - 1, down)) * 2 ** SCALE;
  if (isScaled) value *= 2 ** SCALE;
  if (!Number.isFinite(value)) return value;
  for (; slot < fold; slot++) {
    value += carryOf(slot, 0);
    value += restOf(slot - 1, 0);
  }
  return value + restOf(fold - 1, 0);
}

/** The same in f32, whose bins are added in f64 and rounded once at the end. */
export function observeSingle(carries: Float64Array, rests: Float64Array, top: number): number {
  const fold = carries.length;
  const carryOf = (slot: number): number => scaled(carries[slot], gridExponent("f32", top + slot) + 21);
  const restOf = (slot: number): number => scaled(rests[slot], gridExponent("f32", top + slot));
  let value = 0 + carryOf(0);
  for (let slot = 1; slot < fold; slot++) {
    value += carryOf(slot);
    value += restOf(slot - 1);
  }
  return Math.fround(value + restOf(fold - 1));
}
