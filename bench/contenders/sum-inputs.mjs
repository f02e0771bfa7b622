import { generateData } from "samebits/conformance";
import { ARRAYS, fillUniform, generator, ordinaryPair } from "./inputs.mjs";

/** @typedef {import("./inputs.mjs").FloatArray} FloatArray */
/** @typedef {import("./inputs.mjs").Pair} Pair */
/** @typedef {import("../cases/cpu.mjs").SumCase} SumCase */

/** @type {Map<string, Pair>} */
const pairs = new Map();

/**
 * Input and output of a case, the input filled as its distribution says; cases of one process share them.
 *
 * @param {Pick<SumCase, "type" | "distribution" | "seed">} each @param {number} n @param {(type: "f64" | "f32", n: number) => Pair} [make]
 */
export function sumArraysFor({ type, distribution, seed }, n, make = ordinaryPair) {
  const key = `${make.name} ${type} ${distribution} ${n} ${seed}`;
  const known = pairs.get(key);
  if (known !== undefined) return known;
  const pair = make(type, n);
  fill(pair.input, type, distribution, seed);
  pairs.set(key, pair);
  return pair;
}

/** @param {FloatArray} array @param {"f64" | "f32"} type @param {SumCase["distribution"]} distribution @param {number} seed */
function fill(array, type, distribution, seed) {
  if (distribution === "uniform") fillUniform(array, seed);
  else if (distribution === "whole-range") fillWholeRange(array, seed);
  else {
    const request = { data: distribution, type, length: array.length, seed: BigInt(seed) };
    array.set(/** @type {FloatArray} */ (generateData(request)));
  }
}

const EXPONENTS = { f64: 2047, f32: 255 };

/** Random signs and digits, every finite exponent as often. @param {FloatArray} array @param {number} seed */
function fillWholeRange(array, seed) {
  const next = generator(seed);
  const isDouble = array instanceof Float64Array;
  const word = new Uint32Array(isDouble ? 2 : 1);
  const value = new ARRAYS[isDouble ? "f64" : "f32"](word.buffer);
  const count = isDouble ? EXPONENTS.f64 : EXPONENTS.f32;
  const shift = isDouble ? 20 : 23;
  for (let i = 0; i < array.length; i++) {
    const high = next();
    word[0] = next();
    word[word.length - 1] =
      (high & 0x8000_0000) | (((high >>> 8) % count) << shift) | (next() >>> (32 - shift));
    array[i] = value[0];
  }
}
