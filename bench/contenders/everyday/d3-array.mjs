import { BIN_COUNT, KEY_COUNT, TOP } from "./inputs.mjs";
import { optional } from "./peer.mjs";

/** @returns {Promise<import("./peer.mjs").Opened>} */
export async function open() {
  const d3 = await optional("d3-array");
  return {
    version: "d3-array 3",
    tasks: {
      sum:
        ({ x }) =>
        () =>
          d3.sum(x),
      scan:
        ({ x }) =>
        () =>
          d3.cumsum(x),
      mean:
        ({ x }) =>
        () =>
          d3.mean(x),
      variance:
        ({ x }) =>
        () =>
          (d3.variance(x) * (x.length - 1)) / x.length,
      minMax:
        ({ x }) =>
        () =>
          d3.extent(x),
      sort:
        ({ x }) =>
        () =>
          d3.sort(x),
      filter:
        ({ x }) =>
        () =>
          d3.filter(x, (/** @type {number} */ value) => value < 0),
      group: ({ x, keys }) => {
        const rows = Uint32Array.from(keys, (_, i) => i);
        const total = (/** @type {number[]} */ own) => d3.sum(own, (/** @type {number} */ i) => x[i]);
        const keyOf = (/** @type {number} */ i) => keys[i];
        return () => {
          const sums = d3.rollup(rows, total, keyOf);
          return Float64Array.from({ length: KEY_COUNT }, (_, key) => sums.get(key) ?? 0);
        };
      },
      histogram: ({ x }) => {
        const edges = Array.from({ length: BIN_COUNT - 1 }, (_, i) => (i + 1) / (BIN_COUNT / 2) - 1);
        const bin = d3.bin().domain([-1, 1]).thresholds(edges);
        return () => Array.from(bin(x), ({ length }) => length);
      },
      topK:
        ({ x }) =>
        () => {
          const part = d3.quickselect(x.slice(), x.length - TOP);
          return part
            .slice(x.length - TOP)
            .sort()
            .reverse();
        },
      median:
        ({ x }) =>
        () =>
          d3.median(x),
    },
  };
}
