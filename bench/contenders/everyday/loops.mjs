import { BIN_COUNT, halfValue, KEY_COUNT, SHORT, TOP } from "./inputs.mjs";

/** @typedef {import("./peer.mjs").Task} Task */

/** What a person would write, and the plainest answer that others are held against. @type {Readonly<Record<string, Task>>} */
const TASKS = {
  sum: ({ x, type }) => (type === "f16" ? () => halfSum(/** @type {Uint16Array} */ (x)) : () => sum(x)),
  scan: ({ x, n }) => {
    const given = n === SHORT ? new Float64Array(n) : undefined;
    return () => {
      const output = given ?? new Float64Array(x.length);
      let total = 0;
      for (let i = 0; i < x.length; i++) output[i] = total += x[i];
      return output;
    };
  },
  mean:
    ({ x }) =>
    () =>
      sum(x) / x.length,
  variance:
    ({ x }) =>
    () => {
      const mean = sum(x) / x.length;
      let squares = 0;
      for (let i = 0; i < x.length; i++) squares += (x[i] - mean) * (x[i] - mean);
      return squares / x.length;
    },
  minMax:
    ({ x }) =>
    () => {
      let [min, max] = [x[0], x[0]];
      for (let i = 1; i < x.length; i++) {
        if (x[i] < min) min = x[i];
        if (x[i] > max) max = x[i];
      }
      return [min, max];
    },
  argMax:
    ({ x }) =>
    () => {
      let best = 0;
      for (let i = 1; i < x.length; i++) if (x[i] > x[best]) best = i;
      return best;
    },
  dot:
    ({ x, y }) =>
    () => {
      let total = 0;
      for (let i = 0; i < x.length; i++) total += x[i] * y[i];
      return total;
    },
  sort:
    ({ x }) =>
    () =>
      x.slice().sort(),
  filter:
    ({ x }) =>
    () => {
      const output = new Float64Array(x.length);
      let count = 0;
      for (let i = 0; i < x.length; i++) if (x[i] < 0) output[count++] = x[i];
      return output.slice(0, count);
    },
  group:
    ({ x, keys }) =>
    () => {
      const sums = new Map();
      for (let i = 0; i < keys.length; i++) sums.set(keys[i], (sums.get(keys[i]) ?? 0) + x[i]);
      return Float64Array.from({ length: KEY_COUNT }, (_, key) => sums.get(key) ?? 0);
    },
  histogram:
    ({ x }) =>
    () => {
      const counts = new Uint32Array(BIN_COUNT);
      for (let i = 0; i < x.length; i++) counts[Math.floor((x[i] + 1) * (BIN_COUNT / 2))]++;
      return counts;
    },
  topK:
    ({ x }) =>
    () => {
      /** @type {number[]} */
      const best = [];
      for (let i = 0; i < x.length; i++) {
        if (best.length === TOP && x[i] <= best[TOP - 1]) continue;
        let place = Math.min(best.length, TOP - 1);
        while (place > 0 && best[place - 1] < x[i]) place--;
        best.splice(place, 0, x[i]);
        if (best.length > TOP) best.pop();
      }
      return best;
    },
  median:
    ({ x }) =>
    () => {
      const sorted = x.slice().sort();
      const middle = sorted.length >> 1;
      return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    },
  exp:
    ({ x }) =>
    () => {
      const output = x.slice();
      for (let i = 0; i < x.length; i++) output[i] = Math.exp(x[i]);
      return output;
    },
  multiply:
    ({ x, y, n }) =>
    () => {
      const output = x.slice().fill(0);
      for (let i = 0; i < n; i++)
        for (let k = 0; k < n; k++) {
          const left = x[i * n + k];
          for (let j = 0; j < n; j++) output[i * n + j] += left * y[k * n + j];
        }
      return output;
    },
  multiplyVector:
    ({ x, y, n }) =>
    () =>
      y.map((_, i) => {
        let total = 0;
        for (let j = 0; j < n; j++) total += x[i * n + j] * y[j];
        return total;
      }),
  "axis 0":
    ({ x, n }) =>
    () => {
      const output = new Float64Array(n);
      for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) output[j] += x[i * n + j];
      return output;
    },
  "axis 1":
    ({ x, n }) =>
    () =>
      Float64Array.from({ length: n }, (_, i) => sum(x.subarray(i * n, (i + 1) * n))),
};

/** @param {ArrayLike<number>} x */
function sum(x) {
  let total = 0;
  for (let i = 0; i < x.length; i++) total += x[i];
  return total;
}

/** @type {Float64Array | undefined} */
let halves;

/** By a table of all values, which is what there is without Float16Array. @param {Uint16Array} x */
function halfSum(x) {
  halves ??= Float64Array.from({ length: 65_536 }, (_, bits) => halfValue(bits));
  let total = 0;
  for (let i = 0; i < x.length; i++) total += halves[x[i]];
  return total;
}

/** @returns {Promise<import("./peer.mjs").Opened>} */
export async function open() {
  return { version: `Node ${process.versions.node}`, tasks: TASKS };
}
