import type { BinnedState, FloatType } from "../../../../summaries/accumulators/accumulator.ts";
import {
  BINS,
  gridExponent,
  observeDouble,
  observeSingle,
} from "../../../../summaries/accumulators/binned-accumulator.ts";

/** The state of a binned sum between the calls of kernels: of each bin from `top` on, carries·c + rests in units of its grid. */
export interface Bins {
  readonly carries: Float64Array;
  readonly rests: Float64Array; // in [0, c)
  top: number; // −1 where no term is finite
  marks: number;
}

export function newBins(fold: number): Bins {
  return { carries: new Float64Array(fold), rests: new Float64Array(fold), top: -1, marks: 0 };
}

export function clearBins(bins: Bins): void {
  bins.carries.fill(0);
  bins.rests.fill(0);
  bins.top = -1;
  bins.marks = 0;
}

/** Makes `bin` the top, if it is above: the lowest bins fall off. */
export function raiseTop(bins: Bins, bin: number): void {
  const { carries, rests, top } = bins;
  if (top >= 0 && bin >= top) return;
  const shift = top < 0 ? carries.length : Math.min(carries.length, top - bin);
  for (const sums of [carries, rests]) {
    sums.copyWithin(shift, 0);
    sums.fill(0, 0, shift);
  }
  bins.top = bin;
}

/** Adds digits to a bin: carries and rests, the latter in [0, c). */
export function addDigits(bins: Bins, type: FloatType, slot: number, carries: number, rests: number): void {
  const unit = BINS[type].carry;
  const sum = bins.rests[slot] + rests;
  const carry = sum >= unit ? 1 : 0;
  bins.rests[slot] = sum - carry * unit;
  bins.carries[slot] += carries + carry;
}

/** The grid of a bin; all bins from the last one on have its grid. From a table: a power of two costs 30 ns. */
export function gridOf(type: FloatType, bin: number): number {
  const grids = GRIDS[type];
  return grids[Math.min(bin, grids.length - 1)];
}

const GRIDS = { f64: gridsOf("f64"), f32: gridsOf("f32") } as const;

function gridsOf(type: FloatType): readonly number[] {
  return Array.from({ length: BINS[type].last + 1 }, (_, bin) => 2 ** gridExponent(type, bin));
}

/** The bin of magnitudes in [2^(exponent − 1), 2^exponent). */
export function binOfExponent(type: FloatType, exponent: number): number {
  const { last, emax, width } = BINS[type];
  return Math.min(last, Math.floor((emax - exponent) / width));
}

/** log2 of the end of a bin: magnitudes in it are below. */
export function endExponent(type: FloatType, bin: number): number {
  const { emax, width } = BINS[type];
  return emax - width * bin;
}

export function observeBins(type: FloatType, { carries, rests, top }: Bins): number {
  return type === "f64" ? observeDouble(carries, rests, top) : observeSingle(carries, rests, top);
}

export function stateOfBins(type: FloatType, { carries, rests, top, marks }: Bins): BinnedState {
  const unit = BigInt(BINS[type].carry);
  const sums = Array.from(carries, (carry, slot) => BigInt(carry) * unit + BigInt(rests[slot]));
  return { kind: "binned", marks, top, sums };
}

export function loadBins(bins: Bins, type: FloatType, state: BinnedState): void {
  clearBins(bins);
  bins.marks = state.marks;
  bins.top = state.top;
  const unit = BigInt(BINS[type].carry);
  state.sums.forEach((sum, slot) => {
    const rest = BigInt.asUintN(Math.log2(BINS[type].carry), sum);
    bins.rests[slot] = Number(rest);
    bins.carries[slot] = Number((sum - rest) / unit);
  });
}

/** The bin of a finite value. */
export function binOfValue(type: FloatType, value: number): number {
  if (value === 0) return BINS[type].last;
  BITS.setFloat64(0, value);
  // A subnormal f64 is in the last bin, whatever it is; as doubles no f32 are subnormal.
  return binOfExponent(type, ((BITS.getUint16(0) >>> 4) & 0x7ff) - 1022);
}

const BITS = new DataView(new ArrayBuffer(8));
