/** @typedef {"f64" | "f32"} FloatType */
/** @typedef {Float64Array | Float32Array} FloatArray */

/** @type {Readonly<Record<FloatType, Float64ArrayConstructor | Float32ArrayConstructor>>} */
export const ARRAYS = { f64: Float64Array, f32: Float32Array };

/** Pseudo-random whole numbers below 2³², the high bits the better ones. @param {number} seed */
export function generator(seed) {
  let state = seed | 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return state >>> 0;
  };
}

/**
 * Fills an array with values uniform in [−1, 1), every one exact: bench/native/peers.cpp draws the same from the same seed.
 *
 * @param {FloatArray} array @param {number} seed
 */
export function fillUniform(array, seed) {
  const next = generator(seed);
  for (let i = 0; i < array.length; i++) {
    if (array instanceof Float32Array) array[i] = (next() >>> 8) / 2 ** 23 - 1;
    else array[i] = ((next() >>> 5) * 2 ** 26 + (next() >>> 6)) / 2 ** 52 - 1;
  }
}

/** Elements of the array that warms code up by many short calls. */
export const SHORT_LENGTH = 256;

const PAGE_BYTES = 4096;
const GAP_BYTES = 1024;

/** @typedef {{ input: FloatArray, output: FloatArray }} Pair */
/** @type {Map<string, Pair>} */
const pairs = new Map();

/**
 * Input and output of a length, the input filled from the seed. Cases of one process share them: what differs between them is then the
 * work, not the place.
 *
 * @param {FloatType} type @param {number} n @param {number} seed @param {(type: FloatType, n: number) => Pair} [make]
 */
export function arraysFor(type, n, seed, make = ordinaryPair) {
  const key = `${make.name} ${type} ${n} ${seed}`;
  const known = pairs.get(key);
  if (known !== undefined) return known;
  const pair = make(type, n);
  fillUniform(pair.input, seed);
  pairs.set(key, pair);
  return pair;
}

/**
 * Two ordinary arrays. They are views of one buffer, so that chance does not place the output just below the input modulo a page: a
 * processor that compares addresses by their low bits first then takes twice as long for any loop.
 *
 * @param {FloatType} type @param {number} n @returns {Pair}
 */
export function ordinaryPair(type, n) {
  const FloatArray = ARRAYS[type];
  const bytes = n * FloatArray.BYTES_PER_ELEMENT;
  const outputOffset = Math.ceil(bytes / PAGE_BYTES) * PAGE_BYTES + GAP_BYTES;
  const buffer = new ArrayBuffer(outputOffset + bytes);
  return { input: new FloatArray(buffer, 0, n), output: new FloatArray(buffer, outputOffset, n) };
}
