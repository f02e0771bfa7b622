import type { FloatType } from "../../../../summaries/accumulators/accumulator.ts";
import { BINS, gridExponent } from "../../../../summaries/accumulators/binned-accumulator.ts";
import type { Extent, NoExtent } from "../exact/window.ts";

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

/** Whether a way can be gone where `top` is the first bin: the last bins have one grid, so that nothing there is a multiple of the next one's. */
export function isWayBelow(way: BinnedWay, type: FloatType, top: number): boolean {
  if (way === "all") return true;
  return top + (way === "few" ? FEW_BINS[type] : 3) - 1 <= BINS[type].last;
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
    if (bins > fold || (way === "few" && bins === fold) || !isWayBelow(way, type, top)) return false;
    return extent.bottom >= (leastExponent(way, type, top) ?? 0);
  });
  return found ?? "all";
}
