import { generator } from "./inputs.mjs";

/** @typedef {import("../cases/algorithms.mjs").AlgorithmCase} AlgorithmCase */
/** @typedef {import("../cases/algorithms.mjs").AlgorithmType} AlgorithmType */
/** @typedef {Float64Array | Float32Array | Uint32Array} Elements */

export const ELEMENTS = { f64: Float64Array, f32: Float32Array, u32: Uint32Array };

/**
 * Pseudo-random whole numbers below 2³² whose low bits are as good as the high ones, which a radix sort would notice.
 *
 * @param {number} seed
 */
function mixedGenerator(seed) {
  const next = generator(seed);
  return () => {
    let bits = next();
    bits = Math.imul(bits ^ (bits >>> 16), 0x7feb352d);
    bits = Math.imul(bits ^ (bits >>> 15), 0x846ca68b);
    return (bits ^ (bits >>> 16)) >>> 0;
  };
}

/** Elements as bench/native/algorithms.cpp draws them from the same seed. @param {AlgorithmType} type @param {number} n @param {number} seed @returns {Elements} */
export function uniformElements(type, n, seed) {
  const next = mixedGenerator(seed);
  const elements = new ELEMENTS[type](n);
  for (let i = 0; i < n; i++) {
    if (type === "u32") elements[i] = next();
    else if (type === "f32") elements[i] = (next() >>> 8) / 2 ** 23 - 1;
    else elements[i] = ((next() >>> 5) * 2 ** 26 + (next() >>> 6)) / 2 ** 52 - 1;
  }
  return elements;
}

const KEY_COUNTS = {
  "256 categories": 256,
  "65536 categories": 65_536,
  "1000 keys": 1000,
  "a million keys": 2 ** 20,
};

/** How many keys there are. @param {string} data */
export function keyCount(data) {
  return KEY_COUNTS[/** @type {keyof typeof KEY_COUNTS} */ (data)];
}

/** Keys of which each is as frequent. @param {string} data @param {number} n @param {number} seed */
export function keysBelow(data, n, seed) {
  const next = mixedGenerator(seed + 1);
  const count = keyCount(data);
  return Uint32Array.from({ length: n }, () => Math.floor((next() / 2 ** 32) * count));
}

/** The most elements of a segment. @type {Readonly<Record<string, number>>} */
const LONGEST = { "about 1000": 2000, "about 4": 8 };

/** Where segments start, and the length after the last. @param {string} data @param {number} n @param {number} seed */
export function offsetsOf(data, n, seed) {
  if (data === "one segment") return Uint32Array.of(0, n);
  if (data === "all of 1") return Uint32Array.from({ length: n + 1 }, (_, i) => i);
  const next = mixedGenerator(seed + 2);
  const offsets = [0];
  for (let end = 0; end < n; ) {
    end = Math.min(n, end + Math.floor((next() / 2 ** 32) * (LONGEST[data] + 1)));
    offsets.push(end);
  }
  return Uint32Array.from(offsets);
}

/** Below this an element stays. @param {AlgorithmType} type @param {string} data */
export function thresholdOf(type, data) {
  const share = Number.parseInt(data, 10) / 100;
  return type === "u32" ? Math.round(share * 2 ** 32) : 2 * share - 1;
}
