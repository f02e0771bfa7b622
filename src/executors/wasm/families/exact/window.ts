import type { FloatType } from "../../../../summaries/accumulators/accumulator.ts";
import type { Extent } from "../order-free/extent.ts";
import { LEVEL_BITS, NARROW_BITS, TOP_BITS } from "./kernels/exact-sum.kernel.ts";

/** The ways of a tile: the kernels that sum it, and the accumulator that takes any element. */
export type Way = "narrow" | "two" | "twoCareful" | "four" | "one" | "wide";

/** A claim about magnitudes: from 2^least to below 2^unit. */
export interface Window {
  readonly way: Exclude<Way, "wide">;
  readonly unit: number;
  readonly least: number;
}

interface Candidate {
  readonly way: Window["way"];
  readonly width: number; // unit − least
  readonly takesZeros: boolean;
}

/** Binades between the ends of a window of `levels` grids, for elements of `digits` bits: 512 of them below 2^53 units. */
function widthOf(levels: number, digits: number): number {
  return levels === 1 ? 54 - 9 - digits : TOP_BITS + LEVEL_BITS * (levels - 1) - digits + 1;
}

const CANDIDATES: Readonly<Record<FloatType, readonly Candidate[]>> = {
  f64: [
    { way: "narrow", width: 54 - 9 - (53 - NARROW_BITS), takesZeros: false },
    { way: "two", width: widthOf(2, 53), takesZeros: false },
    { way: "twoCareful", width: widthOf(2, 53), takesZeros: true },
    { way: "four", width: widthOf(4, 53), takesZeros: true },
  ],
  f32: [
    { way: "one", width: widthOf(1, 24), takesZeros: true },
    { way: "two", width: widthOf(2, 24), takesZeros: true },
    { way: "four", width: widthOf(4, 24), takesZeros: true },
  ],
};

/** Exponents within which all grids of all windows are normal doubles, and anchors finite. */
const LOWEST_UNIT = -800;
const HIGHEST_UNIT = 1000;

/** The fastest way for elements like these, with as much room above as below; undefined where none of the kernels will do. */
export function windowFor(type: FloatType, extent: Extent): Window | undefined {
  const { top, bottom, hasZero } = extent;
  if (top < LOWEST_UNIT || top > HIGHEST_UNIT) return undefined;
  const found = CANDIDATES[type].find(
    ({ width, takesZeros }) => top - bottom <= width && (takesZeros || !hasZero),
  );
  if (found === undefined) return undefined;
  const unit = Math.min(HIGHEST_UNIT, top + Math.floor((found.width - (top - bottom)) / 2));
  return { way: found.way, unit, least: unit - found.width };
}
