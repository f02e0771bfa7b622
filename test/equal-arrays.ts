import { expect } from "vitest";

/**
 * Typed arrays of one type with equal bytes are equal, which is told at once: element by element `toEqual` takes microseconds for each. Where bytes
 * differ it looks for itself, and says where.
 */
function equalBytes(left: unknown, right: unknown): true | undefined {
  if (!ArrayBuffer.isView(left) || !ArrayBuffer.isView(right)) return undefined;
  if (left.constructor !== right.constructor || left.byteLength !== right.byteLength) return undefined;
  return Buffer.compare(bytesOf(left), bytesOf(right)) === 0 || undefined;
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

expect.addEqualityTesters([equalBytes]);
