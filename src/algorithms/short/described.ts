// What there is to say of few floats by key: the roundings of mean and standard deviation, one after another.

import type { ShortAnswer } from "../algorithm-row.ts";
import { quantileBetween, quantilePlace } from "../statistics/quantile-places.ts";
import { byKey, endOfGroup, keysOf } from "./combined.ts";
import { FEW_PAIRS } from "./ordered.ts";
import { newLike, orderedArray, type ShortArray } from "./short-arrays.ts";
import { arithmeticOf, treeSum } from "./trees.ts";

const terms = /* @__PURE__ */ new Float64Array(FEW_PAIRS);
const ordered = /* @__PURE__ */ new Float64Array(FEW_PAIRS);

/** Columns with an element for each key. */
function emptyDescription(keys: ShortArray, values: ShortArray) {
  const { length } = keys;
  return {
    keys,
    count: new Uint32Array(length),
    missingCount: new Uint32Array(length),
    mean: newLike(values, length),
    standardDeviation: newLike(values, length),
    min: newLike(values, length),
    lowerQuartile: new Float64Array(length),
    median: new Float64Array(length),
    upperQuartile: new Float64Array(length),
    max: newLike(values, length),
    sum: newLike(values, length),
  };
}

type Description = ReturnType<typeof emptyDescription>;

/** Elements [start, end) of those with equal keys side by side. */
interface Group {
  readonly index: number;
  readonly places: Uint32Array;
  readonly start: number;
  readonly end: number;
}

const canonical = (value: number): number => (Number.isNaN(value) ? Number.NaN : value);

function quartile(count: number, share: number): number {
  const { rank, next, weight } = quantilePlace(count, share, 7);
  return quantileBetween(ordered[rank], ordered[next], weight);
}

/** Writes what an order says: of equal values any is one. */
function describeOrder(into: Description, values: ShortArray, { index, places, start, end }: Group): void {
  for (let i = start; i < end; i++) {
    const value = values[places[i]];
    let place = i - start;
    for (; place > 0 && ordered[place - 1] > value; place--) ordered[place] = ordered[place - 1];
    ordered[place] = value;
  }
  const count = end - start;
  into.count[index] = count;
  into.min[index] = ordered[0];
  into.lowerQuartile[index] = quartile(count, 1 / 4);
  into.median[index] = quartile(count, 1 / 2);
  into.upperQuartile[index] = quartile(count, 3 / 4);
  into.max[index] = ordered[count - 1];
}

/** Writes what sums say, with the roundings of `mean` and `standardDeviation`. */
function describeSums(into: Description, values: ShortArray, { index, places, start, end }: Group): void {
  const { add, multiply } = arithmeticOf(values);
  const count = end - start;
  const perElement = (value: number): number => multiply(1, value / count); // rounds to the type
  for (let k = 0; k < count; k++) terms[k] = values[places[start + k]];
  const sum = treeSum(terms, 0, count, add);
  const mean = perElement(sum);
  for (let k = 0; k < count; k++) terms[k] = add(terms[k], -mean);
  const deviations = treeSum(terms, 0, count, add);
  for (let k = 0; k < count; k++) terms[k] = multiply(terms[k], terms[k]);
  const squares = add(treeSum(terms, 0, count, add), -perElement(multiply(deviations, deviations)));
  into.sum[index] = canonical(sum);
  into.mean[index] = canonical(mean);
  into.standardDeviation[index] = canonical(Math.sqrt(perElement(squares)));
}

/** `groupedDescribe` of few floats, none of them a NaN. */
export const shortGroupedDescribe: ShortAnswer = (_on, given, others, options) => {
  const values = options === undefined ? orderedArray(others, FEW_PAIRS) : undefined;
  const isFloat = values instanceof Float64Array || values instanceof Float32Array;
  const groups = isFloat ? byKey(given, values) : undefined;
  if (values === undefined || groups === undefined) return undefined;
  const { places } = groups;
  const into = emptyDescription(keysOf(groups), values);
  for (let index = 0, start = 0; start < places.length; index++) {
    const end = endOfGroup(groups, start);
    describeOrder(into, values, { index, places, start, end });
    describeSums(into, values, { index, places, start, end });
    start = end;
  }
  return into;
};
