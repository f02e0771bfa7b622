import type { Observation, TypedContract } from "../../../contracts/contract.ts";
import { isOrderFree } from "../../../expressions/expression.ts";
import type { FloatType } from "../../../summaries/accumulators/accumulator.ts";
import type { ColumnArray } from "../../../values/value-types.ts";
import { binnedFold } from "./short-binned.ts";

/*
 * Order-free sums of short segments, in JavaScript: a plan for each costs 1 to 2 µs before it begins, most of it the state that it clears.
 *
 *   exact      the sum is two doubles, high + low, whose errors are themselves exact: as long as nothing is lost, one addition of both is
 *              the exact sum, rounded once. What is lost shows at the end, and then the segment is a plan's: spread wider than 106 bits.
 *   binned(K)  see short-binned.ts
 *
 * What is not finite is a plan's too.
 */

type Floats = Float32Array | Float64Array;

/** Writes what is asked of elements [start, end), of a scan there, of a reduce at `place`. False where a plan must do it. */
type SumOf = (start: number, end: number, place: number) => boolean;

/** Sums of short segments of a column. */
export interface ShortSums {
  readonly longest: number; // elements of a segment for which it is cheaper than a plan
  readonly sumOf: SumOf;
}

/** Elements of a segment from which a plan is faster. */
const LONGEST = {
  exact: { reduce: 320, scan: 192 },
  binned: { reduce: 64, scan: 32 },
} as const;

/** How to sum the short segments of a contract; undefined for one that has an order. */
export function shortSums(
  contract: TypedContract,
  observation: Observation,
  input: ColumnArray,
  output: ColumnArray,
): ShortSums | undefined {
  const { expression, initial } = contract;
  const isExclusive = observation === "exclusive-scan";
  if (!isOrderFree(expression) || (isExclusive && initial === undefined)) return undefined;
  const type = contract.accumulate as FloatType; // no other has order-free sums
  const work: Work = {
    input: input as Floats,
    output: output as Floats,
    isSingle: type === "f32",
    first: Number(initial?.value ?? -0),
    isExclusive,
    isBackward: contract.direction === "backward",
  };
  const isReduce = observation === "reduce";
  const longest = LONGEST[expression.kind][isReduce ? "reduce" : "scan"];
  if (expression.kind === "exact") {
    const sumOf: SumOf = isReduce
      ? (start, end, place) => exactReduce(work, start, end, place)
      : (start, end) => exactScan(work, start, end);
    return { longest, sumOf };
  }
  return { longest, sumOf: binnedSums(work, type, expression.fold, isReduce) };
}

interface Work {
  readonly input: Floats;
  readonly output: Floats;
  readonly isSingle: boolean; // the sum is rounded to f32
  readonly first: number; // the term before the elements; −0 changes no sum
  readonly isExclusive: boolean;
  readonly isBackward: boolean;
}

function exactReduce(work: Work, start: number, end: number, place: number): boolean {
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

function exactScan(work: Work, start: number, end: number): boolean {
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

function binnedSums(work: Work, type: FloatType, fold: number, isReduce: boolean): SumOf {
  const { input, output, first, isExclusive, isBackward } = work;
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
