import type { FloatType } from "../../../summaries/accumulators/accumulator.ts";
import { BINS, gridExponent } from "../../../summaries/accumulators/bins.ts";
import type { Extent, NoExtent } from "./window.ts";

/** The kernels of binned sums: few bins, where elements have no digits in others; near, where all are in the first; all. */
export type BinnedWay = "few" | "near" | "all";

/** Bins that hold most elements without a rest: 79 or 38 bits from the end of the first. */
export const FEW_BINS = { f64: 2, f32: 3 } as const;

const DIGITS = { f64: 53, f32: 24 } as const;

/** log2 of the least magnitude that a kernel takes, zero not being one; undefined where it takes all. */
export function leastExponent(way: BinnedWay, type: FloatType, top: number): number | undefined {
  switch (way) {
    case "few": // multiples of the last of these bins' grids
      return gridExponent(type, top + FEW_BINS[type] - 1) + DIGITS[type] - 1;
    case "near": // multiples of 2^−52 of the first bin's grid
      return gridExponent(type, top);
    case "all":
      return undefined;
    default:
      return way satisfies never;
  }
}

/** The fastest way for elements of an extent, none of them above the bin `top`. */
export function binnedWayFor(
  type: FloatType,
  fold: number,
  top: number,
  extent: Extent | NoExtent,
): BinnedWay {
  if (extent.kind !== "finite" || extent.hasZero) return "all";
  const ways: readonly BinnedWay[] = fold > 2 && type === "f64" ? ["few", "near"] : ["few"];
  const found = ways.find((way) => {
    const bins = way === "few" ? FEW_BINS[type] : 3;
    // The last bins have one grid: there nothing is a multiple of the next one's 2^width.
    if (bins > fold || (way === "few" && bins === fold) || top + bins - 1 > BINS[type].last) return false;
    return extent.bottom >= (leastExponent(way, type, top) ?? 0);
  });
  return found ?? "all";
}
