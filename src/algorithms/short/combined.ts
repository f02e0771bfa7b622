// Sums of few elements by segment, key and bin, each in the tree that it has alone.

import type { ShortAnswer } from "../algorithm-row.ts";
import { FEW_PAIRS, gathered, orderOf } from "./ordered.ts";
import { shortCover } from "./segmented.ts";
import {
  FEW_ELEMENTS,
  movableArray,
  newLike,
  orderedArray,
  type ShortArray,
  shortArray,
} from "./short-arrays.ts";
import { arithmeticOf, exactNumber, type Rounded, taken, treePrefixes, treeSum } from "./trees.ts";

const elements = /* @__PURE__ */ new Float64Array(FEW_ELEMENTS);

function load(input: ShortArray): void {
  for (let i = 0; i < input.length; i++) elements[i] = input[i];
}

/** Where nothing stands before a sum: 0 would, but `0 + x` is not `x` where that is −0. */
const NONE = Number.NaN;

/** The initial value of options that say nothing else, but for one name beside it; NONE where there is none, undefined for other options. */
function initialOf(options: unknown, input: ShortArray, beside = "initial"): number | undefined {
  if (options === undefined) return NONE;
  if (typeof options !== "object" || options === null) return undefined;
  for (const name in options) if (name !== "initial" && name !== beside) return undefined;
  const { initial } = options as { readonly initial?: unknown };
  return initial === undefined ? NONE : exactNumber(input, initial);
}

/** The sum of the elements [start, end) behind an initial value, with a canonical NaN. */
function sumBetween(start: number, end: number, initial: number, add: Rounded): number {
  const isAlone = Number.isNaN(initial);
  if (start === end) return isAlone ? 0 : initial;
  const sum = treeSum(elements, start, end, add);
  const value = isAlone ? sum : add(initial, sum);
  return Number.isNaN(value) ? Number.NaN : value;
}

/** `segmentedReduce` of few elements. */
export const shortSegmentedReduce: ShortAnswer = (_on, given, segments, options) => {
  const input = shortArray(given);
  const offsets = input && shortCover(segments, input.length);
  const initial = input && initialOf(options, input);
  if (input === undefined || offsets === undefined || initial === undefined) return undefined;
  const { add } = arithmeticOf(input);
  load(input);
  const output = newLike(input, offsets.length - 1);
  for (let s = 0; s < output.length; s++) output[s] = sumBetween(offsets[s], offsets[s + 1], initial, add);
  return output;
};

/** Options that ask for a sum, by name or by none. */
function isSum(options: unknown): boolean {
  if (options === undefined) return true;
  if (typeof options !== "object" || options === null) return false;
  for (const name in options) if (name !== "operator") return false;
  return (options as { readonly operator?: unknown }).operator === "add";
}

/** `reduceCommutative` of few elements: their sum. */
export const shortReduceCommutative: ShortAnswer = (_on, given, options) => {
  const input = isSum(options) ? shortArray(given) : undefined;
  if (input === undefined) return undefined;
  load(input);
  return treeSum(elements, 0, input.length, arithmeticOf(input).add);
};

/** `segmentedInclusiveScan` of few elements. */
export const shortSegmentedInclusiveScan: ShortAnswer = (_on, given, segments, options) => {
  const input = options === undefined ? shortArray(given) : undefined;
  const offsets = input && shortCover(segments, input.length);
  if (input === undefined || offsets === undefined) return undefined;
  const { add } = arithmeticOf(input);
  load(input);
  for (let s = 0; s + 1 < offsets.length; s++) treePrefixes(elements, offsets[s], offsets[s + 1], add);
  return taken(elements, input.length, input);
};

/** `segmentedExclusiveScan` of few elements. */
export const shortSegmentedExclusiveScan: ShortAnswer = (_on, given, segments, options) => {
  const input = options === undefined ? shortArray(given) : undefined;
  const offsets = input && shortCover(segments, input.length);
  if (input === undefined || offsets === undefined) return undefined;
  const { add } = arithmeticOf(input);
  load(input);
  for (let s = 0; s + 1 < offsets.length; s++) {
    const [start, end] = [offsets[s], offsets[s + 1]];
    if (start === end) continue;
    treePrefixes(elements, start, end - 1, add);
    for (let i = end - 1; i > start; i--) elements[i] = add(0, elements[i - 1]); // −0 becomes 0
    elements[start] = 0;
  }
  return taken(elements, input.length, input);
};

/** Few elements with a key each, those of equal keys side by side. */
interface ByKey {
  readonly keys: ShortArray;
  readonly places: Uint32Array; // where each element was
}

/** See ByKey: of keys in an order without surprises, as many as there are values. */
export function byKey(given: unknown, values: ShortArray | undefined): ByKey | undefined {
  const keys = values && orderedArray(given, FEW_PAIRS);
  return keys === undefined || keys.length !== values?.length ? undefined : { keys, places: orderOf(keys) };
}

/** Where the group at `start` ends. */
export function endOfGroup({ keys, places }: ByKey, start: number): number {
  const key = keys[places[start]];
  let end = start + 1;
  while (end < places.length && keys[places[end]] === key) end++;
  return end;
}

/** Each key once. */
export function keysOf(groups: ByKey): ShortArray {
  const { keys, places } = groups;
  let count = 0;
  for (let start = 0; start < places.length; start = endOfGroup(groups, start)) count++;
  const output = newLike(keys, count);
  let group = 0;
  for (let start = 0; start < places.length; start = endOfGroup(groups, start))
    output[group++] = keys[places[start]];
  return output;
}

function loadInOrder(input: ShortArray, places: Uint32Array): void {
  for (let i = 0; i < places.length; i++) elements[i] = input[places[i]];
}

/** `reduceByKey` of few elements. */
export const shortReduceByKey: ShortAnswer = (_on, given, others, options) => {
  const input = options === undefined ? shortArray(others, FEW_PAIRS) : undefined;
  const groups = byKey(given, input);
  if (input === undefined || groups === undefined) return undefined;
  const { add } = arithmeticOf(input);
  const keys = keysOf(groups);
  const values = newLike(input, keys.length);
  loadInOrder(input, groups.places);
  for (let start = 0, group = 0; group < keys.length; group++) {
    const end = endOfGroup(groups, start);
    values[group] = sumBetween(start, end, NONE, add);
    start = end;
  }
  return { keys, values };
};

/** `scanByKey` of few elements. */
export const shortScanByKey: ShortAnswer = (_on, given, others, options) => {
  const input = options === undefined ? shortArray(others, FEW_PAIRS) : undefined;
  const groups = byKey(given, input);
  if (input === undefined || groups === undefined) return undefined;
  const { places } = groups;
  const { add } = arithmeticOf(input);
  loadInOrder(input, places);
  for (let start = 0; start < places.length; ) {
    const end = endOfGroup(groups, start);
    treePrefixes(elements, start, end, add);
    start = end;
  }
  const output = newLike(input, input.length);
  for (let i = 0; i < places.length; i++)
    output[places[i]] = Number.isNaN(elements[i]) ? Number.NaN : elements[i];
  return output;
};

/** `groupBy` of few elements. */
export const shortGroupBy: ShortAnswer = (_on, given, others, options) => {
  const input = options === undefined ? movableArray(others, FEW_PAIRS) : undefined;
  const groups = byKey(given, input);
  if (input === undefined || groups === undefined) return undefined;
  const keys = keysOf(groups);
  const offsets = new Uint32Array(keys.length + 1);
  for (let group = 0; group < keys.length; group++) offsets[group + 1] = endOfGroup(groups, offsets[group]);
  return { keys, offsets, values: gathered(input, groups.places, input.length) };
};

const binEnds = /* @__PURE__ */ new Uint32Array(FEW_ELEMENTS + 1);

/** Puts the elements of each bin side by side, in their order, and in `binEnds` where each bin ends; how many are beyond all. */
function loadByBin(input: ShortArray, indices: Uint32Array, binCount: number): number {
  binEnds.fill(0, 0, binCount + 1);
  let outsideCount = 0;
  for (let i = 0; i < indices.length; i++) {
    if (indices[i] < binCount) binEnds[indices[i] + 1]++;
    else outsideCount++;
  }
  for (let bin = 1; bin < binCount; bin++) binEnds[bin] += binEnds[bin - 1];
  for (let i = 0; i < indices.length; i++)
    if (indices[i] < binCount) elements[binEnds[indices[i]]++] = input[i];
  return outsideCount;
}

/** `reduceByIndex` of few elements into few bins. */
export const shortReduceByIndex: ShortAnswer = (_on, given, indices, options) => {
  const input = indices instanceof Uint32Array ? shortArray(given) : undefined;
  if (input === undefined || !(indices instanceof Uint32Array) || indices.length !== input.length)
    return undefined;
  const initial = initialOf(options, input, "binCount");
  const binCount = (options as { readonly binCount?: unknown } | undefined)?.binCount;
  if (initial === undefined || typeof binCount !== "number" || !Number.isInteger(binCount)) return undefined;
  if (binCount < 1 || binCount > FEW_ELEMENTS) return undefined;
  const { add } = arithmeticOf(input);
  const outsideCount = loadByBin(input, indices, binCount);
  const values = newLike(input, binCount);
  for (let bin = 0, start = 0; bin < binCount; bin++) {
    values[bin] = sumBetween(start, binEnds[bin], initial, add);
    start = binEnds[bin];
  }
  return { values, outsideCount };
};
