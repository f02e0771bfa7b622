import { type FloatType, MARKS } from "../../../../summaries/accumulators/accumulator.ts";
import { ELEMENT_TYPE_FACTS } from "../../../../values/element-types.ts";
import type { Kernels } from "../../memory/arena.ts";
import { type Extent, markOfZeros, measured, type NoExtent, type SumMemory } from "../order-free/extent.ts";
import { measure } from "../order-free/measure.kernel.ts";
import {
  LEVEL_BITS,
  NARROW_BITS,
  STEP_LENGTH,
  TILE_LENGTH,
  type TileSum,
  TOP_BITS,
  tileSum,
} from "./kernels/exact-sum.kernel.ts";
import { addTerm, addTerms, normalise, TERMS_UNTIL_CARRY } from "./kernels/limbs.kernel.ts";
import { round } from "./kernels/round.kernel.ts";
import { addMarks, readMarks } from "./sum-memory.ts";

/** The ways of a tile: the kernels that sum it, and the accumulator that takes any element. */
type Way = "narrow" | "two" | "twoCareful" | "four" | "one" | "wide";

/** A claim about magnitudes: from 2^least to below 2^unit. */
interface Window {
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
function windowFor(type: FloatType, extent: Extent): Window | undefined {
  const { top, bottom, hasZero } = extent;
  if (top < LOWEST_UNIT || top > HIGHEST_UNIT) return undefined;
  const found = CANDIDATES[type].find(
    ({ width, takesZeros }) => top - bottom <= width && (takesZeros || !hasZero),
  );
  if (found === undefined) return undefined;
  const unit = Math.min(HIGHEST_UNIT, top + Math.floor((found.width - (top - bottom)) / 2));
  return { way: found.way, unit, least: unit - found.width };
}

/** Elements that each way of a tile took: proves in tests which way ran. */
export type WayCounts = Record<Way, number>;

/** Adds elements to an exact sum: tile by tile with doubles where a window holds them, else one by one. */
export interface ExactAdder {
  readonly kernels: Kernels;
  /** Elements in memory, in any number. Leaves limbs that are not normal. */
  readonly add: (input: number, length: number) => void;
  /** One more finite term, of either type. */
  readonly addValue: (value: number) => void;
  /** Brings the limbs to normal form. */
  readonly normalise: () => void;
  readonly extentOf: (input: number, length: number) => Extent | NoExtent;
}

const TILE_SUMS: Readonly<Record<FloatType, readonly Omit<TileSum, "type">[]>> = {
  f64: [
    { name: "narrow", split: "narrow", levels: 1, vectors: 2, check: "quick" },
    { name: "two", split: "levels", levels: 2, vectors: 4, check: "quick" },
    { name: "twoCareful", split: "levels", levels: 2, vectors: 2, check: "careful" },
    { name: "four", split: "levels", levels: 4, vectors: 4, check: "careful" },
  ],
  f32: [
    { name: "one", split: "levels", levels: 1, vectors: 4, check: "careful" },
    { name: "two", split: "levels", levels: 2, vectors: 4, check: "careful" },
    { name: "four", split: "levels", levels: 4, vectors: 4, check: "careful" },
  ],
};

/** The best way is left alone, any other looked at again: after one tile at first, then twice as many each time, up to these. */
const TILES_UNTIL_LOOK = 64;
const BEST_WAYS: ReadonlySet<Way> = new Set(["narrow", "one"]);

/** Tiles of one call of a kernel: their terms, at most four each, and no more before limbs are carried. */
const LONGEST_RUN = 128;

/** Below this length elements are added one by one. */
const SHORTEST_TILE = 32;

export function exactAdder(memory: SumMemory, type: FloatType, counts: WayCounts): ExactAdder {
  const { arena, state } = memory;
  const { bytes } = ELEMENT_TYPE_FACTS[type];
  const kernels = arena.kernels(`exact ${type}`, () => [
    addTerm(),
    ...TILE_SUMS[type].map((kernel) => tileSum({ ...kernel, type }, 0)),
    addTerms(type),
    normalise(),
    round(type),
    measure(type),
  ]);
  let window: Window | undefined; // of the tiles before, kept from call to call
  let patience = 1; // tiles until the next look
  let pending = 0; // terms since limbs were normal

  const normal = (): void => {
    if (pending > 0) kernels.normalise(state);
    pending = 0;
  };
  const make = (room: number): void => {
    if (pending + room > TERMS_UNTIL_CARRY) normal();
    pending += room;
  };

  const addWide = (input: number, length: number): void => {
    for (let start = 0; start < length; start += TILE_LENGTH) {
      const count = Math.min(TILE_LENGTH, length - start);
      make(count);
      kernels.addTerms(state, input + start * bytes, count);
    }
    counts.wide += length;
  };

  /** As many of the elements as the window of `claim` lets pass; any number of tiles. */
  const addTiles = (claim: Window, input: number, length: number): number => {
    make(4 * LONGEST_RUN);
    const taken = Number(kernels[claim.way](state, input, length, 2 ** claim.unit, 2 ** claim.least));
    counts[claim.way] += taken;
    return taken;
  };

  /** Elements from the first tile on, by a window made for that tile. */
  const addMeasured = (input: number, length: number): number => {
    const tile = Math.min(TILE_LENGTH, length);
    const { extent } = measured(memory, kernels, input, tile);
    if (extent.kind === "zeros") return tile;
    window = extent.kind === "finite" ? windowFor(type, extent) : undefined;
    const taken =
      window === undefined ? 0 : addTiles(window, input, Math.min(length, patience * TILE_LENGTH));
    const isBest = window !== undefined && BEST_WAYS.has(window.way);
    patience = isBest ? 1 : Math.min(2 * patience, TILES_UNTIL_LOOK);
    if (taken > 0) return taken;
    addWide(input, tile);
    return tile;
  };

  const addSteps = (input: number, length: number): void => {
    for (let start = 0; start < length; ) {
      const address = input + start * bytes;
      const rest = Math.min(length - start, LONGEST_RUN * TILE_LENGTH);
      const guess = window !== undefined && BEST_WAYS.has(window.way) ? window : undefined;
      const taken = guess === undefined ? 0 : addTiles(guess, address, rest);
      start += taken > 0 ? taken : addMeasured(address, rest);
    }
  };

  return {
    kernels,
    add(input, length) {
      if ((readMarks(memory) & MARKS.notNegativeZero) === 0)
        addMarks(memory, markOfZeros(memory, type, input, length));
      const even = length < SHORTEST_TILE ? 0 : length - (length % STEP_LENGTH);
      addSteps(input, even);
      if (even < length) addWide(input + even * bytes, length - even);
    },
    addValue(value) {
      make(1);
      kernels.addTerm(state, value);
    },
    normalise: normal,
    extentOf: (input, length) => measured(memory, kernels, input, length).extent,
  };
}
