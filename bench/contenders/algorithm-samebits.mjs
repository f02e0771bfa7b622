import * as algorithms from "samebits/algorithms";
import { parseElementFunction } from "samebits/operators";
import * as sums from "samebits/sums";
import { REDUCE, SCAN } from "../cases/algorithms.mjs";
import { keyCount, keysBelow, offsetsOf, thresholdOf, uniformElements } from "./algorithm-inputs.mjs";

/** @typedef {import("../cases/algorithms.mjs").AlgorithmCase} AlgorithmCase */
/** @typedef {(...given: readonly unknown[]) => unknown} AnyCall */

/** The functions of a door by name: cases of all types call them. */
const CALLS = /** @type {Readonly<Record<string, AnyCall>>} */ (/** @type {unknown} */ (algorithms));

/** A call of the built package, as its users would write it. @param {AlgorithmCase} each @param {number} [n] @returns {() => unknown} */
export function samebitsAlgorithm(each, n = each.n) {
  const [call, ...given] = callOf(each, n);
  return () => call(...given);
}

/** A function and what it is given. @param {AlgorithmCase} each @param {number} n @returns {readonly [AnyCall, ...(readonly unknown[])]} */
function callOf(each, n) {
  const { task, contender, type, data, seed } = each;
  const input = uniformElements(type, n, seed);
  if (contender === SCAN) return [/** @type {AnyCall} */ (sums.inclusiveScan), input];
  if (contender === REDUCE) return [/** @type {AnyCall} */ (sums.reduce), input];
  switch (task) {
    case "sort":
      return [named("sort"), input];
    case "sort-pairs":
      return [named("sortPairs"), input, Uint32Array.from(input, (_, i) => i)];
    case "filter":
      return [named("filter"), input, predicateOf(each, input)];
    case "histogram":
      return data === "256 bins"
        ? [named("histogram"), input, { binCount: 256, range: [-1, 1] }]
        : [named("histogram"), keysBelow(data, n, seed), { categories: keyCount(data) }];
    case "reduce-by-key":
      return [named("reduceByKey"), keysBelow(data, n, seed), input];
    case "segmented-scan":
      return [named("segmentedInclusiveScan"), input, { offsets: offsetsOf(data, n, seed) }];
    case "segmented-reduce":
      return [named("segmentedReduce"), input, { offsets: offsetsOf(data, n, seed) }];
    case "reduce-commutative":
      return [named("reduceCommutative"), input];
    default:
      throw new Error(`unknown task ${task}`);
  }
}

/** @param {string} name @returns {AnyCall} */
function named(name) {
  const call = CALLS[name];
  if (call === undefined) throw new Error(`absent: samebits/algorithms has no ${name}`);
  return call;
}

/** @param {AlgorithmCase} each @param {import("./algorithm-inputs.mjs").Elements} input */
function predicateOf({ contender, type, data }, input) {
  const threshold = thresholdOf(type, data);
  if (contender === "samebits by flags")
    return Uint8Array.from(input, (value) => (value < threshold ? 1 : 0));
  return parseElementFunction(`value < ${threshold}`, { type });
}
