import { allocate, prepare } from "samebits";
import * as javascript from "samebits/javascript";
import { ARRAYS, arraysFor, ordinaryPair, SHORT_LENGTH } from "./inputs.mjs";
import { checkSameBytes } from "./same-bytes.mjs";

/** @typedef {import("../cases/cpu.mjs").SumCase} SumCase */
/** @typedef {import("./inputs.mjs").FloatArray} FloatArray */

/** What `expectedPrefixes` holds; one answer at a time, since each may be 128 MB. @type {{ key: string, prefixes: FloatArray }} */
let known = { key: "", prefixes: new Float64Array(0) };

/** The answer by plain loops. @param {SumCase} each @param {FloatArray} input */
function expectedPrefixes({ type, operator, expression }, input) {
  const key = `${type} ${operator} ${expression} ${input.length}`;
  if (known.key !== key) {
    const prefixes = javascript.inclusiveScan(input, { operator, expression });
    known = { key, prefixes: /** @type {FloatArray} */ (prefixes) };
  }
  return known.prefixes;
}

/** @param {"f64" | "f32"} type @param {number} n */
function libraryPair(type, n) {
  return { input: allocate(type, n).array, output: allocate(type, n).array };
}

/** A plan of the built package, checked against the javascript executor. @param {SumCase} each @returns {import("./javascript.mjs").Contender} */
export function samebitsContender(each) {
  const { type, n, seed, memory, operator, expression, primitive } = each;
  const plan = prepare({ type, operator, expression });
  const what = `samebits ${primitive} ${expression} ${memory} ${type} ${n}`;
  if (plan.achieved.executor !== "wasm") throw new Error(`${what} ran on ${plan.achieved.executor}`);

  const arraysOf = (/** @type {number} */ length) =>
    arraysFor(type, length, seed, memory === "library" ? libraryPair : ordinaryPair);
  const run = (/** @type {number} */ length) => {
    const { input, output } = arraysOf(length);
    if (primitive === "reduce") return () => plan.reduce(input);
    return each.output === "placed"
      ? () => plan.inclusiveScan(input)
      : () => plan.inclusiveScan(input, output);
  };
  const check = (/** @type {unknown} */ result) => {
    const prefixes = expectedPrefixes(each, arraysOf(n).input);
    if (primitive === "reduce") checkSameBytes(what, ARRAYS[type].of(Number(result)), prefixes.subarray(-1));
    else checkSameBytes(what, /** @type {FloatArray} */ (result), prefixes);
  };
  return { run: run(n), runShort: run(SHORT_LENGTH), check };
}
