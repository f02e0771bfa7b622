import { type FloatType, MARKS } from "../../../../summaries/accumulators/accumulator.ts";
import { ELEMENT_TYPE_FACTS } from "../../../../values/element-types.ts";
import {
  type Extent,
  isNotFinite,
  type NoExtent,
  negativeZeros,
  type SumMemory,
  writeMarks,
} from "../order-free/extent.ts";
import { LIMB_COUNT, SUM_STATE } from "../order-free/sum-state.ts";
import type { ExactAdder } from "./exact-adder.ts";
import { ELEMENT_BITS, SCAN_TILE_LENGTH, tileScan } from "./kernels/exact-scan.kernel.ts";
import { scanWide } from "./kernels/round.kernel.ts";
import { addMarks, clearSum, lastBitOf, type Magnitude, readMagnitude, readMarks } from "./sum-memory.ts";

type ScanWay = "scanOne" | "scanTwo" | "scanThree";

/** The grids of a scan: sums stay below 2^unit, elements that are not zero are 2^least or more. */
interface Grids {
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
function chooseGrids(type: FloatType, sum: Magnitude, extent: Extent | NoExtent): Grids | undefined {
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
function splitSum(sum: Magnitude, { levels, unit }: Grids, parts: Float64Array): void {
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

/** Elements that each way of a scan took. */
export type ScanCounts = Record<ScanWay | "scanWide" | "scanSpecial", number>;

/** Writes the exact prefixes of elements after everything that a sum holds, and adds them to it. */
export type ExactScanner = (input: number, output: number, length: number) => void;

/** Below this length elements are rounded one by one: choosing grids costs as much. */
const SHORTEST_TILE = 8;

export function exactScanner(
  memory: SumMemory,
  type: FloatType,
  adder: ExactAdder,
  counts: ScanCounts,
): ExactScanner {
  const { arena, state } = memory;
  const { bytes } = ELEMENT_TYPE_FACTS[type];
  const kernels = arena.kernels(`exact scan ${type}`, () => [
    ...(type === "f32" ? [tileScan({ name: "scanOne", type, levels: 1 })] : []),
    tileScan({ name: "scanTwo", type, levels: 2 }),
    ...(type === "f64" ? [tileScan({ name: "scanThree", type, levels: 3 })] : []),
    scanWide(type),
  ]);
  const limbs = new Float64Array(LIMB_COUNT);
  const parts = new Float64Array(3);
  let grids: Grids | undefined; // where the sum stands as parts, and the limbs are zero

  /** Brings the sum from its parts back to the limbs, in normal form. */
  const gather = (): void => {
    if (grids !== undefined) {
      const memoryParts = arena.heap.view("f64");
      const first = (state + SUM_STATE.parts) / 8;
      for (let i = 0; i < grids.levels; i++) parts[i] = memoryParts[first + i];
      for (let i = 0; i < grids.levels; i++) adder.addValue(parts[i]);
      grids = undefined;
    }
    adder.normalise();
  };

  /** Puts the sum on grids that suit it and the tile that comes; false where there are none. */
  const spread = (input: number, length: number): boolean => {
    gather();
    const extent = adder.extentOf(input, length);
    if (extent.kind === "special") return false;
    const magnitude = readMagnitude(memory, limbs);
    grids = chooseGrids(type, magnitude, extent);
    if (grids === undefined) return false;
    splitSum(magnitude, grids, parts);
    const marks = readMarks(memory);
    clearSum(memory);
    addMarks(memory, marks);
    const memoryParts = arena.heap.view("f64");
    for (let i = 0; i < grids.levels; i++) memoryParts[(state + SUM_STATE.parts) / 8 + i] = parts[i];
    return true;
  };

  const scanTiles = (input: number, output: number, length: number): number => {
    if (grids === undefined) return 0;
    const { way, unit, least } = grids;
    const taken = Number(kernels[way](state, input, output, length, 2 ** unit, 2 ** least));
    counts[way] += taken;
    return taken;
  };

  const scanOneByOne = (input: number, output: number, length: number): void => {
    gather();
    kernels.scanWide(state, input, output, length);
    counts.scanWide += length;
  };

  /** Something is not finite from here on: the sums go on, but no value shows them. */
  const scanSpecial = (input: number, output: number, length: number): void => {
    gather();
    const before = readMarks(memory);
    adder.add(input, length);
    writeMarks(memory, type, before, input, output, length);
    counts.scanSpecial += length;
  };

  /** Finite elements before the first that is not. */
  const finiteLength = (input: number, length: number): number => {
    const elements = arena.heap.view(type);
    let count = 0;
    while (count < length && Number.isFinite(elements[input / bytes + count])) count++;
    return count;
  };

  /** One tile that no grids hold, or the sum with it: gives how many elements were done, all of `length` where one is not finite. */
  const scanHard = (input: number, output: number, tile: number, length: number): number => {
    const finite = finiteLength(input, tile);
    if (finite > 0) scanOneByOne(input, output, finite);
    if (finite === tile) return tile;
    scanSpecial(input + finite * bytes, output + finite * bytes, length - finite);
    return length;
  };

  const scanFinite = (input: number, output: number, length: number): void => {
    for (let start = 0; start < length; ) {
      const [from, to] = [input + start * bytes, output + start * bytes];
      const rest = length - start;
      const tile = Math.min(SCAN_TILE_LENGTH, rest - (rest % 2));
      let taken = 0;
      if (tile >= SHORTEST_TILE) {
        taken = scanTiles(from, to, rest);
        if (taken === 0 && spread(from, tile)) taken = scanTiles(from, to, rest);
      }
      start += taken > 0 ? taken : scanHard(from, to, Math.max(1, tile), rest);
    }
  };

  return (input, output, length) => {
    let start = 0;
    if ((readMarks(memory) & MARKS.notNegativeZero) === 0) {
      start = negativeZeros(memory, type, input, length);
      arena.heap.view(type).fill(-0, output / bytes, output / bytes + start);
      if (start < length) addMarks(memory, MARKS.notNegativeZero);
    }
    const hasMarks = isNotFinite(readMarks(memory));
    const scan = hasMarks ? scanSpecial : scanFinite;
    if (start < length) scan(input + start * bytes, output + start * bytes, length - start);
    gather();
  };
}
