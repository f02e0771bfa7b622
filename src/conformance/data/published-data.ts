import { newElementArray } from "../../values/element-types.ts";
import { productHigh } from "./splitmix64.ts";

// x·multiplier + increment modulo 2^64, as 32-bit halves (Knuth's MMIX constants).
const MULTIPLIER_HIGH = 0x5851f42d;
const MULTIPLIER_LOW = 0x4c957f2d;
const INCREMENT_HIGH = 0x14057b7e;
const INCREMENT_LOW = 0xf767814f;
const SEED_HIGH = 0x243f6a88;
const SEED_LOW = 0x85a308d3;

const TWO_TO_21 = 0x20_0000;
const TWO_TO_32 = 0x1_0000_0000;
const TWO_TO_52 = 2 ** 52;

/**
 * The f64 data that P4229R0 (table B.8) and P4016R0 publish their values on: `((s >>> 11) − 2^52) / 2^52`, uniform in [−1, 1).
 *
 * `s` is a linear congruential generator modulo 2^64, advanced before each element: multiplier 6364136223846793005, increment
 * 1442695040888963407, seed 0x243F6A8885A308D3. Every step is exact.
 */
export function publishedData(length: number): Float64Array {
  const elements = newElementArray("f64", length);
  let high = SEED_HIGH;
  let low = SEED_LOW;
  for (let i = 0; i < length; i++) {
    const productTop = productHigh(high, low, MULTIPLIER_HIGH, MULTIPLIER_LOW);
    const sum = (Math.imul(low, MULTIPLIER_LOW) >>> 0) + INCREMENT_LOW;
    low = sum >>> 0;
    high = (productTop + INCREMENT_HIGH + (sum >= TWO_TO_32 ? 1 : 0)) >>> 0;
    elements[i] = (high * TWO_TO_21 + (low >>> 11) - TWO_TO_52) / TWO_TO_52;
  }
  return elements;
}
