import type { FloatType } from "../../../../summaries/accumulators/accumulator.ts";
import { LEVEL_BITS, NARROW_BITS, TOP_BITS } from "./kernels/tile-sum.kernel.ts";

/** What a range of elements holds, found by the kernel `measure`. Exponents are of powers of two. */
export interface Extent {
  readonly kind: "finite";
  readonly top: number; // magnitudes are below 2^top
  readonly bottom: number; // those that are not zero are 2^bottom or more
  readonly hasZero: boolean; // or something as small as a zero
}

export interface NoExtent {
  readonly kind: "zeros" | "special"; // nothing but zeros; something that is not finite, or subnormal
}

/** The extent of what `measure` found: upper halves of doubles. */
export function extentOf(largest: number, smallest: number, lowest: number): Extent | NoExtent {
  const first = largest >>> 20;
  const last = smallest >>> 20;
  if (first === 0x7ff) return { kind: "special" };
  if (largest === 0 && last === 0x7ff) return { kind: "zeros" };
  if (last === 0) return { kind: "special" };
  return { kind: "finite", top: first - 1022, bottom: last - 1023, hasZero: lowest === 0 };
}

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
