import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import * as javascript from "samebits/javascript";
import * as sums from "samebits/sums";
import { ARRAYS, SHORT_LENGTH } from "./inputs.mjs";
import { checkSameBytes } from "./same-bytes.mjs";
import { routine } from "./stdlib.mjs";
import { sumArraysFor } from "./sum-inputs.mjs";

/** @typedef {import("../cases/cpu.mjs").SumCase} SumCase */
/** @typedef {import("./inputs.mjs").FloatArray} FloatArray */
/** @typedef {import("./javascript.mjs").Contender} Contender */

/** Of calls that warm up what takes microseconds for a term. */
const SLOW_LENGTH = 4;

/** One case of cases/sums.mjs, checked. @param {SumCase} each @returns {Promise<Contender>} */
export async function sumsContender(each) {
  if (each.contender === "samebits") return samebitsContender(each);
  const call = await callOf(each);
  const run = (/** @type {number} */ length) => {
    const { input, output } = sumArraysFor(each, length);
    return () => call(length, input, output);
  };
  const isSlow = each.contender === "math.sumprecise";
  return { run: run(each.n), runShort: run(isSlow ? SLOW_LENGTH : SHORT_LENGTH), check: checkOf(each) };
}

/** @param {"f64" | "f32"} type @param {number} n */
function libraryPair(type, n) {
  return { input: sums.allocate(type, n).array, output: sums.allocate(type, n).array };
}

/** A plan of the built package, held bit by bit to plain loops around accumulators. @param {SumCase} each @returns {Contender} */
function samebitsContender(each) {
  const { type, n, expression = "", operator, primitive, memory } = each;
  const plan = sums.prepare({ type, operator, expression });
  const what = `samebits ${primitive} ${expression} ${memory} ${type} ${each.distribution} ${n}`;
  if (plan.achieved.executor !== "wasm") throw new Error(`${what} ran on ${plan.achieved.executor}`);
  const arraysOf = (/** @type {number} */ length) =>
    sumArraysFor(each, length, memory === "library" ? libraryPair : undefined);
  const run = (/** @type {number} */ length) => {
    const { input, output } = arraysOf(length);
    return primitive === "reduce" ? () => plan.reduce(input) : () => plan.inclusiveScan(input, output);
  };
  const check = (/** @type {unknown} */ result) => {
    const prefixes = expectedPrefixes(each, arraysOf(n).input);
    if (primitive === "reduce") checkSameBytes(what, ARRAYS[type].of(Number(result)), prefixes.subarray(-1));
    else checkSameBytes(what, /** @type {FloatArray} */ (result), prefixes);
  };
  return { run: run(n), runShort: run(SHORT_LENGTH), check };
}

/** One answer at a time, since each may be 128 MB. @type {{ key: string, prefixes: FloatArray }} */
let known = { key: "", prefixes: new Float64Array(0) };

/** @param {SumCase} each @param {FloatArray} input @param {string} [expression] */
function expectedPrefixes({ type, distribution, expression: own }, input, expression = own) {
  const key = `${type} ${expression} ${distribution} ${input.length}`;
  if (known.key !== key) {
    known = { key, prefixes: /** @type {FloatArray} */ (javascript.inclusiveScan(input, { expression })) };
  }
  return known.prefixes;
}

/** @typedef {(n: number, input: FloatArray, output: FloatArray) => unknown} Call */

/** What a peer does with its arrays. @param {SumCase} each @returns {Promise<Call>} */
async function callOf({ contender, type, primitive }) {
  if (contender === "plain loop") return loopOf(type, primitive);
  if (contender === "math.sumprecise") {
    const sumPrecise = await polyfill();
    return (_, input) => sumPrecise(input);
  }
  if (contender === "Math.sumPrecise") {
    const sumPrecise = nativeSum();
    if (sumPrecise === undefined) throw new Error(`absent: not in Node ${process.versions.node}`);
    return (_, input) => sumPrecise(input);
  }
  const compensated = await routine(contender.replace("@stdlib ", ""));
  return primitive === "reduce"
    ? (n, input) => compensated(n, input, 1)
    : (n, input, output) => {
        compensated(n, 0, input, 1, output, 1);
        return output;
      };
}

/** @typedef {(terms: Iterable<number>) => number} SumPrecise */

/** V8 has it from this version on, at first behind a flag, which counts for contexts that are made after it is set. */
const FLAGGED_SINCE = 14;

/** @returns {SumPrecise | undefined} the engine's own */
function nativeSum() {
  const { sumPrecise } = /** @type {{ sumPrecise?: SumPrecise }} */ (Math);
  if (sumPrecise !== undefined || Number.parseInt(process.versions.v8, 10) < FLAGGED_SINCE) return sumPrecise;
  setFlagsFromString("--js-sum-precise");
  return runInNewContext("Math.sumPrecise");
}

/** @returns {Promise<SumPrecise>} */
async function polyfill() {
  try {
    // By its implementation: the package itself gives an engine's own where there is one.
    return (await import("math.sumprecise/implementation")).default;
  } catch {
    throw new Error("absent: not installed");
  }
}

/** @param {"f64" | "f32"} type @param {SumCase["primitive"]} primitive @returns {Call} */
function loopOf(type, primitive) {
  const sum = type === "f64" ? "sum + input[i]" : "Math.fround(sum + input[i])";
  const store = primitive === "reduce" ? "" : " output[i] = sum;";
  const body = `let sum = 0; for (let i = 0; i < input.length; i++) { sum = ${sum};${store} }`;
  const result = primitive === "reduce" ? "sum" : "output";
  return /** @type {Call} */ (new Function("n", "input", "output", `${body} return ${result};`));
}

/**
 * Loops are held to a left fold, those that promise the exact sum to it. Compensated and pairwise sums are approximate: theirs, where
 * everything stays finite, to within the bound of any order of summation.
 *
 * @param {SumCase} each @returns {Contender["check"]}
 */
function checkOf(each) {
  const { contender, type, n, primitive, distribution } = each;
  const { input } = sumArraysFor(each, n);
  if (contender.startsWith("@stdlib"))
    return distribution === "whole-range" ? () => {} : withinBound(each, input);
  const isExact = contender.toLowerCase().endsWith("sumprecise");
  return (result) => {
    const prefixes = expectedPrefixes(each, input, isExact ? "exact" : "left-fold");
    const what = `${contender} ${primitive} ${type} ${distribution} ${n}`;
    if (primitive === "reduce") checkSameBytes(what, ARRAYS[type].of(Number(result)), prefixes.subarray(-1));
    else checkSameBytes(what, /** @type {FloatArray} */ (result), prefixes);
  };
}

/** @param {SumCase} each @param {FloatArray} input @returns {Contender["check"]} */
function withinBound(each, input) {
  return (result) => {
    const prefixes = expectedPrefixes(each, input, "exact");
    let magnitude = 0;
    for (let i = 0; i < input.length; i++) {
      magnitude += Math.abs(input[i]);
      if (each.primitive === "reduce" && i < input.length - 1) continue;
      const value = each.primitive === "reduce" ? Number(result) : /** @type {FloatArray} */ (result)[i];
      const error = Math.abs(value - prefixes[i]);
      if (!(error <= (i + 1) * 2 ** -53 * magnitude)) throw new Error(`${each.contender} is wrong at ${i}`);
    }
  };
}
