import { uniformElements } from "../algorithm-inputs.mjs";

/** @typedef {import("../../cases/everyday.mjs").EverydayCase} EverydayCase */

const SEED = 25;

/** Keys that are grouped by. */
export const KEY_COUNT = 1000;

/** Largest elements that are asked for. */
export const TOP = 10;

export const BIN_COUNT = 256;

/** Arrays of so many elements are scanned into an array that is there already, as loops over short ones would be. */
export const SHORT = 16;

/**
 * What a case computes from: elements, a second array of as many for those that take two, keys below `KEY_COUNT`.
 *
 * @typedef {object} EverydayInputs
 * @property {Float64Array | Float32Array | Uint16Array} x  of products and axes n rows of n; f16 as bits
 * @property {Float64Array | Float32Array} y  of a product the other matrix, or a column
 * @property {Uint32Array} keys
 */

/** @param {EverydayCase} each @returns {EverydayInputs} */
export function everydayInputs({ task, type, n }) {
  const isSquare = /^(multiply|axis|reduce beside multiply)/.test(task);
  const count = isSquare ? n * n : n;
  if (type === "f16") {
    const x = Uint16Array.from(uniformElements("u32", count, SEED), halfBits);
    return { x, y: new Float32Array(0), keys: new Uint32Array(0) };
  }
  const takesTwo = task === "dot" || task === "multiply";
  const second = takesTwo ? count : isSquare ? n : 0;
  const keyLength = task === "group" ? count : 0;
  return {
    x: /** @type {Float64Array | Float32Array} */ (uniformElements(type, count, SEED)),
    y: /** @type {Float64Array | Float32Array} */ (uniformElements(type, second, SEED + 1)),
    keys: Uint32Array.from(uniformElements("u32", keyLength, SEED + 2), (word) => word % KEY_COUNT),
  };
}

/** The bits of a half float of magnitude below 1, of any sign. @param {number} word */
function halfBits(word) {
  return (word & 0x8000) | ((word >>> 16) % 0x3c00);
}

/** @param {number} bits  of a finite half float */
export function halfValue(bits) {
  const exponent = (bits >>> 10) & 31;
  const fraction = bits & 1023;
  const magnitude = exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15);
  return bits & 0x8000 ? -magnitude : magnitude;
}
