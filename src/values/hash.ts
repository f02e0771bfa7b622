import { canonicalizeNaNs } from "./bits.ts";
import type { ElementArray } from "./element-types.ts";

// FNV-1a 64: offset basis and prime (2^40 + 0x1b3), kept as two 32-bit halves because BigInt costs 30 times more.
const OFFSET_HIGH = 0xcbf29ce4;
const OFFSET_LOW = 0x84222325;
const PRIME_LOW = 0x1b3;
const NAN_WINDOW = 1 << 16;

/** FNV-1a 64 of bytes, as 16 hexadecimal digits. */
export function hashBytes(bytes: Uint8Array): string {
  return finish(mixBytes({ high: OFFSET_HIGH, low: OFFSET_LOW }, bytes));
}

/**
 * FNV-1a 64 over the little-endian bytes of an array, NaNs canonical, as 16 hexadecimal digits.
 *
 * Equal hashes of float data are evidence of equal bits, not proof. The array is not changed.
 */
export function hashArray(array: ElementArray): string {
  let state: HashState = { high: OFFSET_HIGH, low: OFFSET_LOW };
  const isFloat = array instanceof Float64Array || array instanceof Float32Array;
  for (let start = 0; start < array.length; start += NAN_WINDOW) {
    const end = Math.min(start + NAN_WINDOW, array.length);
    const window = isFloat ? array.slice(start, end) : array.subarray(start, end);
    if (isFloat) canonicalizeNaNs(window);
    state = mixBytes(state, new Uint8Array(window.buffer, window.byteOffset, window.byteLength));
  }
  return finish(state);
}

interface HashState {
  readonly high: number;
  readonly low: number;
}

function mixBytes(state: HashState, bytes: Uint8Array): HashState {
  let { high, low } = state;
  for (let i = 0; i < bytes.length; i++) {
    low = (low ^ bytes[i]) >>> 0;
    const product = low * PRIME_LOW; // below 2^41: exact
    high = (Math.imul(high, PRIME_LOW) + Math.floor(product / 0x100000000) + (low << 8)) >>> 0;
    low = product >>> 0;
  }
  return { high, low };
}

function finish({ high, low }: HashState): string {
  return high.toString(16).padStart(8, "0") + low.toString(16).padStart(8, "0");
}
