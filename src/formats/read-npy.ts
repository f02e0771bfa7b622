// .npy data, read from a source straight into one typed array, or decoded from bytes that are there.

import { checkBytes } from "../values/check-arrays.ts";
import { ELEMENT_TYPE_FACTS, viewElements } from "../values/element-types.ts";
import { FormatError } from "../values/errors.ts";
import { type ByteSource, fillInWindows, type ReadControl } from "./byte-source.ts";
import { checkOptions } from "./check-options.ts";
import { convertArray } from "./column-builder.ts";
import type { Decoded, DecodeOptions } from "./decoded.ts";
import { allocateElements, toPlatformOrder } from "./element-memory.ts";
import { NPY_PREAMBLE_BYTES, type NpyHeader, parseNpyHeader, parseNpyPreamble } from "./npy-header.ts";

/**
 * Reads a .npy array from a source into one typed array, whatever its size; a length that does not fit the bytes is an error.
 *
 * Bits are kept; big-endian data are turned round. One dimension, six types.
 *
 * @throws FormatError for anything else
 */
export async function readNpy(
  source: ByteSource,
  options: DecodeOptions & ReadControl = {},
): Promise<Decoded> {
  const name = options.source ?? source.name;
  const header = await readNpyHeader(source, name);
  const array = await readNpyElements(source, name, header, options);
  return {
    array: convertArray(array, options.type ?? header.type, name),
    type: options.type ?? header.type,
    nullCount: 0,
  };
}

/** Reads all that stands before the data, and compares its length with what the source has. @throws FormatError */
export async function readNpyHeader(source: ByteSource, name: string): Promise<NpyHeader> {
  const head = await take(source, NPY_PREAMBLE_BYTES);
  const { headerStart, headerLength } = parseNpyPreamble(head, name);
  const early = head.subarray(headerStart); // version 1 has two bytes of its header in the preamble
  const rest = await take(source, Math.max(0, headerLength - early.length));
  if (early.length + rest.length < headerLength || headerLength < early.length) {
    throw new FormatError(
      name,
      "a complete .npy file",
      `a header cut off after ${early.length + rest.length} bytes`,
    );
  }
  const header = parseNpyHeader(joined(early, rest), name);
  if (source.byteLength !== undefined) {
    const wanted = header.length * ELEMENT_TYPE_FACTS[header.type].bytes;
    expectDataBytes(name, header.length, wanted, source.byteLength - headerStart - headerLength);
  }
  return header;
}

/** Reads the data behind the header. @throws FormatError where there are not as many as it says */
export async function readNpyElements(
  source: ByteSource,
  name: string,
  { type, length, byteOrder }: NpyHeader,
  control: ReadControl,
): Promise<Decoded["array"]> {
  const wanted = length * ELEMENT_TYPE_FACTS[type].bytes;
  const array = allocateElements(name, type, length);
  const filled = await fillInWindows(source, array, control, wanted);
  if (filled === wanted) await expectEnd(source, name, { type, length });
  expectDataBytes(name, length, wanted, filled);
  toPlatformOrder(array, byteOrder);
  return array;
}

/** Checks that nothing comes after the data. @throws FormatError */
export async function expectEnd(
  source: ByteSource,
  name: string,
  { type, length }: Pick<NpyHeader, "type" | "length">,
): Promise<void> {
  if ((await source.fill(new Uint8Array(1))) === 0) return;
  throw lyingLength(name, length, length * ELEMENT_TYPE_FACTS[type].bytes, "more");
}

/** Checks that the data have the bytes that the header promises. @throws FormatError */
export function expectDataBytes(name: string, length: number, wanted: number, actual: number): void {
  if (actual !== wanted) throw lyingLength(name, length, wanted, String(actual));
}

function lyingLength(name: string, length: number, wanted: number, actual: string): FormatError {
  const expected = `a .npy file with the ${length} elements (${wanted} bytes) that its header promises`;
  return new FormatError(name, expected, actual === "more" ? "more bytes" : `${actual} bytes`);
}

async function take(source: ByteSource, byteLength: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(byteLength);
  return bytes.subarray(0, await source.fill(bytes));
}

function joined(left: Uint8Array, right: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(left.length + right.length);
  bytes.set(left);
  bytes.set(right, left.length);
  return bytes;
}

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
