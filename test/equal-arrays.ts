import { expect } from "vitest";

/**
 * Typed arrays of one type are equal where their bytes are: `toEqual` takes any NaN for any other, and microseconds for each element. What differs
 * in a NaN alone is shown alike; `differenceOf` of test/algorithms tells where.
 */
function equalBytes(left: unknown, right: unknown): boolean | undefined {
  if (!ArrayBuffer.isView(left) || !ArrayBuffer.isView(right)) return undefined;
  if (left.constructor !== right.constructor || left.byteLength !== right.byteLength) return undefined; // which is shown
  return Buffer.compare(bytesOf(left), bytesOf(right)) === 0;
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

expect.addEqualityTesters([equalBytes]);
