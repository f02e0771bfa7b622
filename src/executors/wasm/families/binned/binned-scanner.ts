import { type BinnedState, type FloatType, MARKS } from "../../../../summaries/accumulators/accumulator.ts";
import { BINS, binnedAccumulator } from "../../../../summaries/accumulators/binned-accumulator.ts";
import { ELEMENT_TYPE_FACTS } from "../../../../values/element-types.ts";
import { isNotFinite, markOfZeros, type SumMemory, writeMarks } from "../order-free/extent.ts";
import { SUM_STATE } from "../order-free/sum-state.ts";
import type { BinnedAdder } from "./binned-adder.ts";
import { type Bins, binOfValue, endExponent, gridOf, loadBins, raiseTop, stateOfBins } from "./bins.ts";
import { binnedScan } from "./kernels/binned-scan.kernel.ts";

/** Elements that each way of a binned scan took. */
export interface BinnedScanCounts {
  binnedScan: number;
  binnedHuge: number; // by the accumulator, one by one: magnitudes of 2^864 and more, whose values are scaled
  binnedSpecial: number;
}

/** Writes the binned prefixes of elements after everything that the bins hold, and adds them. */
export type BinnedScanner = (input: number, output: number, length: number) => void;

/** Tops below this have values that are scaled on the way, in f64. */
const FIRST_PLAIN_TOP = { f64: 4, f32: 0 } as const;

export function binnedScanner(
  memory: SumMemory,
  type: FloatType,
  bins: Bins,
  add: BinnedAdder,
  counts: BinnedScanCounts,
): BinnedScanner {
  const { arena, state } = memory;
  const { heap } = arena;
  const { bytes } = ELEMENT_TYPE_FACTS[type];
  const fold = bins.carries.length;
  const kernels = arena.kernels(`binned scan ${fold} ${type}`, () => [binnedScan(type, fold)]);

  /** Runs the kernel from the bins and back into them. */
  const scanPlain = (input: number, output: number, length: number): number => {
    const doubles = heap.view("f64");
    const [grids, sums] = [(state + SUM_STATE.grids) / 8, (state + SUM_STATE.bins) / 8];
    for (let slot = 0; slot < fold; slot++) {
      const grid = gridOf(type, bins.top + slot);
      const unit = grid * BINS[type].carry;
      doubles[grids + 2 * slot] = 1.5 * 2 ** 52 * grid;
      doubles[grids + 2 * slot + 1] = unit;
      doubles[sums + 2 * slot] = bins.carries[slot] * unit;
      doubles[sums + 2 * slot + 1] = bins.rests[slot] * grid;
    }
    const end = 2 ** endExponent(type, bins.top);
    const taken = Number(kernels.binnedScan(state, input, output, length, end));
    for (let slot = 0; slot < fold; slot++) {
      const grid = gridOf(type, bins.top + slot);
      bins.carries[slot] = doubles[sums + 2 * slot] / (grid * BINS[type].carry);
      bins.rests[slot] = doubles[sums + 2 * slot + 1] / grid;
    }
    counts.binnedScan += taken;
    return taken;
  };

  const scanHuge = (input: number, output: number, length: number): void => {
    const sum = binnedAccumulator(fold, type);
    sum.merge(stateOfBins(type, bins));
    const elements = heap.view(type);
    for (let i = 0; i < length; i++) {
      sum.add(elements[input / bytes + i]);
      elements[output / bytes + i] = sum.observe();
    }
    loadBins(bins, type, sum.state() as BinnedState);
    counts.binnedHuge += length;
  };

  /** Something is not finite from here on: the sums go on, but no value shows them. */
  const scanSpecial = (input: number, output: number, length: number): void => {
    const { marks } = bins;
    add(input, length);
    writeMarks(memory, type, marks, input, output, length);
    counts.binnedSpecial += length;
  };

  return (input, output, length) => {
    const elements = heap.view(type);
    if ((bins.marks & MARKS.notNegativeZero) === 0) bins.marks |= markOfZeros(memory, type, input, length);
    for (let start = 0; start < length; ) {
      const [from, to] = [input + start * bytes, output + start * bytes];
      const value = elements[from / bytes];
      if (isNotFinite(bins.marks) || !Number.isFinite(value)) {
        scanSpecial(from, to, length - start);
        return;
      }
      raiseTop(bins, binOfValue(type, value));
      if (bins.top < FIRST_PLAIN_TOP[type]) {
        scanHuge(from, to, length - start);
        return;
      }
      start += scanPlain(from, to, length - start);
    }
  };
}
