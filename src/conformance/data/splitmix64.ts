import { checkSeed } from "../../values/check-arguments.ts";

/** A run of draws: writes the next `high.length` draws of 64 bits as two halves, and remembers where it stopped. */
export type DrawStream = (high: Uint32Array, low: Uint32Array) => void;

// The generator's three constants as 32-bit halves, because a BigInt per draw costs about ten times more.
const GAMMA_HIGH = 0x9e3779b9;
const GAMMA_LOW = 0x7f4a7c15;
const FIRST_HIGH = 0xbf58476d;
const FIRST_LOW = 0x1ce4e5b9;
const SECOND_HIGH = 0x94d049bb;
const SECOND_LOW = 0x133111eb;

const TWO_TO_32 = 0x1_0000_0000;

/**
 * The draws of splitmix64 from a seed, in runs of any length: two runs of 5 give what one run of 10 gives.
 *
 * `s += 0x9E3779B97F4A7C15; z = s; z = (z ^ z>>>30)·0xBF58476D1CE4E5B9; z = (z ^ z>>>27)·0x94D049BB133111EB; z ^ z>>>31`,
 * modulo 2^64. The seed is taken modulo 2^64.
 *
 * @see Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014
 */
export function splitmix64(seed: bigint): DrawStream {
  checkSeed(seed);
  let stateHigh = Number((BigInt.asUintN(64, seed) >> 32n) & 0xffffffffn);
  let stateLow = Number(seed & 0xffffffffn);
  return (high, low) => {
    for (let i = 0; i < high.length; i++) {
      const sum = stateLow + GAMMA_LOW;
      stateLow = sum >>> 0;
      stateHigh = (stateHigh + GAMMA_HIGH + (sum >= TWO_TO_32 ? 1 : 0)) >>> 0;

      let mixedLow = (stateLow ^ ((stateLow >>> 30) | (stateHigh << 2))) >>> 0;
      let mixedHigh = (stateHigh ^ (stateHigh >>> 30)) >>> 0;
      mixedHigh = productHigh(mixedHigh, mixedLow, FIRST_HIGH, FIRST_LOW);
      mixedLow = Math.imul(mixedLow, FIRST_LOW);

      mixedLow = (mixedLow ^ ((mixedLow >>> 27) | (mixedHigh << 5))) >>> 0;
      mixedHigh = (mixedHigh ^ (mixedHigh >>> 27)) >>> 0;
      mixedHigh = productHigh(mixedHigh, mixedLow, SECOND_HIGH, SECOND_LOW);
      mixedLow = Math.imul(mixedLow, SECOND_LOW);

      low[i] = mixedLow ^ ((mixedLow >>> 31) | (mixedHigh << 1));
      high[i] = mixedHigh ^ (mixedHigh >>> 31);
    }
  };
}

/** Bits 32 to 63 of the product of two 64-bit integers given as unsigned halves. */
export function productHigh(leftHigh: number, leftLow: number, rightHigh: number, rightLow: number): number {
  const crossed = Math.imul(leftLow, rightHigh) + Math.imul(leftHigh, rightLow);
  return (crossed + carryOfLow(leftLow, rightLow)) >>> 0;
}

/** Bits 32 to 63 of the product of two unsigned 32-bit integers; every partial sum of 16-bit digits stays below 2^32. */
function carryOfLow(left: number, right: number): number {
  const leftTop = left >>> 16;
  const leftBottom = left & 0xffff;
  const rightTop = right >>> 16;
  const rightBottom = right & 0xffff;
  const middle = leftTop * rightBottom + ((leftBottom * rightBottom) >>> 16);
  const otherMiddle = leftBottom * rightTop + (middle & 0xffff);
  return leftTop * rightTop + (middle >>> 16) + (otherMiddle >>> 16);
}
