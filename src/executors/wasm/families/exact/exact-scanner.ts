import {
  type FloatType,
  MARKS,
  markOf,
  notFiniteSum,
} from "../../../../summaries/accumulators/accumulator.ts";

import { ELEMENT_TYPE_FACTS } from "../../../../values/element-types.ts";
import { type ExactAdder, negativeZeros } from "./exact-adder.ts";

import { scanWide } from "./kernels/round.kernel.ts";
import { LIMB_COUNT, SUM_STATE } from "./kernels/sum-state.ts";
import { SCAN_TILE_LENGTH, tileScan } from "./kernels/tile-scan.kernel.ts";
import { chooseGrids, type Grids, type ScanWay, splitSum } from "./scan-grids.ts";
import { addMarks, clearSum, readMagnitude, readMarks, type SumMemory } from "./sum-memory.ts";

/** Elements that each way of a scan took. */
export type ScanCounts = Record<ScanWay | "scanWide" | "scanSpecial", number>;

/** Writes the exact prefixes of elements after everything that a sum holds, and adds them to it. */
export type ExactScanner = (input: number, output: number, length: number) => void;

/** Below this length elements are rounded one by one: choosing grids costs as much. */
const SHORTEST_TILE = 8;

const NOT_FINITE = MARKS.nan | MARKS.positiveInfinity | MARKS.negativeInfinity;

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
    let marks = before;
    const elements = arena.heap.view(type);
    for (let i = 0; i < length; i++) {
      marks |= markOf(elements[input / bytes + i]);
      elements[output / bytes + i] = notFiniteSum(marks) ?? 0;
    }
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
    const hasMarks = (readMarks(memory) & NOT_FINITE) !== 0;
    const scan = hasMarks ? scanSpecial : scanFinite;
    if (start < length) scan(input + start * bytes, output + start * bytes, length - start);
    gather();
  };
}
