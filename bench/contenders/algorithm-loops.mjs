import {
  ELEMENTS,
  keyCount,
  keysBelow,
  offsetsOf,
  thresholdOf,
  uniformElements,
} from "./algorithm-inputs.mjs";

/** @typedef {import("../cases/algorithms.mjs").AlgorithmCase} AlgorithmCase */
/** @typedef {import("./algorithm-inputs.mjs").Elements} Elements */

/**
 * What people write or call instead. Each is compiled as a function of its own, so that none is slowed down by the arrays of another.
 *
 * @param {AlgorithmCase} each @param {number} [n] @returns {() => unknown}
 */
export function algorithmLoop(each, n = each.n) {
  switch (each.task) {
    case "sort":
      return sortLoop(each, n);
    case "sort-pairs":
      return pairsLoop(each, n);
    case "filter":
      return filterLoop(each, n);
    case "histogram":
      return histogramLoop(each, n);
    case "reduce-by-key":
      return keysLoop(each, n);
    case "segmented-scan":
    case "segmented-reduce":
      return segmentsLoop(each, n);
    case "reduce-commutative":
      return segmentsLoop({ ...each, data: "one segment" }, n);
    default:
      throw new Error(`unknown task ${each.task}`);
  }
}

/** @param {AlgorithmCase} each @param {readonly string[]} parameters @param {string} body @returns {(...given: readonly unknown[]) => unknown} */
function compiled({ task, contender }, parameters, body) {
  if (body === "") throw new Error(`unknown contender ${contender} of ${task}`);
  return /** @type {(...given: readonly unknown[]) => unknown} */ (new Function(...parameters, body));
}

/** @param {AlgorithmCase} each @param {number} n */
function sortLoop({ type, seed }, n) {
  const input = uniformElements(type, n, seed);
  const work = input.slice();
  return () => {
    work.set(input);
    return work.sort();
  };
}

/** @param {AlgorithmCase} each @param {number} n @returns {() => unknown} */
function pairsLoop(each, n) {
  if (each.contender.startsWith("TypedArray")) return sortLoop(each, n);
  const keys = uniformElements(each.type, n, each.seed);
  const values = Uint32Array.from(keys, (_, i) => i);
  const body = `const order = Uint32Array.from(keys, (_, i) => i).sort((left, right) => keys[left] - keys[right]);
    return { keys: keys.map((_, i) => keys[order[i]]), values: values.map((_, i) => values[order[i]]) };`;
  const run = compiled(each, ["keys", "values"], body);
  return () => run(keys, values);
}

/** @type {Readonly<Record<string, string>>} */
const FILTERS = {
  "plain loops, counting first": `let count = 0;
    for (let i = 0; i < input.length; i++) if (input[i] < threshold) count++;
    const output = new Elements(count);
    for (let i = 0, k = 0; i < input.length; i++) if (input[i] < threshold) output[k++] = input[i];
    return output;`,
  "plain loop, pushing": `const output = [];
    for (let i = 0; i < input.length; i++) if (input[i] < threshold) output.push(input[i]);
    return Elements.from(output);`,
  "TypedArray.prototype.filter": "return input.filter((value) => value < threshold);",
};

/** @param {AlgorithmCase} each @param {number} n */
function filterLoop(each, n) {
  const { type, data, seed, contender } = each;
  const run = compiled(each, ["input", "threshold", "Elements"], FILTERS[contender] ?? "");
  const input = uniformElements(type, n, seed);
  return () => run(input, thresholdOf(type, data), ELEMENTS[type]);
}

/** @param {AlgorithmCase} each @param {number} n */
function histogramLoop(each, n) {
  const { type, data, seed, contender } = each;
  const isEven = data === "256 bins";
  const input = isEven ? uniformElements(type, n, seed) : keysBelow(data, n, seed);
  const place = isEven ? "Math.floor((input[i] + 1) * 128)" : "input[i]";
  const body =
    contender === "Map"
      ? "const counts = new Map(); for (const key of input) counts.set(key, (counts.get(key) ?? 0) + 1); return counts;"
      : `const counts = new Uint32Array(binCount); for (let i = 0; i < input.length; i++) counts[${place}]++; return { counts };`;
  const run = compiled(each, ["input", "binCount"], body);
  const binCount = isEven ? 256 : keyCount(data);
  return () => run(input, binCount);
}

/** @type {Readonly<Record<string, string>>} */
const BY_KEY = {
  Map: `const sums = new Map();
    for (let i = 0; i < keys.length; i++) sums.set(keys[i], (sums.get(keys[i]) ?? 0) + values[i]);
    return sums;`,
  "plain loop": `const sums = new Float64Array(keyCount);
    for (let i = 0; i < keys.length; i++) sums[keys[i]] += values[i];
    return sums;`,
};

/** @param {AlgorithmCase} each @param {number} n */
function keysLoop(each, n) {
  const { data, seed, contender } = each;
  const run = compiled(each, ["keys", "values", "keyCount"], BY_KEY[contender] ?? "");
  const keys = keysBelow(data, n, seed);
  const values = uniformElements("f64", n, seed);
  return () => run(keys, values, keyCount(data));
}

/** @param {AlgorithmCase} each @param {number} n */
function segmentsLoop(each, n) {
  const isReduce = each.task !== "segmented-scan";
  const body = `const output = new Float64Array(${isReduce ? "offsets.length - 1" : "input.length"});
    for (let segment = 0; segment + 1 < offsets.length; segment++) {
      let sum = 0;
      const end = offsets[segment + 1];
      for (let i = offsets[segment]; i < end; i++) { sum += input[i];${isReduce ? "" : " output[i] = sum;"} }
      ${isReduce ? "output[segment] = sum;" : ""}
    }
    return output;`;
  const run = compiled(each, ["input", "offsets"], body);
  const input = uniformElements("f64", n, each.seed);
  const offsets = offsetsOf(each.data, n, each.seed);
  return () => run(input, offsets);
}
