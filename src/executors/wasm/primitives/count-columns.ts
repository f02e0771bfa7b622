import { type ElementArray, SCALAR_TYPE_FACTS } from "../../../values/element-types.ts";
import { type ColumnArray, columnType } from "../../../values/value-types.ts";
import { COUNT_TABLES, countIndices, countNans } from "./kernels/count.kernel.ts";
import { countEven, type EvenForm, FIXED_BITS, fixedOffset } from "./kernels/count-even.kernel.ts";
import { search } from "./kernels/search.kernel.ts";
import type { ColumnParts, PrimitiveCounts } from "./parts.ts";

import { CHUNK_LENGTH, forChunks, type Workspace } from "./work-memory.ts";

/** Thresholds in whose order numbers have evenly spaced ones, as countEven takes them. */
interface EvenThresholds {
  readonly form: EvenForm;
  readonly low: number;
  readonly scale: number;
  readonly last: number; // how many are numbers
  readonly slack: number; // how far F is off at one of them, at most, as a fixed-point number
  readonly bounds: Float64Array | Float32Array; // a NaN, and the thresholds that are numbers
}

/**
 * How far F may be off, of 2^fractionBits. Elements that close to a threshold are compared with it: on lanes of f32 only where these stay few,
 * since an f64 is nearer.
 */
const MOST_SLACK = { f64: 1 / 2, f32: 1 / 64 } as const;

/** Bits of fractions, the more the fewer elements are close to a threshold, and for fewer thresholds. */
const FRACTION_BITS = { f64: [16, 4], f32: [12] } as const;

/** Undefined where no form is close enough. A search for each element is then the way. */
function evenThresholds(sorted: ElementArray): EvenThresholds | undefined {
  const type = columnType(sorted);
  if (type === "i64" || type === "u64" || type === "bool") return undefined;
  const { isFloat } = SCALAR_TYPE_FACTS[type];
  const thresholds = numbersOf(sorted as Float64Array);
  // Comparisons of numbers take −0 for +0.
  if (thresholds.length < 2 || (isFloat && hasPositiveZero(thresholds))) return undefined;
  for (const lanes of type === "f32" ? (["f32", "f64"] as const) : (["f64"] as const)) {
    for (const fractionBits of FRACTION_BITS[lanes]) {
      const even = inForm({ type, lanes, fractionBits }, thresholds);
      if (even !== undefined) return even;
    }
  }
  return undefined;
}

/** What comes before the NaNs. */
function numbersOf(sorted: ArrayLike<number>): Float64Array {
  let { length } = sorted;
  while (length > 0 && Number.isNaN(sorted[length - 1])) length--;
  return new Float64Array(sorted).subarray(0, length);
}

function hasPositiveZero(values: Float64Array): boolean {
  const index = values.lastIndexOf(0); // which finds −0, too, and that comes first
  return index >= 0 && Object.is(values[index], 0);
}

function inForm(form: EvenForm, thresholds: Float64Array): EvenThresholds | undefined {
  const { lanes, fractionBits } = form;
  const last = thresholds.length;
  if (last >= 2 ** (FIXED_BITS[lanes] - fractionBits) - 1) return undefined;
  const rounded = lanes === "f32" ? Math.fround : (value: number): number => value;
  const low = thresholds[0];
  const scale = rounded((last - 1) / (thresholds[last - 1] - low));
  if (!(scale > 0 && Number.isFinite(scale))) return undefined;
  const unit = 2 ** fractionBits;
  const offset = fixedOffset(form);
  // F as the kernel computes it, operation by operation.
  const fixed = (value: number): number => {
    const scaled = rounded(rounded(value - low) * scale);
    const sum = rounded(Math.min(last - 0.5, Math.max(-0.5, scaled)) + offset);
    return (sum - (offset - 1)) * unit;
  };
  let slack = 0;
  for (let j = 0; j < last; j++) slack = Math.max(slack, Math.abs(fixed(thresholds[j]) - (j + 1) * unit));
  if (!(slack < MOST_SLACK[lanes] * unit)) return undefined;
  const bounds = lanes === "f32" ? new Float32Array(last + 1) : new Float64Array(last + 1);
  bounds[0] = Number.NaN;
  bounds.set(thresholds, 1);
  return { form, low, scale, last, slack, bounds };
}

/** Bins up to which each element of a round has a table of its own: four of them fill half of a first-level cache. */
const MOST_TABLED_BINS = 4096;

/** How often each of 0 … binCount − 1 occurs, and how many indices are beyond. */
export function countColumn(
  { work, counts }: ColumnParts,
  indices: ColumnArray,
  binCount: number,
): { readonly counts: ColumnArray; readonly outsideCount: ColumnArray } {
  return work.on([indices], (space) => {
    const reader = space.reader(indices);
    const tables = openTables(space, binCount + 1, indices.length);
    const kernel = space.kernels("countIndices", () => [countIndices()]).countIndices;
    forChunks(indices.length, (start, count) => {
      kernel(reader.at(start, count), count, binCount, tables.address, tables.stride);
    });
    counts.countIndices += indices.length;
    const sums = tables.sums();
    return { counts: sums.slice(0, binCount), outsideCount: sums.slice(binCount) };
  });
}

/** How many queries have 0, 1, …, placeCount − 1 of `sorted` before or equal to them. */
export function countBetween(
  parts: ColumnParts,
  sorted: ColumnArray,
  queries: ColumnArray,
  placeCount: number,
): ColumnArray {
  const { work, counts } = parts;
  const even = evenThresholds(sorted as ElementArray);
  return work.on([queries], (space) => {
    const tables = openTables(space, placeCount, queries.length);
    if (even === undefined) {
      counts.countSearched += queries.length;
      return countSearched(space, sorted, queries, placeCount, tables);
    }
    counts.countEven += queries.length;
    return countEvenly(counts, space, even, queries, tables, sorted.length);
  });
}

interface Tables {
  readonly address: number;
  readonly stride: number; // bytes between the tables; 0 where there is one
  readonly sum: (bin: number) => number;
  readonly sums: () => Uint32Array;
}

function openTables({ heap, allocate }: Workspace, binCount: number, length: number): Tables {
  const tableCount = binCount <= MOST_TABLED_BINS && length > binCount ? COUNT_TABLES : 1;
  const bytes = binCount * 4;
  const address = allocate(tableCount * bytes);
  const from = address / 4;
  heap.view("u32").fill(0, from, from + tableCount * binCount);
  return {
    address,
    stride: tableCount === 1 ? 0 : bytes,
    sum(bin) {
      const counts = heap.view("u32");
      let sum = 0;
      for (let table = 0; table < tableCount; table++) sum += counts[from + table * binCount + bin];
      return sum;
    },
    sums() {
      const counts = heap.view("u32");
      const sums = counts.slice(from, from + binCount);
      for (let i = binCount; i < tableCount * binCount; i++) sums[i % binCount] += counts[from + i];
      return sums;
    },
  };
}

/** By a binary search for each, a chunk at a time. */
function countSearched(
  space: Workspace,
  sorted: ColumnArray,
  queries: ColumnArray,
  placeCount: number,
  tables: Tables,
): ColumnArray {
  const type = columnType(sorted);
  const { search: find } = space.kernels(`search ${type} right false`, () => [
    search({ type, isDescending: false }, "right"),
  ]);
  const count = space.kernels("countIndices", () => [countIndices()]).countIndices;
  const keys = space.place(sorted);
  const from = space.reader(queries);
  const places = space.allocate(CHUNK_LENGTH * 4);
  forChunks(queries.length, (start, length) => {
    find(from.at(start, length), length, keys, sorted.length, places);
    count(places, length, placeCount - 1, tables.address, tables.stride); // none is beyond the last place
  });
  return tables.sums();
}

/**
 * Rounds with an element close to a threshold, for each element, from which the next chunks are compared whole: a branch that is guessed wrong
 * costs some 8 ns, the comparisons of a round 2.
 */
const MOST_CLOSE = 1 / 64;
const COMPARED_LENGTH = 15 * CHUNK_LENGTH;

/** By a place that is computed, and compared with a threshold where it may be off. */
function countEvenly(
  counts: PrimitiveCounts,
  space: Workspace,
  { form, low, scale, last, slack, bounds }: EvenThresholds,
  queries: ColumnArray,
  tables: Tables,
  placeOfNan: number,
): ColumnArray {
  const { type, lanes, fractionBits } = form;
  const kernels = space.kernels(`countEven ${type} ${lanes} ${fractionBits}`, () => [
    countEven(form, false),
    countEven(form, true),
    ...(type === "f64" || type === "f32" ? [countNans(type)] : []),
  ]);
  const boundPlaces = space.place(bounds);
  const from = space.reader(queries);
  const top = last - 0.5;
  let comparedEnd = 0;
  let lowestCount = 0;
  let nanCount = 0;
  forChunks(queries.length, (start, count) => {
    const at = from.at(start, count);
    const isCompared = start < comparedEnd;
    const countPlaces = isCompared ? kernels.countCompared : kernels.countEven;
    const closeRounds = countPlaces(
      at,
      count,
      boundPlaces,
      tables.address,
      tables.stride,
      slack,
      low,
      scale,
      top,
    );
    if (isCompared) counts.countCompared += count;
    else if (Number(closeRounds) > count * MOST_CLOSE) comparedEnd = start + count + COMPARED_LENGTH;
    const lowest = tables.sum(0); // where the kernel puts a NaN
    if (lowest !== lowestCount && kernels.countNans !== undefined)
      nanCount += Number(kernels.countNans(at, count));
    lowestCount = lowest;
  });
  const sums = tables.sums();
  if (nanCount > 0) {
    sums[0] -= nanCount;
    sums[placeOfNan] += nanCount;
  }
  return sums;
}
