import {
  type SegmentedFamily,
  type ShortWork,
  type SumOf,
  shortWork,
} from "../../primitives/segmented-family.ts";

/*
 * The sum of a short segment is two doubles, high + low, whose errors are themselves exact: as long as nothing is lost, one addition of both is
 * the exact sum, rounded once. What is lost shows at the end, and then the segment is a plan's: spread wider than 106 bits.
 */

/** Elements of a segment from which a plan is faster. */
const LONGEST_REDUCE = 320;
const LONGEST_SCAN = 192;

export const exactSegments: SegmentedFamily = ({ kind }) => {
  if (kind !== "exact") return undefined;
  return {
    shortSums(...asked) {
      const work = shortWork(...asked);
      if (work === undefined) return undefined;
      const sumOf: SumOf = work.isReduce
        ? (start, end, place) => exactReduce(work, start, end, place)
        : (start, end) => exactScan(work, start, end);
      return { longest: work.isReduce ? LONGEST_REDUCE : LONGEST_SCAN, sumOf };
    },
  };
};

function exactReduce(work: ShortWork, start: number, end: number, place: number): boolean {
  const { input, output, isSingle, first } = work;
  let high = first;
  let low = 0;
  let lost = 0;
  for (let i = start; i < end; i++) {
    const value = input[i];
    const sum = high + value;
    const part = sum - high;
    const error = high - (sum - part) + (value - part);
    const rest = low + error;
    const restPart = rest - low;
    lost += Math.abs(low - (rest - restPart) + (error - restPart));
    high = sum;
    low = rest;
  }
  const value = roundedOf(high, low, isSingle);
  output[place] = value;
  // NaN is neither: it comes of what is not finite.
  return lost === 0 && Math.abs(value) < Number.POSITIVE_INFINITY;
}

function exactScan(work: ShortWork, start: number, end: number): boolean {
  const { input, output, isSingle, isExclusive, isBackward } = work;
  let high = work.first;
  let low = 0;
  let lost = 0;
  let largest = 0;
  const step = isBackward ? -1 : 1;
  let at = isBackward ? end - 1 : start;
  for (let left = end - start; left > 0; left--) {
    const value = input[at];
    const before = isExclusive ? roundedOf(high, low, isSingle) : 0;
    const sum = high + value;
    const part = sum - high;
    const error = high - (sum - part) + (value - part);
    const rest = low + error;
    const restPart = rest - low;
    lost += Math.abs(low - (rest - restPart) + (error - restPart));
    high = sum;
    low = rest;
    const result = isExclusive ? before : roundedOf(high, low, isSingle);
    largest = Math.max(largest, Math.abs(result));
    output[at] = result;
    at += step;
  }
  return lost === 0 && largest < Number.POSITIVE_INFINITY;
}

/** high + low rounded once; NaN where this does not see how. A zero `low` is left out: it would take the sign of −0. */
function roundedOf(high: number, low: number, isSingle: boolean): number {
  if (low === 0) return isSingle ? Math.fround(high) : high;
  const sum = high + low;
  if (!isSingle) return sum;
  const part = sum - high;
  const isExact = high - (sum - part) + (low - part) === 0;
  return isExact || !isTie(sum) ? Math.fround(sum) : Number.NaN;
}

const BITS = new DataView(new ArrayBuffer(8));

/** Whether a double is half-way between two floats of 24 bits: only there does it matter what it was rounded from. No such sum is subnormal. */
function isTie(value: number): boolean {
  BITS.setFloat64(0, value);
  return (BITS.getUint32(4) & 0x1fffffff) === 0x10000000;
}
