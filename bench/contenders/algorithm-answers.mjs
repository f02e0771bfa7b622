import { prepare } from "samebits/javascript";
import { keyCount, keysBelow, offsetsOf, thresholdOf, uniformElements } from "./algorithm-inputs.mjs";
import { checkSameBytes } from "./same-bytes.mjs";

/** @typedef {import("../cases/algorithms.mjs").AlgorithmCase} AlgorithmCase */
/** @typedef {import("./algorithm-inputs.mjs").Elements} Elements */

/**
 * Compares a result with the answer, which is made here in the simplest way: ours, and whatever promises the same bits, byte for byte; sums
 * in another order within a bound.
 *
 * @param {AlgorithmCase} each @param {unknown} result
 */
export function checkAlgorithm(each, result) {
  const { task, contender } = each;
  const elements = /** @type {Elements} */ (result);
  const what = `${contender}, ${task} ${each.type} ${each.data} ${each.n}`;
  if (task === "sort") return checkSameBytes(what, elements, sortedElements(each));
  if (task === "sort-pairs") return checkPairs(what, each, result);
  if (task === "filter") return checkSameBytes(what, elements, keptElements(each));
  if (task === "histogram") return checkSameBytes(what, countsOf(result, each), expectedCounts(each));
  const isOurs = contender.startsWith("samebits");
  const expected = sumsOf(each);
  const actual = task === "reduce-by-key" ? checkedSums(what, each, result) : doublesOf(result);
  if (isOurs) return checkSameBytes(what, actual, expected);
  checkNear(what, actual, expected);
}

/** Pairs, and counts: as much of them as is looked at. @typedef {{ keys: Elements, values: Elements, counts: Uint32Array }} Fields */

/** @param {unknown} result  of segments: an array, or one sum */
function doublesOf(result) {
  return result instanceof Float64Array ? result : Float64Array.of(Number(result));
}

/** @param {AlgorithmCase} each */
function sortedElements({ type, n, seed }) {
  return uniformElements(type, n, seed).sort();
}

/** Keys in order, and of equal keys the first one first. @param {string} what @param {AlgorithmCase} each @param {unknown} given */
function checkPairs(what, each, given) {
  const isAlone = each.contender.includes("keys alone");
  if (isAlone) return checkSameBytes(what, /** @type {Elements} */ (given), sortedElements(each));
  const { keys, values } = /** @type {Fields} */ (given);
  checkSameBytes(what, keys, sortedElements(each));
  const input = uniformElements(each.type, each.n, each.seed);
  for (let i = 0; i < each.n; i++) {
    const isStable = i === 0 || keys[i - 1] !== keys[i] || values[i - 1] < values[i];
    if (!Object.is(input[values[i]], keys[i]) || !isStable) throw new Error(`${what} is wrong at ${i}`);
  }
}

/** @param {AlgorithmCase} each */
function keptElements({ type, n, seed, data }) {
  const threshold = thresholdOf(type, data);
  return uniformElements(type, n, seed).filter((value) => value < threshold);
}

/** @param {unknown} given @param {AlgorithmCase} each */
function countsOf(given, { data }) {
  if (!(given instanceof Map)) return /** @type {Fields} */ (given).counts;
  return Uint32Array.from({ length: keyCount(data) }, (_, key) => given.get(key) ?? 0);
}

/** @param {AlgorithmCase} each */
function expectedCounts({ type, n, seed, data }) {
  const isEven = data === "256 bins";
  const counts = new Uint32Array(isEven ? 256 : keyCount(data));
  // Edges are multiples of 1/128, and the sum is exact: this is the bin.
  const places = isEven
    ? Float64Array.from(uniformElements(type, n, seed), (value) => Math.floor((value + 1) * 128))
    : keysBelow(data, n, seed);
  for (const place of places) counts[place]++;
  return counts;
}

/** The sums of a result by key, the keys held to those that occur. @param {string} what @param {AlgorithmCase} each @param {unknown} given */
function checkedSums(what, { data, n, seed }, given) {
  const present = presentKeys(data, n, seed);
  if (given instanceof Map) return Float64Array.from(present, (key) => given.get(key) ?? Number.NaN);
  if (given instanceof Float64Array) return Float64Array.from(present, (key) => given[key]);
  const { keys, values } = /** @type {Fields} */ (given);
  checkSameBytes(`${what}: keys`, keys, present);
  return /** @type {Float64Array} */ (values);
}

/** @param {string} data @param {number} n @param {number} seed */
function presentKeys(data, n, seed) {
  const isPresent = new Uint8Array(keyCount(data));
  for (const key of keysBelow(data, n, seed)) isPresent[key] = 1;
  return Uint32Array.from({ length: isPresent.length }, (_, key) => key).filter(
    (key) => isPresent[key] === 1,
  );
}

/** One answer at a time: some take seconds. @type {{ key: string, sums: Float64Array }} */
let known = { key: "", sums: new Float64Array(0) };

/** The sums of each segment, or the prefixes in each, as the default contract has them. @param {AlgorithmCase} each */
function sumsOf(each) {
  const { task, contender, type, data, n, seed } = each;
  const isWhole = contender.startsWith("samebits ") || task === "reduce-commutative";
  const key = `${task} ${isWhole} ${type} ${data} ${n} ${seed}`;
  if (known.key === key) return known.sums;
  const elements = /** @type {Float64Array} */ (uniformElements("f64", n, seed));
  const plan = prepare({ type: "f64", operator: "add" });
  if (task === "segmented-scan") {
    const sums = new Float64Array(n);
    const offsets = isWhole ? [0, n] : offsetsOf(data, n, seed);
    for (let segment = 0; segment + 1 < offsets.length; segment++) {
      const part = [offsets[segment], offsets[segment + 1]];
      plan.inclusiveScan(elements.subarray(...part), sums.subarray(...part));
    }
    known = { key, sums };
    return sums;
  }
  const { values, offsets } = partsOf(each, elements, isWhole);
  const sums = Float64Array.from({ length: offsets.length - 1 }, (_, segment) => {
    const part = values.subarray(offsets[segment], offsets[segment + 1]);
    return part.length === 0 ? 0 : Number(plan.reduce(part));
  });
  known = { key, sums };
  return sums;
}

/** Elements and where the segments to be reduced begin among them; by key: those of a key, in their order, one after the other. @param {AlgorithmCase} each @param {Float64Array} elements @param {boolean} isWhole */
function partsOf({ task, data, n, seed }, elements, isWhole) {
  if (isWhole) return { values: elements, offsets: Uint32Array.of(0, n) };
  if (task === "segmented-reduce") return { values: elements, offsets: offsetsOf(data, n, seed) };
  const keys = keysBelow(data, n, seed);
  const ends = new Uint32Array(keyCount(data) + 1);
  for (const key of keys) ends[key + 1]++;
  for (let key = 0; key + 1 < ends.length; key++) ends[key + 1] += ends[key];
  const offsets = ends.filter((end, key) => key === 0 || end > ends[key - 1]);
  const values = new Float64Array(n);
  keys.forEach((key, i) => {
    values[ends[key]++] = elements[i];
  });
  return { values, offsets };
}

/** @param {string} what @param {Float64Array} actual @param {Float64Array} expected */
function checkNear(what, actual, expected) {
  if (actual.length !== expected.length) throw new Error(`${what} has length ${actual.length}`);
  const at = expected.findIndex(
    (value, i) => !(Math.abs(value - actual[i]) <= 1e-9 * Math.max(1, Math.abs(value))),
  );
  if (at >= 0) throw new Error(`${what} is wrong at ${at}: ${actual[at]}, expected ${expected[at]}`);
}
