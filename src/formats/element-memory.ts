// Typed arrays as bytes: memory for what is about to be read, and the order of the bytes in it.

import { COLUMN_TYPE_FACTS } from "../values/element-types.ts";
import { FormatError } from "../values/errors.ts";
import {
  type ArrayFor,
  newColumn,
  newStorageArray,
  type StoredArray,
  type StoredType,
} from "../values/value-types.ts";

const PLATFORM_IS_LITTLE_ENDIAN = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

/** Turns elements whose bytes were read in the given order into the platform's own, in place. */
export function toPlatformOrder(array: StoredArray, order: ByteOrder): void {
  if ((order === "little") !== PLATFORM_IS_LITTLE_ENDIAN) reverseElements(array);
}

/** The little-endian bytes of elements `start` to `end`: a view where the platform is little-endian, else a copy. */
export function littleEndianBytes(array: StoredArray, start: number, end: number): Uint8Array {
  const part = PLATFORM_IS_LITTLE_ENDIAN ? array.subarray(start, end) : array.slice(start, end);
  if (!PLATFORM_IS_LITTLE_ENDIAN) reverseElements(part);
  return new Uint8Array(part.buffer, part.byteOffset, part.byteLength);
}

export type ByteOrder = "little" | "big";

// Through integers of the element's width: a float's bits must not pass through a float register as a signalling NaN.
function reverseElements(array: StoredArray): void {
  const bytes = array.BYTES_PER_ELEMENT;
  if (bytes === 1) return;
  const view = new DataView(array.buffer, array.byteOffset, array.byteLength);
  for (let offset = 0; offset < array.byteLength; offset += bytes) {
    if (bytes === 8) view.setBigUint64(offset, view.getBigUint64(offset, true), false);
    else if (bytes === 2) view.setUint16(offset, view.getUint16(offset, true), false);
    else view.setUint32(offset, view.getUint32(offset, true), false);
  }
}

/** @throws FormatError for a byte that is neither 0 nor 1, naming its row */
export function expectBools(array: Uint8Array, source: string): void {
  const place = array.findIndex((byte) => byte > 1);
  if (place < 0) return;
  throw new FormatError(source, "bools, which are bytes 0 and 1", `${array[place]} in row ${place + 1}`);
}

/** An array for data that is about to be read. @throws FormatError where the length does not fit in memory */
export function allocateColumn<T extends StoredType>(source: string, type: T, length: number): ArrayFor<T> {
  try {
    return (type === "bool" ? newColumn(type, length) : newStorageArray(type, length)) as ArrayFor<T>;
  } catch {
    const bytes = length * COLUMN_TYPE_FACTS[type].bytes;
    throw new FormatError(
      source,
      "data that fit in memory",
      `${length} elements of ${type} (${bytes} bytes)`,
    );
  }
}
