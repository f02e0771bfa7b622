import { STATE } from "../../kernels/state.ts";

/*
 * The state of an order-free sum in wasm memory, in the place of the state of other runners: the same size, and a result in the same place.
 */

/** 32 bits each, of 2098 bits of finite doubles in units of 2^−1074 and 53 bits for their number, with a sign. */
export const LIMB_COUNT = 68;

/** Offsets in bytes. */
export const SUM_STATE = {
  result: STATE.result,
  limbs: 64, // i64 each; normal: all but the last in [0, 2^32)
  parts: 608, // f64: of a scan, the sum so far on each of its grids
  marks: 640, // u32: MARKS of what is not finite
  top: 644, // u32: of a wide scan, the highest limb that may differ from a limb of the sign
  largest: 648, // u32: of a measured range, the upper half of the largest magnitude, NaN and infinities above all
  smallest: 652, // u32: the upper half of the smallest magnitude that is not zero, less one unit of the lower half
  lowest: 656, // u32: the upper half of the smallest magnitude: 0 for a zero, and for subnormals below 2^−1042
  digits: 672, // f64: of a binned reduce, for each bin the carries and the rests of its digits
  grids: 736, // f64: of a binned scan, for each bin the grid, the carry unit and the anchor
  bins: 832, // f64: of a binned scan, for each bin the sum's carries and rests, in units of 1
} as const;
