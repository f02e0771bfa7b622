import { type ElementArray, SCALAR_TYPE_FACTS } from "../../../values/element-types.ts";
import { type ColumnArray, columnType } from "../../../values/value-types.ts";
import { COUNT_TABLES, countEven, countIndices, countNans, type EvenType } from "./kernels/count.kernel.ts";
import { search } from "./kernels/search.kernel.ts";
import type { WasmParts } from "./parts.ts";
import { CHUNK_LENGTH, forChunks, type Workspace } from "./work-memory.ts";

/** Bins up to which each element of a round has a table of its own: four of them fill half of a first-level cache. */
const MOST_TABLED_BINS = 4096;

/** How often each of 0 … binCount − 1 occurs, and how many indices are beyond. */
export function countColumn(
  { work, counts }: WasmParts,
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
  parts: WasmParts,
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
    return countEvenly(space, even, queries, tables, sorted.length);
  });
}

interface Tables {
  readonly address: number;
  readonly stride: number; // bytes between the tables; 0 where there is one
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

/** Thresholds in whose order numbers have evenly spaced ones, close enough that a guess is at most one off. */
interface EvenThresholds {
  readonly type: EvenType;
  readonly low: number;
  readonly scale: number;
  readonly bounds: Float64Array; // a NaN, the thresholds that are numbers, a NaN
}

/** Undefined where guessing does not do. A search for each is then the way. */
function evenThresholds(sorted: ElementArray): EvenThresholds | undefined {
  const type = columnType(sorted);
  if (type === "i64" || type === "u64" || type === "bool") return undefined;
  const thresholds = Float64Array.from(sorted as Float64Array).filter(
    (threshold) => !Number.isNaN(threshold),
  );
  const last = thresholds.length;
  if (
    last < 2 ||
    thresholds.some((threshold) => Object.is(threshold, 0) && SCALAR_TYPE_FACTS[type].isFloat)
  ) {
    return undefined; // comparisons of numbers take −0 for +0
  }
  const low = thresholds[0];
  const scale = (last - 1) / (thresholds[last - 1] - low);
  if (!(scale > 0 && Number.isFinite(scale))) return undefined;
  // What the kernel computes grows with x. So where it is right within one at all thresholds it is so everywhere.
  const isClose = thresholds.every((threshold, j) => {
    const guess = nearestEven(Math.min(last, Math.max(0, (threshold - low) * scale + 0.5)));
    return guess >= j && guess <= j + 1;
  });
  if (!isClose) return undefined;
  return { type, low, scale, bounds: Float64Array.of(Number.NaN, ...thresholds, Number.NaN) };
}

function nearestEven(value: number): number {
  return value + 2 ** 52 - 2 ** 52;
}

function countEvenly(
  space: Workspace,
  { type, low, scale, bounds }: EvenThresholds,
  queries: ColumnArray,
  tables: Tables,
  placeOfNan: number,
): ColumnArray {
  const isFloat = type === "f64" || type === "f32";
  const kernels = space.kernels(`countEven ${type}`, () => [
    countEven(type),
    ...(isFloat ? [countNans(type)] : []),
  ]);
  const boundPlaces = space.place(bounds);
  const from = space.reader(queries);
  const last = bounds.length - 2;
  let nanCount = 0;
  forChunks(queries.length, (start, count) => {
    const at = from.at(start, count);
    kernels.countEven(at, count, boundPlaces, tables.address, tables.stride, low, scale, last);
    if (isFloat) nanCount += Number(kernels.countNans(at, count));
  });
  const sums = tables.sums();
  if (nanCount > 0) {
    sums[0] -= nanCount; // where the kernel has put them
    sums[placeOfNan] += nanCount;
  }
  return sums;
}
