// Integers of 64 bits as the words that they lie in, so that no number of JavaScript is made of each.

/** Integers of 32 bits. */
export type Words = Int32Array | Uint32Array;

/** Where a 64-bit integer has its low word on this machine; the high one is at 1 less this. */
export const LOW_WORD = new Uint32Array(BigUint64Array.of(1n).buffer)[0] === 1 ? 0 : 1;

/** All words twice: as low ones, and as high ones with their sign. */
export function wordsOf(array: BigInt64Array | BigUint64Array): {
  readonly low: Uint32Array;
  readonly high: Words;
} {
  const { buffer, byteOffset, length } = array;
  const low = new Uint32Array(buffer, byteOffset, 2 * length);
  return { low, high: array instanceof BigInt64Array ? new Int32Array(buffer, byteOffset, 2 * length) : low };
}
