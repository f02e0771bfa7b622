import type { SpecialArray } from "./special-arrays.ts";
import { splitmix64 } from "./splitmix64.ts";
import { wholeRangeData } from "./whole-range-data.ts";

/**
 * Finite floats where the state of a sum without an order has its ends: all exponents, the largest, the smallest, and what lies half-way
 * between two multiples of a bin's unit.
 */
export function wholeRangeArrays(type: "f64" | "f32", length: number): readonly SpecialArray[] {
  const { largest, smallest } = ENDS[type];
  const request = { type, length, seed: SEED };
  return [
    { name: "all exponents", elements: wholeRangeData(request) },
    { name: "the largest exponents", elements: wholeRangeData({ ...request, first: largest }) },
    { name: "the smallest exponents", elements: wholeRangeData({ ...request, count: smallest }) },
    { name: "halves of bins' units", elements: halves(type, length) },
  ];
}

const SEED = 2027n;

/** Biased exponents: the first of the three largest, and how many lie below the last bin's. */
const ENDS = {
  f64: { largest: 2044, smallest: 60 },
  f32: { largest: 252, smallest: 20 },
} as const;

const BINS = {
  f64: { largest: 1024, width: 40, count: 52 },
  f32: { largest: 128, width: 13, count: 21 },
} as const;

/** `(m + ½)·u` for small m and the unit u of each bin in turn; every other one with as much as a float holds of the next bin's half. */
function halves(type: "f64" | "f32", length: number): Float64Array | Float32Array {
  const { largest, width, count } = BINS[type];
  const [high, low] = [new Uint32Array(length), new Uint32Array(length)];
  splitmix64(SEED)(high, low);
  const elements = type === "f64" ? new Float64Array(length) : new Float32Array(length);
  for (let i = 0; i < length; i++) {
    const unit = 2 ** (largest - width * ((i % count) + 1) + 1);
    const half = ((high[i] >>> 24) + 0.5) * unit;
    const next = i % 2 === 0 ? 0 : 0.5 * unit * 2 ** -width;
    elements[i] = low[i] % 2 === 0 ? half + next : -half - next;
  }
  return elements;
}
