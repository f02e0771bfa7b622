import type { FloatType } from "./accumulator.ts";

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
