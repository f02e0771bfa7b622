// Raw little-endian elements: nothing says how many there are but the number of bytes.

import { checkText } from "../values/check-arguments.ts";
import { checkBytes } from "../values/check-arrays.ts";
import { checkName } from "../values/check-name.ts";
import { COLUMN_TYPE_FACTS } from "../values/element-types.ts";
import { FormatError } from "../values/errors.ts";
import {
  type ColumnsOf,
  STORED_TYPES,
  type StoredArray,
  type StoredType,
  viewStored,
} from "../values/value-types.ts";
import { type ByteSource, fillInWindows, type ReadControl, readEverything } from "./byte-source.ts";
import type { Decoded } from "./decoded.ts";
import { allocateColumn, expectBools, toPlatformOrder } from "./element-memory.ts";

/**
 * The elements of `type` that little-endian bytes hold, nothing around them. Bits are kept: half floats are theirs. The memory is the result's own.
 *
 * @throws FormatError where the bytes are not a whole number of elements, or bools are neither 0 nor 1
 */
export function decodeRaw<Type extends StoredType>(
  bytes: Uint8Array,
  type: Type,
  source = "raw data",
): Decoded<Type> {
  checkName("type", STORED_TYPES, type);
  checkText("source", source);
  checkBytes("bytes", bytes);
  const array = viewStored(type, new Uint8Array(bytes).buffer, 0, rawLength(bytes.length, type, source));
  return rawDecoded(array, type, source);
}

function rawDecoded<Type extends StoredType>(array: StoredArray, type: Type, source: string): Decoded<Type> {
  toPlatformOrder(array, "little");
  if (type === "bool") expectBools(array as Uint8Array, source);
  return { array: array as ColumnsOf<Type>, type, nullCount: 0 };
}

/** How many elements so many bytes are. @throws FormatError where they are not a whole number of them */
export function rawLength(byteLength: number, type: StoredType, source: string): number {
  const { bytes: elementBytes } = COLUMN_TYPE_FACTS[type];
  if (byteLength % elementBytes === 0) return byteLength / elementBytes;
  const expected = `raw data of whole ${type} elements (${elementBytes} bytes each)`;
  throw new FormatError(source, expected, `${byteLength} bytes`);
}

/** Reads raw little-endian elements to the end of a source; of known length, straight into one typed array. @throws FormatError */
export async function readRaw<Type extends StoredType>(
  source: ByteSource,
  type: Type,
  control: ReadControl = {},
): Promise<Decoded<Type>> {
  const { name, byteLength } = source;
  if (byteLength === undefined) return decodeRaw(await readEverything(source, control), type, name);
  const array = allocateColumn(name, type, rawLength(byteLength, type, name));
  const filled = await fillInWindows(source, array, control);
  if (filled < byteLength) {
    throw new FormatError(
      name,
      "a file that keeps its size while it is read",
      `${filled} of ${byteLength} bytes`,
    );
  }
  return rawDecoded(array, type, name);
}
