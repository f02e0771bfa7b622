import { checkBytes } from "../values/check-arrays.ts";
import { ELEMENT_TYPE_FACTS, viewElements } from "../values/element-types.ts";
import { FormatError } from "../values/errors.ts";
import { toPlatformOrder } from "./byte-order.ts";
import { checkOptions } from "./check-options.ts";
import { convertArray } from "./convert-array.ts";
import type { Decoded, DecodeOptions } from "./decoded.ts";
import { NPY_PREAMBLE_BYTES, parseNpyHeader, parseNpyPreamble } from "./npy-header.ts";
import { expectDataBytes } from "./read-npy.ts";

/**
 * The array in the bytes of a .npy file (versions 1 to 3, one dimension, six types, either byte order), in memory of its own.
 *
 * Bits are kept. With `type`, every value must convert exactly.
 *
 * @throws FormatError for any other dtype or shape, and for a file that is cut off, too long or no .npy at all
 * @see https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
 */
export function decodeNpy(bytes: Uint8Array, options: DecodeOptions = {}): Decoded {
  checkBytes("bytes", bytes);
  checkOptions(options, ["type", "source"]);
  const source = options.source ?? ".npy data";
  const { headerStart, headerLength } = parseNpyPreamble(bytes.subarray(0, NPY_PREAMBLE_BYTES), source);
  const dataStart = headerStart + headerLength;
  if (bytes.length < dataStart) {
    throw new FormatError(
      source,
      "a complete .npy file",
      `a header cut off after ${bytes.length - headerStart} bytes`,
    );
  }
  const header = parseNpyHeader(bytes.subarray(headerStart, dataStart), source);
  const data = new Uint8Array(bytes.subarray(dataStart)); // a copy is aligned; slice() of a Node Buffer would be none
  expectDataBytes(source, header.length, header.length * ELEMENT_TYPE_FACTS[header.type].bytes, data.length);
  const array = viewElements(header.type, data.buffer, data.byteOffset, header.length);
  toPlatformOrder(array, header.byteOrder);
  const type = options.type ?? header.type;
  return { array: convertArray(array, type, source), type, nullCount: 0 };
}
