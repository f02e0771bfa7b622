// Raw little-endian elements: nothing says how many there are but the number of bytes.

import { checkText } from "../values/check-arguments.ts";
import { checkBytes } from "../values/check-arrays.ts";
import { checkName } from "../values/check-name.ts";
import {
  ELEMENT_TYPE_FACTS,
  ELEMENT_TYPES,
  type ElementType,
  viewElements,
} from "../values/element-types.ts";
import { FormatError } from "../values/errors.ts";
import { type ByteSource, fillInWindows, type ReadControl, readEverything } from "./byte-source.ts";
import type { Decoded } from "./decoded.ts";
import { allocateElements, toPlatformOrder } from "./element-memory.ts";

/**
 * The elements of `type` that little-endian bytes hold, nothing around them. Bits are kept. The memory is the result's own.
 *
 * @throws FormatError where the bytes are not a whole number of elements
 */
export function decodeRaw(bytes: Uint8Array, type: ElementType, source = "raw data"): Decoded {
  checkName("type", ELEMENT_TYPES, type);
  checkText("source", source);
  checkBytes("bytes", bytes);
  const array = viewElements(type, new Uint8Array(bytes).buffer, 0, rawLength(bytes.length, type, source));
  toPlatformOrder(array, "little");
  return { array, type, nullCount: 0 };
}

/** How many elements so many bytes are. @throws FormatError where they are not a whole number of them */
export function rawLength(byteLength: number, type: ElementType, source: string): number {
  const { bytes: elementBytes } = ELEMENT_TYPE_FACTS[type];
  if (byteLength % elementBytes === 0) return byteLength / elementBytes;
  const expected = `raw data of whole ${type} elements (${elementBytes} bytes each)`;
  throw new FormatError(source, expected, `${byteLength} bytes`);
}

/** Reads raw little-endian elements to the end of a source; of known length, straight into one typed array. @throws FormatError */
export async function readRaw(
  source: ByteSource,
  type: ElementType,
  control: ReadControl = {},
): Promise<Decoded> {
  const { name, byteLength } = source;
  if (byteLength === undefined) return decodeRaw(await readEverything(source, control), type, name);
  const array = allocateElements(name, type, rawLength(byteLength, type, name));
  const filled = await fillInWindows(source, array, control);
  if (filled < byteLength) {
    throw new FormatError(
      name,
      "a file that keeps its size while it is read",
      `${filled} of ${byteLength} bytes`,
    );
  }
  toPlatformOrder(array, "little");
  return { array, type, nullCount: 0 };
}
