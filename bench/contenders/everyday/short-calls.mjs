// Every function of `samebits/algorithms` on a few elements, beside what a person would write for that case and no other.

import { uniformElements } from "../algorithm-inputs.mjs";

/** @typedef {Readonly<Record<string, (...given: readonly any[]) => any>>} Functions  of entry points, by name */
/** @typedef {ReturnType<typeof shortInputs>} ShortInputs */
/** @typedef {{ readonly ours: () => unknown, readonly loop: () => unknown }} ShortPair  with the same answer but for roundings */

const SEED = 26;
const KEY_COUNT = 4;
const ALPHA = 0.25;
const WINDOW = 4;

/** What all rows compute from, at a length. @param {number} n */
export function shortInputs(n) {
  const values = uniformElements("f64", n, SEED);
  const others = uniformElements("f64", n, SEED + 1);
  const keys = Uint32Array.from(uniformElements("u32", n, SEED + 2), (word) => word % KEY_COUNT);
  const indices = Uint32Array.from(uniformElements("u32", n, SEED + 3), (word) => word % n);
  const steps = Float64Array.from(values, (value) => Math.round(value) + 0);
  const counts = Uint32Array.from({ length: n }, (_, i) => i % 3);
  const quarter = Math.max(1, n >> 2);
  const offsets = Uint32Array.of(0, ...[1, 2, 3].map((k) => Math.min(n, k * quarter)), n);
  const lengths = Uint32Array.from({ length: 4 }, (_, k) => offsets[k + 1] - offsets[k]);
  const flags = new Uint8Array(n);
  flags[0] = 1;
  return {
    ...{ n, values, others, keys, indices, steps, counts, lengths, flags },
    sorted: /** @type {Float64Array} */ (values).slice().sort(),
    otherSorted: /** @type {Float64Array} */ (others).slice().sort(),
    into: new Float64Array(n),
    segments: { offsets },
    output: new Float64Array(n),
  };
}

/** @param {Float64Array} x */
function sum(x) {
  let total = 0;
  for (let i = 0; i < x.length; i++) total += x[i];
  return total;
}

/** @param {Float64Array} x @param {Float64Array} y */
function dot(x, y) {
  let total = 0;
  for (let i = 0; i < x.length; i++) total += x[i] * y[i];
  return total;
}

/** @param {Float64Array} x @param {Float64Array} y */
function covariance(x, y) {
  const left = sum(x) / x.length;
  const right = sum(y) / x.length;
  let total = 0;
  for (let i = 0; i < x.length; i++) total += (x[i] - left) * (y[i] - right);
  return total / x.length;
}

/** @param {Float64Array} x @param {Float64Array} y */
function squaredDistance(x, y) {
  let total = 0;
  for (let i = 0; i < x.length; i++) total += (x[i] - y[i]) * (x[i] - y[i]);
  return total;
}

/** @param {Float64Array} x */
function extreme(x) {
  let best = 0;
  for (let i = 1; i < x.length; i++) if (x[i] > x[best]) best = i;
  return best;
}

/** @param {Float64Array} x @param {(value: number) => boolean} isKept */
function filtered(x, isKept) {
  const output = new Float64Array(x.length);
  let count = 0;
  for (let i = 0; i < x.length; i++) if (isKept(x[i])) output[count++] = x[i];
  return output.slice(0, count);
}

/** @param {Float64Array} x */
function order(x) {
  return Uint32Array.from(x.keys()).sort((left, right) => x[left] - x[right]);
}

/** @param {Float64Array} x */
function heads(x) {
  const output = new Float64Array(x.length);
  const lengths = new Uint32Array(x.length);
  let count = 0;
  for (let i = 0; i < x.length; i++) {
    if (i === 0 || x[i] !== x[i - 1]) output[count++] = x[i];
    lengths[count - 1]++;
  }
  return { values: output.slice(0, count), lengths: lengths.slice(0, count) };
}

/** @param {Float64Array} x @param {(total: number, element: number) => number} combine */
function scan(x, combine, output = new Float64Array(x.length)) {
  output[0] = x[0];
  for (let i = 1; i < x.length; i++) output[i] = combine(output[i - 1], x[i]);
  return output;
}

/** @param {Float64Array} x */
function median(x) {
  const sorted = x.slice().sort();
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** @param {Float64Array} x @param {Uint32Array} counts */
function repeated(x, counts) {
  let length = 0;
  for (let i = 0; i < counts.length; i++) length += counts[i];
  const output = new Float64Array(length);
  for (let i = 0, k = 0; i < counts.length; i++) for (let j = 0; j < counts[i]; j++) output[k++] = x[i];
  return output;
}

/** The sum of each key that occurs, in the order of keys. @param {Uint32Array} keys @param {Float64Array} x */
function sumsByKey(keys, x) {
  const sums = new Float64Array(KEY_COUNT);
  const isThere = new Uint8Array(KEY_COUNT);
  for (let i = 0; i < x.length; i++) {
    sums[keys[i]] += x[i];
    isThere[keys[i]] = 1;
  }
  const found = Uint32Array.from([0, 1, 2, 3].filter((key) => isThere[key] === 1));
  return { keys: found, values: Float64Array.from(found, (key) => sums[key]) };
}

/** @param {Float64Array} x @param {Uint32Array} offsets @param {(part: Float64Array) => Float64Array} make */
function bySegment(x, offsets, make) {
  const output = new Float64Array(x.length);
  for (let s = 0; s + 1 < offsets.length; s++)
    output.set(make(x.subarray(offsets[s], offsets[s + 1])), offsets[s]);
  return output;
}

const add = (/** @type {number} */ left, /** @type {number} */ right) => left + right;

/** A row with one call of ours on the values. @param {string} name @param {(x: Float64Array, given: ShortInputs) => unknown} loop @returns {(f: Functions, given: ShortInputs) => ShortPair} */
function ofValues(name, loop) {
  return (f, given) => {
    const x = /** @type {Float64Array} */ (given.values);
    const call = f[name];
    return { ours: () => call(x), loop: () => loop(x, given) };
  };
}

/** One of values and others. @param {string} name @param {(x: Float64Array, y: Float64Array) => unknown} loop @returns {(f: Functions, given: ShortInputs) => ShortPair} */
function ofPairs(name, loop) {
  return (f, given) => {
    const x = /** @type {Float64Array} */ (given.values);
    const y = /** @type {Float64Array} */ (given.others);
    const call = f[name];
    return { ours: () => call(x, y), loop: () => loop(x, y) };
  };
}

/** One with a typed predicate. @param {string} name @param {(x: Float64Array, isKept: (value: number) => boolean) => unknown} loop @returns {(f: Functions, given: ShortInputs) => ShortPair} */
function ofPredicate(name, loop) {
  return (f, given) => {
    const x = /** @type {Float64Array} */ (given.values);
    const isNegative = f.parseElementFunction("value < 0", { type: "f64" });
    const call = f[name];
    return { ours: () => call(x, isNegative), loop: () => loop(x, (value) => value < 0) };
  };
}

/** One over segments. @param {string} name @param {(part: Float64Array) => Float64Array} make @returns {(f: Functions, given: ShortInputs) => ShortPair} */
function ofSegments(name, make) {
  return (f, given) => {
    const x = /** @type {Float64Array} */ (given.values);
    const { segments } = given;
    const call = f[name];
    return { ours: () => call(x, segments), loop: () => bySegment(x, segments.offsets, make) };
  };
}

/** The functions by name. @type {Readonly<Record<string, (f: Functions, given: ShortInputs) => ShortPair>>} */
export const SHORT_CALLS = {
  reduce: ofValues("reduce", sum),
  inclusiveScan: (f, { values, output }) => {
    const x = /** @type {Float64Array} */ (values);
    const options = { output };
    return { ours: () => f.inclusiveScan(x, options), loop: () => scan(x, add, output) };
  },
  exclusiveScan: (f, { values, output }) => {
    const x = /** @type {Float64Array} */ (values);
    const options = { output };
    return {
      ours: () => f.exclusiveScan(x, options),
      loop() {
        let total = 0;
        for (let i = 0; i < x.length; i++) {
          output[i] = total;
          total += x[i];
        }
        return output;
      },
    };
  },
  sum: ofValues("sum", sum),
  mean: ofValues("mean", (x) => sum(x) / x.length),
  variance: ofValues("variance", (x) => covariance(x, x)),
  standardDeviation: ofValues("standardDeviation", (x) => Math.sqrt(covariance(x, x))),
  norm: ofValues("norm", (x) => Math.sqrt(dot(x, x))),
  minMax: ofValues("minMax", (x) => {
    let [min, max] = [x[0], x[0]];
    for (let i = 1; i < x.length; i++) {
      if (x[i] < min) min = x[i];
      if (x[i] > max) max = x[i];
    }
    return { min, max };
  }),
  argMax: ofValues("argMax", extreme),
  argMin: ofValues("argMin", (x) => {
    let best = 0;
    for (let i = 1; i < x.length; i++) if (x[i] < x[best]) best = i;
    return best;
  }),
  dot: ofPairs("dot", dot),
  squaredDistance: ofPairs("squaredDistance", squaredDistance),
  covariance: ofPairs("covariance", covariance),
  correlation: ofPairs("correlation", (x, y) =>
    x.length === 1 ? Number.NaN : covariance(x, y) / Math.sqrt(covariance(x, x) * covariance(y, y)),
  ),
  count: ofPredicate("count", (x, isKept) => {
    let total = 0;
    for (let i = 0; i < x.length; i++) if (isKept(x[i])) total++;
    return total;
  }),
  any: ofPredicate("any", (x, isKept) => x.some(isKept)),
  all: ofPredicate("all", (x, isKept) => x.every(isKept)),
  reduceCommutative: (f, { values }) => {
    const x = /** @type {Float64Array} */ (values);
    const options = { operator: "add" };
    return { ours: () => f.reduceCommutative(x, options), loop: () => sum(x) };
  },
  logSumExp: ofValues("logSumExp", (x) => {
    const most = x[extreme(x)];
    let total = 0;
    for (let i = 0; i < x.length; i++) total += Math.exp(x[i] - most);
    return most + Math.log(total);
  }),
  softmax: ofValues("softmax", (x) => {
    const most = x[extreme(x)];
    const powers = x.map((value) => Math.exp(value - most));
    const total = sum(powers);
    return powers.map((power) => power / total);
  }),
  median: ofValues("median", median),
  quantile: (f, { values }) => {
    const x = /** @type {Float64Array} */ (values);
    return {
      ours: () => f.quantile(x, 0.25),
      loop() {
        const sorted = x.slice().sort();
        const place = 0.25 * (sorted.length - 1);
        const low = Math.floor(place);
        const high = Math.min(low + 1, sorted.length - 1);
        return sorted[low] + (place - low) * (sorted[high] - sorted[low]);
      },
    };
  },
  groupedDescribe: (f, { keys, values }) => {
    const x = /** @type {Float64Array} */ (values);
    return {
      ours: () => f.groupedDescribe(keys, x).mean,
      loop() {
        const counts = new Float64Array(KEY_COUNT);
        for (let i = 0; i < keys.length; i++) counts[keys[i]]++;
        const { keys: found, values: sums } = sumsByKey(keys, x);
        return sums.map((total, i) => total / counts[found[i]]);
      },
    };
  },
  filter: ofPredicate("filter", filtered),
  "filter by a function": (f, { values }) => {
    const x = /** @type {Float64Array} */ (values);
    const isNegative = (/** @type {number} */ value) => value < 0;
    return { ours: () => f.filter(x, isNegative), loop: () => filtered(x, isNegative) };
  },
  partition: ofPredicate("partition", (x, isKept) => ({
    kept: filtered(x, isKept),
    others: filtered(x, (value) => !isKept(value)),
  })),
  filterIndices: ofPredicate("filterIndices", (x, isKept) => {
    const output = new Uint32Array(x.length);
    let count = 0;
    for (let i = 0; i < x.length; i++) if (isKept(x[i])) output[count++] = i;
    return output.slice(0, count);
  }),
  unique: (f, { steps }) => ({ ours: () => f.unique(steps), loop: () => heads(steps).values }),
  runLengthEncode: (f, { steps }) => ({ ours: () => f.runLengthEncode(steps), loop: () => heads(steps) }),
  runLengthDecode: (f, { values, counts }) => {
    const x = /** @type {Float64Array} */ (values);
    const runs = { values: x, lengths: counts };
    return { ours: () => f.runLengthDecode(runs), loop: () => repeated(x, counts) };
  },
  expand: (f, { values, counts }) => {
    const x = /** @type {Float64Array} */ (values);
    return { ours: () => f.expand(x, counts), loop: () => repeated(x, counts) };
  },
  gather: (f, { values, indices }) => {
    const x = /** @type {Float64Array} */ (values);
    return {
      ours: () => f.gather(x, indices),
      loop() {
        const output = new Float64Array(indices.length);
        for (let i = 0; i < indices.length; i++) output[i] = x[indices[i]];
        return output;
      },
    };
  },
  scatter: (f, { values, indices, into }) => {
    const x = /** @type {Float64Array} */ (values);
    return {
      ours: () => f.scatter(x, indices, into),
      loop() {
        const output = into.slice();
        for (let i = 0; i < indices.length; i++) output[indices[i]] = x[i];
        return output;
      },
    };
  },
  sort: ofValues("sort", (x) => x.slice().sort()),
  argsort: ofValues("argsort", order),
  sortPairs: (f, { values, keys }) => {
    const x = /** @type {Float64Array} */ (values);
    return {
      ours: () => f.sortPairs(x, keys),
      loop() {
        const places = order(x);
        return { keys: Float64Array.from(places, (i) => x[i]), values: places.map((i) => keys[i]) };
      },
    };
  },
  sortBy: (f, { values, keys }) => {
    const x = /** @type {Float64Array} */ (values);
    const columns = { value: x, key: keys };
    return {
      ours: () => f.sortBy(columns, "value"),
      loop() {
        const places = order(x);
        return { value: Float64Array.from(places, (i) => x[i]), key: places.map((i) => keys[i]) };
      },
    };
  },
  merge: (f, { sorted, otherSorted }) => ({
    ours: () => f.merge(sorted, otherSorted),
    loop() {
      const output = new Float64Array(sorted.length + otherSorted.length);
      for (let k = 0, i = 0, j = 0; k < output.length; k++) {
        const isFirst = j === otherSorted.length || (i < sorted.length && sorted[i] <= otherSorted[j]);
        output[k] = isFirst ? sorted[i++] : otherSorted[j++];
      }
      return output;
    },
  }),
  searchSorted: (f, { sorted, values }) => {
    const x = /** @type {Float64Array} */ (values);
    return {
      ours: () => f.searchSorted(sorted, x),
      loop() {
        const output = new Uint32Array(x.length);
        for (let i = 0; i < x.length; i++) {
          let [start, end] = [0, sorted.length];
          while (start < end) {
            const middle = (start + end) >> 1;
            if (sorted[middle] < x[i]) start = middle + 1;
            else end = middle;
          }
          output[i] = start;
        }
        return output;
      },
    };
  },
  topK: (f, { values, n }) => {
    const x = /** @type {Float64Array} */ (values);
    const count = Math.min(n, 4);
    return {
      ours: () => f.topK(x, count).values,
      loop: () => x.slice().sort().reverse().slice(0, count),
    };
  },
  isSorted: (f, { sorted }) => ({
    ours: () => f.isSorted(sorted),
    loop() {
      for (let i = 1; i < sorted.length; i++) if (sorted[i] < sorted[i - 1]) return false;
      return true;
    },
  }),
  segmentOffsets: (f, { lengths }) => {
    const segments = { lengths };
    return {
      ours: () => f.segmentOffsets(segments),
      loop() {
        const output = new Uint32Array(lengths.length + 1);
        for (let i = 0; i < lengths.length; i++) output[i + 1] = output[i] + lengths[i];
        return output;
      },
    };
  },
  segmentLengths: (f, { segments }) => ({
    ours: () => f.segmentLengths(segments),
    loop() {
      const { offsets } = segments;
      const output = new Uint32Array(offsets.length - 1);
      for (let i = 0; i < output.length; i++) output[i] = offsets[i + 1] - offsets[i];
      return output;
    },
  }),
  segmentIds: (f, { segments, n }) => ({
    ours: () => f.segmentIds(segments),
    loop() {
      const { offsets } = segments;
      const output = new Uint32Array(n);
      for (let s = 0; s + 1 < offsets.length; s++) output.fill(s, offsets[s], offsets[s + 1]);
      return output;
    },
  }),
  headFlags: (f, { flags }) => {
    const segments = { headFlags: flags };
    return { ours: () => f.headFlags(segments), loop: () => flags.slice() };
  },
  segmentedReduce: (f, { values, segments }) => {
    const x = /** @type {Float64Array} */ (values);
    const { offsets } = segments;
    const options = { initial: 0 };
    return {
      ours: () => f.segmentedReduce(x, segments, options),
      loop() {
        const output = new Float64Array(offsets.length - 1);
        for (let s = 0; s < output.length; s++)
          for (let i = offsets[s]; i < offsets[s + 1]; i++) output[s] += x[i];
        return output;
      },
    };
  },
  segmentedInclusiveScan: ofSegments("segmentedInclusiveScan", (part) => scan(part, add)),
  segmentedExclusiveScan: ofSegments("segmentedExclusiveScan", (part) => {
    const output = new Float64Array(part.length);
    for (let i = 1; i < part.length; i++) output[i] = output[i - 1] + part[i - 1];
    return output;
  }),
  segmentedSort: ofSegments("segmentedSort", (part) => part.slice().sort()),
  reduceByKey: (f, { keys, values }) => {
    const x = /** @type {Float64Array} */ (values);
    return { ours: () => f.reduceByKey(keys, x), loop: () => sumsByKey(keys, x) };
  },
  scanByKey: (f, { keys, values }) => {
    const x = /** @type {Float64Array} */ (values);
    return {
      ours: () => f.scanByKey(keys, x),
      loop() {
        const sums = new Float64Array(KEY_COUNT);
        const output = new Float64Array(x.length);
        for (let i = 0; i < x.length; i++) output[i] = sums[keys[i]] += x[i];
        return output;
      },
    };
  },
  groupBy: (f, { keys, values }) => {
    const x = /** @type {Float64Array} */ (values);
    return {
      ours: () => f.groupBy(keys, x).values,
      loop() {
        const places = new Uint32Array(KEY_COUNT + 1);
        for (let i = 0; i < keys.length; i++) places[keys[i] + 1]++;
        for (let key = 0; key < KEY_COUNT; key++) places[key + 1] += places[key];
        const output = new Float64Array(x.length);
        for (let i = 0; i < x.length; i++) output[places[keys[i]]++] = x[i];
        return output;
      },
    };
  },
  reduceByIndex: (f, { keys, values }) => {
    const x = /** @type {Float64Array} */ (values);
    const options = { binCount: KEY_COUNT, initial: 0 };
    return {
      ours: () => f.reduceByIndex(x, keys, options).values,
      loop() {
        const sums = new Float64Array(KEY_COUNT);
        for (let i = 0; i < x.length; i++) sums[keys[i]] += x[i];
        return sums;
      },
    };
  },
  histogram: (f, { values }) => {
    const x = /** @type {Float64Array} */ (values);
    const options = { binCount: 8, range: [-1, 1] };
    return {
      ours: () => f.histogram(x, options).counts,
      loop() {
        const counts = new Uint32Array(8);
        for (let i = 0; i < x.length; i++) counts[Math.floor((x[i] + 1) * 4)]++;
        return counts;
      },
    };
  },
  runningMax: ofValues("runningMax", (x) => scan(x, (left, right) => (right > left ? right : left))),
  runningMin: ofValues("runningMin", (x) => scan(x, (left, right) => (right < left ? right : left))),
  cumulativeProduct: ofValues("cumulativeProduct", (x) => scan(x, (left, right) => left * right)),
  differences: ofValues("differences", (x) => {
    const output = new Float64Array(x.length - 1);
    for (let i = 0; i < output.length; i++) output[i] = x[i + 1] - x[i];
    return output;
  }),
  linearRecurrence: (f, { values, others }) => {
    const scale = /** @type {Float64Array} */ (values);
    const offset = /** @type {Float64Array} */ (others);
    const steps = { scale, offset };
    return {
      ours: () => f.linearRecurrence(steps),
      loop() {
        const output = new Float64Array(offset.length);
        output[0] = offset[0];
        for (let i = 1; i < output.length; i++) output[i] = output[i - 1] * scale[i] + offset[i];
        return output;
      },
    };
  },
  exponentialMovingAverage: (f, { values }) => {
    const x = /** @type {Float64Array} */ (values);
    const options = { alpha: ALPHA };
    return {
      ours: () => f.exponentialMovingAverage(x, options),
      loop: () => scan(x, (left, right) => (1 - ALPHA) * left + ALPHA * right),
    };
  },
  movingSum: (f, { values }) => {
    const x = /** @type {Float64Array} */ (values);
    const options = { window: WINDOW };
    return {
      ours: () => f.movingSum(x, options),
      loop() {
        const output = new Float64Array(x.length);
        for (let i = 0; i < x.length; i++)
          for (let k = Math.max(0, i - WINDOW + 1); k <= i; k++) output[i] += x[k];
        return output;
      },
    };
  },
};
