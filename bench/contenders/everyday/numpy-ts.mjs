import { BIN_COUNT, TOP } from "./inputs.mjs";
import { optional } from "./peer.mjs";

/** @typedef {import("./peer.mjs").Given} Given */

/** @returns {Promise<import("./peer.mjs").Opened>} */
export async function open() {
  const np = await optional("numpy-ts");
  const whole = (/** @type {Given} */ { x }) => np.array(x);
  const square = (/** @type {Given} */ { x, n }) => np.array(x).reshape(n, n);
  /** Its function of one array. @param {(array: any) => unknown} call @returns {import("./peer.mjs").Task} */
  const of = (call) => (given) => {
    const array = whole(given);
    return () => call(array);
  };
  return {
    version: `numpy-ts ${np.__version__ ?? "1.4.0"}`,
    read: (answer) => (Object(answer).data === undefined ? answer : Object(answer).data),
    release: (answer) => Object(answer).dispose?.(),
    tasks: {
      sum: of(np.sum),
      scan: of(np.cumsum),
      mean: of(np.mean),
      variance: of(np.variance),
      minMax: of((array) => [np.min(array), np.max(array)]),
      argMax: of(np.argmax),
      dot: ({ x, y }) => {
        const [left, right] = [np.array(x), np.array(y)];
        return () => np.dot(left, right);
      },
      sort: of(np.sort),
      filter: of((array) => np.extract(np.less(array, 0), array)),
      group: ({ x, keys }) => {
        const [values, indices] = [np.array(x), np.array(keys)];
        return () => np.bincount(indices, values, 1000);
      },
      histogram: of((array) => np.histogram(array, BIN_COUNT, [-1, 1])[0]),
      topK: of((array) => {
        const { data, length = data.length } = np.partition(array, array.size - TOP);
        return data
          .slice(length - TOP, length)
          .sort()
          .reverse();
      }),
      median: of(np.median),
      exp: of(np.exp),
      multiply: (given) => {
        const [left, right] = [square(given), np.array(given.y).reshape(given.n, given.n)];
        return () => np.matmul(left, right);
      },
      multiplyVector: (given) => {
        const [left, right] = [square(given), np.array(given.y)];
        return () => np.matmul(left, right);
      },
      "axis 0": (given) => {
        const array = square(given);
        return () => np.sum(array, 0);
      },
      "axis 1": (given) => {
        const array = square(given);
        return () => np.sum(array, 1);
      },
    },
  };
}
