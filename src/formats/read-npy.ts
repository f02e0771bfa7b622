// .npy data, read from a source straight into one typed array, or decoded from bytes that are there.

import { checkBytes } from "../values/check-arrays.ts";
import {
  COLUMN_TYPE_FACTS,
  type ElementType,
  isNarrowType,
  type NarrowArray,
} from "../values/element-types.ts";
import { FormatError, InvalidArgumentError } from "../values/errors.ts";
import { isHalfType } from "../values/halves.ts";
import { type StoredArray, type StoredType, viewStored } from "../values/value-types.ts";
import { type ByteSource, fillInWindows, joinedBytes, type ReadControl } from "./byte-source.ts";
import { checkOptions } from "./check-options.ts";
import { convertStored } from "./column-builder.ts";
import type { Decoded, DecodeOptions, ReadType, TypeRead } from "./decoded.ts";
import { allocateColumn, expectBools, toPlatformOrder } from "./element-memory.ts";
import { NPY_PREAMBLE_BYTES, type NpyHeader, parseNpyHeader, parseNpyPreamble } from "./npy-header.ts";
import { widenDecoded } from "./widen-decoded.ts";

/**
 * Reads a .npy array from a source into one typed array, whatever its size; a length that does not fit the bytes is an error.
 *
 * Bits are kept; big-endian data are turned round. One dimension. `<f2`, `<i2`, `<u2`, `|i1` and `|u1` come as the type that they widen to: f32, i32, u32,
 * unless their own is asked for.
 *
 * @throws FormatError for anything else
 */
export async function readNpy<As extends ReadType = ElementType>(
  source: ByteSource,
  options: DecodeOptions<As> & ReadControl = {},
): Promise<Decoded<TypeRead<As>>> {
  const name = options.source ?? source.name;
  const header = await readNpyHeader(source, name, options.type);
  const array = await readNpyElements(source, name, header, options);
  return decodedAs(array, header.type, options.type, name) as Decoded<TypeRead<As>>;
}

/** The array of a .npy source whatever it holds: numbers, or bools. */
export async function readNpyNumbers(
  source: ByteSource,
  options: DecodeOptions<ReadType> & ReadControl,
): Promise<Decoded<StoredType>> {
  const name = options.source ?? source.name;
  const header = await readNpyHeader(source, name, options.type);
  const wanted = options.type ?? (header.type === "bool" ? "bool" : undefined);
  const array = await readNpyElements(source, name, header, options);
  return decodedAs(array, header.type, wanted, name);
}

/** Elements as they were read, as a type that they all convert to: the one that is wanted, else their own; narrow ones as what they widen to. */
export function decodedAs(
  array: StoredArray,
  own: StoredType,
  wanted: ReadType | undefined,
  source: string,
): Decoded<StoredType> {
  if (own === "bool") return boolsAs(array as Uint8Array, wanted, source);
  if (wanted === undefined && isNarrowType(own)) {
    return widenDecoded({ array: array as NarrowArray, type: own, nullCount: 0 });
  }
  const type = wanted === undefined || wanted === "stored" ? own : wanted;
  return { array: convertStored(array, own, type, source), type, nullCount: 0 };
}

/** Bools are no numbers here, as in tables; and what is neither 0 nor 1 is no bool. */
function boolsAs(array: Uint8Array, wanted: ReadType | undefined, source: string): Decoded<"bool"> {
  if (wanted !== "bool") throw new FormatError(source, 'numbers, or read with type: "bool"', "bools");
  expectBools(array, source);
  return { array, type: "bool", nullCount: 0 };
}

/** A header, with the type that its data have. */
type TypedNpyHeader = NpyHeader & { readonly type: StoredType };

/** Two bytes without a meaning are half floats where the caller says so. @throws InvalidArgumentError */
function typedHeader(header: NpyHeader, wanted: ReadType | undefined): TypedNpyHeader {
  const { type } = header;
  if (type !== "opaque") return { ...header, type };
  if (wanted !== undefined && isHalfType(wanted)) return { ...header, type: wanted };
  throw new InvalidArgumentError(
    "type",
    "f16 or bf16, for elements of two bytes of which the header says no more (dtype V2)",
    wanted === undefined ? "nothing" : `"${wanted}"`,
  );
}

/** Reads all that stands before the data, and compares its length with what the source has. @throws FormatError, InvalidArgumentError */
export async function readNpyHeader(
  source: ByteSource,
  name: string,
  wanted: ReadType | undefined,
): Promise<TypedNpyHeader> {
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
  const header = typedHeader(parseNpyHeader(joinedBytes([early, rest]), name), wanted);
  if (source.byteLength !== undefined) {
    const wanted = header.length * COLUMN_TYPE_FACTS[header.type].bytes;
    expectDataBytes(name, header.length, wanted, source.byteLength - headerStart - headerLength);
  }
  return header;
}

/** Reads the data behind the header. @throws FormatError where there are not as many as it says */
export async function readNpyElements(
  source: ByteSource,
  name: string,
  { type, length, byteOrder }: TypedNpyHeader,
  control: ReadControl,
): Promise<StoredArray> {
  const wanted = length * COLUMN_TYPE_FACTS[type].bytes;
  const array = allocateColumn(name, type, length);
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
  { type, length }: Pick<TypedNpyHeader, "type" | "length">,
): Promise<void> {
  if ((await source.fill(new Uint8Array(1))) === 0) return;
  throw lyingLength(name, length, length * COLUMN_TYPE_FACTS[type].bytes, "more");
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

/**
 * The array in the bytes of a .npy file (versions 1 to 3, one dimension, either byte order), in memory of its own.
 *
 * Bits are kept; narrow types come as what they widen to, unless their own is asked for. With `type`, every value must convert exactly.
 *
 * @throws FormatError for any other dtype or shape, and for a file that is cut off, too long or no .npy at all
 * @see https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
 */
export function decodeNpy<As extends ReadType = ElementType>(
  bytes: Uint8Array,
  options: DecodeOptions<As> = {},
): Decoded<TypeRead<As>> {
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
  const header = typedHeader(parseNpyHeader(bytes.subarray(headerStart, dataStart), source), options.type);
  const data = new Uint8Array(bytes.subarray(dataStart)); // a copy is aligned; slice() of a Node Buffer would be none
  expectDataBytes(source, header.length, header.length * COLUMN_TYPE_FACTS[header.type].bytes, data.length);
  const array = viewStored(header.type, data.buffer, data.byteOffset, header.length);
  toPlatformOrder(array, header.byteOrder);
  return decodedAs(array, header.type, options.type, source) as Decoded<TypeRead<As>>;
}
