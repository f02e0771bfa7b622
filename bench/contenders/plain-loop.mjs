import * as javascript from "samebits/javascript";
import { ARRAYS, arraysFor, SHORT_LENGTH } from "./inputs.mjs";
import { checkSameBytes } from "./same-bytes.mjs";

/** @typedef {import("../cases/cpu.mjs").SumCase} SumCase */
/** @typedef {import("./inputs.mjs").FloatArray} FloatArray */

/**
 * What everybody writes first. A sum of f32 elements in f32 has to be rounded each time; left to itself JavaScript sums in f64, which
 * is faster, and other bits.
 */
const SUMS = { f64: "sum + input[i]", f32: "Math.fround(sum + input[i])" };

/**
 * The loop as a function of its own for each case, so that none is compiled for the arrays of another.
 *
 * @param {SumCase} each @returns {(input: FloatArray, output?: FloatArray) => unknown}
 */
function loopFor({ contender, type, primitive, output }) {
  const sum = SUMS[contender === "plain loop in f64" ? "f64" : type];
  const store = primitive === "reduce" ? "" : " output[i] = sum;";
  const body = `let sum = 0; for (let i = 0; i < input.length; i++) { sum = ${sum};${store} }`;
  const place = output === "placed" ? `const output = new ${ARRAYS[type].name}(input.length);` : "";
  const parameters = output === "given" ? ["input", "output"] : ["input"];
  const result = primitive === "reduce" ? "sum" : "output";
  return /** @type {(input: FloatArray) => unknown} */ (
    new Function(...parameters, `${place} ${body} return ${result};`)
  );
}

/** The plain loop, whose bits are those of a left fold; and the copy. @param {SumCase} each @returns {import("./javascript.mjs").Contender} */
export function loopContender(each) {
  const { contender, type, n, seed, primitive } = each;
  const isCopy = contender === "TypedArray.set";
  if (!isCopy && !contender.startsWith("plain loop")) throw new Error(`unknown contender ${contender}`);
  const loop = loopFor(each);
  const run = (/** @type {number} */ length) => {
    const { input, output } = arraysFor(type, length, seed);
    if (isCopy) return () => copied(output, input);
    return each.output === "given" ? () => loop(input, output) : () => loop(input);
  };
  const check = (/** @type {unknown} */ result) => {
    const { input } = arraysFor(type, n, seed);
    const expected = isCopy ? input : leftFold(each, input);
    const actual =
      primitive === "reduce" ? Float64Array.of(Number(result)) : /** @type {FloatArray} */ (result);
    checkSameBytes(`${contender} ${primitive} ${type} ${n}`, actual, expected);
  };
  return { run: run(n), runShort: run(SHORT_LENGTH), check };
}

/** What the loop has to give, in the type that it gives it in. @param {SumCase} each @param {FloatArray} input @returns {FloatArray} */
function leftFold({ contender, type, primitive }, input) {
  const accumulate = contender === "plain loop in f64" ? "f64" : type;
  const options = /** @type {const} */ ({ expression: "left-fold", accumulate });
  const prefixes = /** @type {FloatArray} */ (javascript.inclusiveScan(input, options));
  return primitive === "reduce" ? Float64Array.from(prefixes.subarray(-1)) : ARRAYS[type].from(prefixes);
}

/** @param {FloatArray} target @param {FloatArray} input */
function copied(target, input) {
  target.set(input);
  return target;
}
