import { type FloatType, MARKS, markOf } from "../../../../summaries/accumulators/accumulator.ts";
import { BINS, gridExponent } from "../../../../summaries/accumulators/binned-accumulator.ts";
import { ELEMENT_TYPE_FACTS } from "../../../../values/element-types.ts";
import type { Kernels } from "../../memory/arena.ts";
import { type Extent, markOfZeros, measured, type NoExtent, type SumMemory } from "../order-free/extent.ts";
import { measure } from "../order-free/measure.kernel.ts";
import { SUM_STATE } from "../order-free/sum-state.ts";
import { addDigits, type Bins, binOfExponent, binOfValue, endExponent, gridOf, raiseTop } from "./bins.ts";
import { BINNED_STEP_LENGTH, BINNED_TILE_LENGTH, binnedSum } from "./kernels/binned-sum.kernel.ts";

/** The kernels of binned sums: few bins, where elements have no digits in others; near, where all are in the first; all. */
type BinnedWay = "few" | "near" | "all";

/** Bins that hold most elements without a rest: 79 or 38 bits from the end of the first. */
const FEW_BINS = { f64: 2, f32: 3 } as const;

const DIGITS = { f64: 53, f32: 24 } as const;

/** log2 of the least magnitude that a kernel takes, zero not being one; undefined where it takes all. */
function leastExponent(way: BinnedWay, type: FloatType, top: number): number | undefined {
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
function isWayBelow(way: BinnedWay, type: FloatType, top: number): boolean {
  if (way === "all") return true;
  return top + (way === "few" ? FEW_BINS[type] : 3) - 1 <= BINS[type].last;
}

/** The fastest way for elements of an extent, none of them above the bin `top`. */
function binnedWayFor(type: FloatType, fold: number, top: number, extent: Extent | NoExtent): BinnedWay {
  if (extent.kind !== "finite" || extent.hasZero) return "all";
  const ways: readonly BinnedWay[] = fold > 2 && type === "f64" ? ["few", "near"] : ["few"];
  const found = ways.find((way) => {
    const bins = way === "few" ? FEW_BINS[type] : 3;
    if (bins > fold || (way === "few" && bins === fold) || !isWayBelow(way, type, top)) return false;
    return extent.bottom >= (leastExponent(way, type, top) ?? 0);
  });
  return found ?? "all";
}

/** Elements that each way of a binned sum took. */
export interface BinnedCounts {
  binnedFew: number; // by the kernel that asks the first bins only
  binnedNear: number; // by that of elements in the first bin
  binnedAll: number;
  binnedCopied: number; // of all bins, by way of a copy: odd lengths, the first bin, what is not finite
}

/** Adds elements in memory to bins. */
export type BinnedAdder = (input: number, length: number) => void;

/** Tiles of any but the fastest way before elements are looked at again: one at first, then twice as many each time, up to these. */
const TILES_UNTIL_LOOK = 64;

/** Elements of one call of a kernel: the sums of digits stay below 2^63. */
const LONGEST_RUN = 2 ** 20;

/** Elements of the first bin are scaled by a power of two, so that anchors are finite. What is lost is far below all bins. */
const SCALE = { f64: 2 ** -100, f32: 2 ** -32 } as const;

/** An anchor in units of its grid. */
const ANCHOR = { f64: 1.5 * 2 ** 52, f32: 1.5 * 2 ** 23 } as const;

const COUNTERS = { few: "binnedFew", near: "binnedNear", all: "binnedAll" } as const;

export function binnedAdder(
  memory: SumMemory,
  type: FloatType,
  bins: Bins,
  counts: BinnedCounts,
): BinnedAdder {
  const { arena, state } = memory;
  const { heap, scratch } = arena;
  const { bytes } = ELEMENT_TYPE_FACTS[type];
  const fold = bins.carries.length;
  const kernels = kernelsOf(memory, type, fold);
  let way: BinnedWay | undefined; // of the tiles before, until they are looked at
  let patience = 1; // tiles until then

  const writeAnchors = (kernel: BinnedWay): void => {
    const factor = bins.top === 0 ? ANCHOR[type] * SCALE[type] : ANCHOR[type];
    const anchors = heap.view(type);
    const first = (state + SUM_STATE.grids) / bytes;
    for (let slot = 0; slot < fold; slot++) {
      anchors[first + (8 / bytes) * slot] = factor * gridOf(type, bins.top + slot);
    }
    // Behind two bins: of a grid that a rest is a multiple of, 2^52 smaller than the first.
    if (kernel === "near") anchors[first + 2] = 1.5 * gridOf(type, bins.top);
  };

  const takeDigits = (count: number): void => {
    const digits = heap.view("f64");
    const first = (state + SUM_STATE.digits) / 8;
    for (let slot = 0; slot < count; slot++) {
      addDigits(bins, type, slot, digits[first + 2 * slot], digits[first + 2 * slot + 1]);
    }
  };

  /** Elements from the first tile on that the top and the kernel let pass. */
  const addBy = (kernel: BinnedWay, input: number, length: number): number => {
    writeAnchors(kernel);
    const least = leastExponent(kernel, type, bins.top);
    const from = least === undefined ? 0 : boundOf(type, least);
    const end = boundOf(type, endExponent(type, bins.top));
    const taken = Number(kernels[kernel](state, input, length, end, from));
    takeDigits(kernel === "near" ? 3 : kernel === "few" ? FEW_BINS[type] : fold);
    return taken;
  };

  /** At most a tile by way of the scratch: what is not finite leaves its mark and a zero there, the end is filled up with zeros. */
  const addCopied = (input: number, length: number): void => {
    const elements = heap.view(type);
    const from = input / bytes;
    let largest = -1;
    for (let i = from; i < from + length; i++) {
      const magnitude = Math.abs(elements[i]);
      if (!Number.isFinite(magnitude)) bins.marks |= markOf(elements[i]);
      else if (magnitude > largest) largest = magnitude;
    }
    counts.binnedCopied += length;
    if (largest < 0) return;
    raiseTop(bins, binOfValue(type, largest));
    const factor = bins.top === 0 ? SCALE[type] : 1;
    const padded = Math.ceil(length / BINNED_STEP_LENGTH) * BINNED_STEP_LENGTH;
    for (let i = 0; i < padded; i++) {
      const value = i < length ? elements[from + i] : 0;
      elements[scratch / bytes + i] = Number.isFinite(value) ? value * factor : 0;
    }
    addBy("all", scratch, padded);
  };

  /** Raises the top to what a tile needs, and chooses a way for elements like these; undefined where it must be copied. */
  const look = (input: number, length: number): BinnedWay | undefined => {
    const { largest, extent } = measured(memory, kernels, input, length);
    const exponent = (largest >>> 20) - 1022;
    if (exponent > BINS.f64.emax) return undefined;
    raiseTop(bins, binOfExponent(type, exponent));
    if (bins.top === 0) return undefined;
    return binnedWayFor(type, fold, bins.top, extent);
  };

  /** Elements from the first tile on; none where the tile must be copied. */
  const addTiles = (input: number, length: number, kernel: BinnedWay | undefined): number => {
    if (kernel === undefined) return 0;
    const isBest = kernel === "few" || (fold === 2 && kernel === "all");
    patience = kernel === "all" ? Math.min(2 * patience, TILES_UNTIL_LOOK) : 1;
    const tiles = kernel === "all" ? patience / 2 : TILES_UNTIL_LOOK;
    const longest = isBest ? LONGEST_RUN : tiles * BINNED_TILE_LENGTH;
    const taken = addBy(kernel, input, Math.min(longest, length));
    counts[COUNTERS[kernel]] += taken;
    way = isBest && taken > 0 ? kernel : undefined;
    return taken;
  };

  const addSteps = (input: number, length: number): void => {
    for (let start = 0; start < length; ) {
      const address = input + start * bytes;
      const rest = length - start;
      const tile = Math.min(BINNED_TILE_LENGTH, rest);
      // The way of the last call may be one that this top does not allow.
      const guess = bins.top > 0 && way !== undefined && isWayBelow(way, type, bins.top) ? way : undefined;
      const taken = addTiles(address, rest, guess) || addTiles(address, rest, look(address, tile));
      if (taken === 0) addCopied(address, tile);
      start += taken > 0 ? taken : tile;
    }
  };

  return (input, length) => {
    if ((bins.marks & MARKS.notNegativeZero) === 0) bins.marks |= markOfZeros(memory, type, input, length);
    const even = length - (length % BINNED_STEP_LENGTH);
    addSteps(input, even);
    if (even < length) addCopied(input + even * bytes, length - even);
  };
}

function kernelsOf({ arena }: SumMemory, type: FloatType, fold: number): Kernels {
  const few = FEW_BINS[type];
  return arena.kernels(`binned ${fold} ${type}`, () => [
    binnedSum({ name: "all", type, bins: fold, check: "below", hasIntegers: false }),
    ...(fold > few
      ? [binnedSum({ name: "few", type, bins: few, check: "between", hasIntegers: false })]
      : []),
    ...(fold > 2 && type === "f64"
      ? [binnedSum({ name: "near", type, bins: 2, check: "between", hasIntegers: true })]
      : []),
    measure(type),
  ]);
}

/** How 2^exponent orders among magnitudes: the bits of an f32, the upper half of those of an f64. */
function boundOf(type: FloatType, exponent: number): number {
  if (type === "f64") return (exponent + 1023) * 2 ** 20;
  return exponent < -126 ? 2 ** (exponent + 149) : (exponent + 127) * 2 ** 23;
}
