import { parseElementFunction } from "samebits/operators";
import { BIN_COUNT, KEY_COUNT, SHORT, TOP } from "./inputs.mjs";
import { optional } from "./peer.mjs";

/** @typedef {(...given: readonly unknown[]) => any} AnyCall */
/** @typedef {import("./peer.mjs").Task} Task */

/** Entry points whose functions are looked for by name: a build may not have all of them yet. */
const DOORS = ["samebits/algorithms", "samebits/matrices", "samebits/elementary", "samebits"];

/** @type {Map<string, AnyCall>} */
const calls = new Map();

/** @param {string} name @param {string} [door] @returns {AnyCall} */
function named(name, door = "") {
  const call = calls.get(`${door}${name}`);
  if (call === undefined) throw new Error(`absent: this build has no ${name}`);
  return call;
}

/** @type {Readonly<Record<string, Task>>} */
const TASKS = {
  sum: ({ x, type }) => {
    const reduce = named("reduce", "samebits/");
    if (type !== "f16") return () => reduce(x);
    const inHalves = () => reduce(x, { type: "f16" });
    try {
      inHalves();
    } catch (problem) {
      throw new Error(`absent: this build has no f16 (${problem})`);
    }
    return inHalves;
  },
  scan: ({ x, n }) => {
    const inclusiveScan = named("inclusiveScan", "samebits/");
    if (n !== SHORT) return () => inclusiveScan(x);
    const given = { output: new Float64Array(n) };
    return () => inclusiveScan(x, given);
  },
  mean: simple("mean"),
  variance: simple("variance"),
  minMax: ({ x }) => {
    const minMax = named("minMax");
    return () => Object.values(minMax(x));
  },
  argMax: simple("argMax"),
  dot: ({ x, y }) => {
    const dot = named("dot");
    return () => dot(x, y);
  },
  sort: simple("sort"),
  filter: ({ x }) => {
    const filter = named("filter");
    const isNegative = parseElementFunction("value < 0", { type: "f64" });
    return () => filter(x, isNegative);
  },
  group: ({ x, keys }) => {
    const reduceByKey = named("reduceByKey");
    return () => {
      const { keys: found, values } = reduceByKey(keys, x);
      if (found.length === KEY_COUNT) return values;
      const sums = new Float64Array(KEY_COUNT);
      for (let i = 0; i < found.length; i++) sums[found[i]] = values[i];
      return sums;
    };
  },
  histogram: ({ x }) => {
    const histogram = named("histogram");
    return () => histogram(x, { binCount: BIN_COUNT, range: [-1, 1] }).counts;
  },
  topK: ({ x }) => {
    const topK = named("topK");
    return () => topK(x, TOP).values;
  },
  median: simple("median"),
  exp: simple("exp"),
  multiply: ({ x, y, n }) => {
    const multiply = named("multiply");
    const [left, right] = [x, y].map((array) => ({ array, shape: [n, n] }));
    return () => multiply(left, right).array;
  },
  multiplyVector: ({ x, y, n }) => {
    const multiplyVector = named("multiplyVector");
    return () => arrayOf(multiplyVector({ array: x, shape: [n, n] }, y));
  },
  "axis 0": alongAxis(0),
  "axis 1": alongAxis(1),
  "reduce beside mean":
    ({ x }) =>
    () =>
      named("reduce", "samebits/")(x) / x.length,
  "reduce beside multiplyVector":
    ({ x }) =>
    () =>
      named("reduce", "samebits/")(x),
};

/** A function of one array. @param {string} name @returns {Task} */
function simple(name) {
  return ({ x }) => {
    const call = named(name);
    return () => call(x);
  };
}

/** @param {number} axis @returns {Task} */
function alongAxis(axis) {
  return ({ x, n }) => {
    const reduce = named("reduce", "samebits/matrices/");
    return () => arrayOf(reduce({ array: x, shape: [n, n] }, { axis }));
  };
}

/** @param {any} given  a matrix, or an array */
function arrayOf(given) {
  return ArrayBuffer.isView(given) ? given : given.array;
}

/** Copies of doubles in library memory. @param {import("./peer.mjs").Given} given */
function place(given) {
  const [x, y] = [given.x, given.y].map((own) => {
    const { array } = named("allocate", "samebits/")("f64", own.length);
    array.set(own);
    return array;
  });
  return { ...given, x, y };
}

/** @returns {Promise<import("./peer.mjs").Opened>} */
export async function open() {
  for (const door of DOORS) {
    const found = await optional(door).catch(() => ({}));
    for (const [name, call] of Object.entries(found)) {
      if (!calls.has(name)) calls.set(name, /** @type {AnyCall} */ (call));
      calls.set(`${door}/${name}`, /** @type {AnyCall} */ (call));
    }
  }
  return { version: "this build", tasks: TASKS, place };
}
