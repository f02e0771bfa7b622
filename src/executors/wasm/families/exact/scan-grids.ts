import type { FloatType } from "../../../../summaries/accumulators/accumulator.ts";
import { ELEMENT_BITS } from "./kernels/tile-scan.kernel.ts";
import { lastBitOf, type Magnitude } from "./sum-memory.ts";
import type { Extent, NoExtent } from "./window.ts";

export type ScanWay = "scanOne" | "scanTwo" | "scanThree";

/** The grids of a scan: sums stay below 2^unit, elements that are not zero are 2^least or more. */
export interface Grids {
  readonly way: ScanWay;
  readonly levels: number;
  readonly unit: number;
  readonly least: number;
}

const WAYS: readonly ScanWay[] = ["scanOne", "scanTwo", "scanThree"];
const LEVELS = { f64: [2, 3], f32: [1, 2] } as const;
const DIGITS = { f64: 53, f32: 24 } as const;
const LEVEL_BITS = 45;

/** Exponents within which all grids are normal doubles, and anchors finite. */
const LOWEST_UNIT = -800;
const HIGHEST_UNIT = 1022;

/**
 * The fewest grids that hold a sum and elements like those of a tile, with as much room above as below; undefined where none do.
 *
 * The last grid is 2^(unit − 52 − 45·(levels − 1)): of it the sum and all elements must be multiples.
 */
export function chooseGrids(type: FloatType, sum: Magnitude, extent: Extent | NoExtent): Grids | undefined {
  const { first, last } = bitsOf(sum);
  const digits = DIGITS[type];
  const { top, bottom } = extent.kind === "finite" ? extent : NOTHING;
  const lowest = Math.max(first + 1, top + ELEMENT_BITS);
  const end = Math.min(last, bottom + 1 - digits);
  for (const levels of LEVELS[type]) {
    const below = 52 + LEVEL_BITS * (levels - 1);
    const highest = end + below;
    const unit = middle(Math.max(lowest, LOWEST_UNIT), Math.min(highest, HIGHEST_UNIT));
    if (unit === undefined) continue;
    return { way: WAYS[levels - 1], levels, unit, least: unit - below + digits - 1 };
  }
  return undefined;
}

const NOTHING = { top: Number.NEGATIVE_INFINITY, bottom: Number.POSITIVE_INFINITY } as const;

function middle(lowest: number, highest: number): number | undefined {
  return lowest > highest ? undefined : Math.floor((lowest + highest) / 2);
}

/** first: magnitudes are below 2^first; last: the place of the last bit that is set. */
function bitsOf({ limbs, lowest, highest }: Magnitude): { readonly first: number; readonly last: number } {
  if (highest < 0) return { first: Number.NEGATIVE_INFINITY, last: Number.POSITIVE_INFINITY };
  return {
    first: 32 * highest - 1074 + 32 - Math.clz32(limbs[highest]),
    last: 32 * lowest - 1074 + lastBitOf(limbs[lowest]),
  };
}

/** Splits a sum into a multiple of each grid, the rest of each going on to the next. */
export function splitSum(sum: Magnitude, { levels, unit }: Grids, parts: Float64Array): void {
  parts.fill(0);
  for (let limb = sum.lowest; limb <= sum.highest; limb++) {
    if (sum.limbs[limb] === 0) continue;
    const value = sum.limbs[limb] * 2 ** (32 * limb - 1074);
    let rest = sum.isNegative ? -value : value;
    for (let level = 0; level < levels; level++) {
      const anchor = 1.5 * 2 ** (unit - LEVEL_BITS * level);
      const part = level === levels - 1 ? rest : rest + anchor - anchor;
      parts[level] += part;
      rest -= part;
    }
  }
}
