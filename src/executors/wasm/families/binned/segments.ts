import type { FloatType } from "../../../../summaries/accumulators/accumulator.ts";
import { BINS } from "../../../../summaries/accumulators/binned-accumulator.ts";
import {
  type SegmentedFamily,
  type ShortWork,
  type SumOf,
  shortWork,
} from "../../primitives/segmented-family.ts";
import { binOfValue, endExponent, gridOf } from "./bins.ts";

/*
 * A binned sum of few elements, the sum of each bin's digits as one double, which is exact below 2^10 elements: carries are 0 or −1. A digit
 * is found by an anchor, which rounds ties to even; the sum is defined to round them away from zero, as ReproBLAS does by setting last bits.
 */

/** A binned sum of few elements, to be cleared and used again. */
interface BinnedFold {
  readonly clear: () => void;
  /** One more element. False where this does not serve: what is not finite, and the ends of the range. */
  readonly add: (value: number) => boolean;
  readonly observe: () => number;
}

/** Bins whose anchors are finite and whose values need no scaling, and from whose grids no double is left out. */
const PLAIN = { f64: { first: 4, last: 48 }, f32: { first: 0, last: 19 } } as const;

interface Tables {
  readonly ends: Float64Array; // above the magnitudes of a bin
  readonly grids: Float64Array;
  readonly anchors: Float64Array;
  readonly carries: Float64Array; // one carry
}

const TABLES: Partial<Record<FloatType, Tables>> = {};

function binnedFold(type: FloatType, fold: number): BinnedFold {
  TABLES[type] ??= tablesOf(type);
  const { ends, grids, anchors, carries } = TABLES[type];
  const plain = PLAIN[type];
  const sums = new Float64Array(fold); // of the digits of bins from `top` on
  const isSingle = type === "f32";
  let top = -1; // none
  let end = 0; // above the magnitudes that the top takes
  let usual = 0; // the last top that there was: most segments have the same

  /** The bin of a magnitude becomes the top; the lowest sums fall off. */
  const raise = (magnitude: number): boolean => {
    const isUsual = magnitude < ends[usual] && magnitude >= ends[usual + 1];
    const bin = isUsual ? usual : binOfValue(type, magnitude);
    if (!(bin >= plain.first && bin + fold - 1 <= plain.last)) return false;
    const shift = top < 0 ? fold : Math.min(fold, top - bin);
    for (let slot = fold - 1; slot >= 0; slot--) sums[slot] = slot < shift ? 0 : sums[slot - shift];
    usual = bin;
    top = bin;
    end = ends[bin];
    return true;
  };

  return {
    clear() {
      for (let slot = 0; slot < fold; slot++) sums[slot] = 0;
      top = -1;
      end = 0;
    },
    add(value) {
      const magnitude = Math.abs(value);
      if (magnitude === 0) return true;
      if (!(magnitude < end)) {
        if (!(magnitude < Number.POSITIVE_INFINITY) || !raise(magnitude)) return false;
      }
      let rest = value;
      for (let slot = 0; slot < fold; slot++) {
        const bin = top + slot;
        const anchor = anchors[bin];
        let digit = rest + anchor - anchor;
        const left = rest - digit;
        // A tie that went towards zero.
        if (Math.abs(left) === grids[bin] / 2 && left > 0 === rest > 0) digit += 2 * left;
        sums[slot] += digit;
        rest -= digit;
      }
      return true;
    },
    observe() {
      if (top < 0) return 0;
      let value = 0;
      let above = 0; // the rest of the bin above
      for (let slot = 0; slot < fold; slot++) {
        const sum = sums[slot];
        const carry = carries[top + slot];
        const isNegative = sum < 0;
        if (isNegative) value -= carry;
        value += above;
        above = isNegative ? sum + carry : sum;
      }
      value += above;
      return isSingle ? Math.fround(value) : value;
    },
  };
}

function tablesOf(type: FloatType): Tables {
  const { last, carry } = BINS[type];
  const table = (of: (bin: number) => number): Float64Array =>
    Float64Array.from({ length: last + 2 }, (_, bin) => of(bin));
  return {
    ends: table((bin) => 2 ** endExponent(type, bin)),
    grids: table((bin) => gridOf(type, bin)),
    anchors: table((bin) => 1.5 * 2 ** 52 * gridOf(type, bin)),
    carries: table((bin) => carry * gridOf(type, bin)),
  };
}

/** Elements of a segment from which a plan is faster. */
const LONGEST_REDUCE = 64;
const LONGEST_SCAN = 32;

export const binnedSegments: SegmentedFamily = (expression) => {
  if (expression.kind !== "binned") return undefined;
  return {
    shortSums(...asked) {
      const work = shortWork(...asked);
      if (work === undefined) return undefined;
      const sumOf = binnedSums(work, work.isSingle ? "f32" : "f64", expression.fold);
      return { longest: work.isReduce ? LONGEST_REDUCE : LONGEST_SCAN, sumOf };
    },
  };
};

function binnedSums(work: ShortWork, type: FloatType, fold: number): SumOf {
  const { input, output, first, isReduce, isExclusive, isBackward } = work;
  const sum = binnedFold(type, fold);
  const step = isBackward ? -1 : 1;
  return (start, end, place) => {
    sum.clear();
    let isServed = sum.add(first);
    let at = isBackward ? end - 1 : start;
    for (let left = end - start; left > 0 && isServed; left--) {
      const value = input[at];
      if (isExclusive) output[at] = left === end - start ? first : sum.observe();
      isServed = sum.add(value);
      if (!isReduce && !isExclusive) output[at] = sum.observe();
      at += step;
    }
    if (isReduce) output[place] = sum.observe();
    return isServed;
  };
}
