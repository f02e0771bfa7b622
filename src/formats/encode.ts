// Arrays as the bytes of .npy and raw files, in windows, so that large arrays are written without a copy.

import { checkInteger } from "../values/check-arguments.ts";
import { checkStored } from "../values/check-arrays.ts";
import { checkName } from "../values/check-name.ts";
import { describe } from "../values/describe.ts";
import {
  COLUMN_TYPE_FACTS,
  elementTypeOf,
  narrowTypeOf,
  type StorageArray,
} from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { STORED_TYPES, type StoredArray, type StoredType } from "../values/value-types.ts";
import { checkAsyncIterable, joinedBytes } from "./byte-source.ts";
import { littleEndianBytes } from "./element-memory.ts";
import { encodeNpyHeader } from "./npy-header.ts";

/** The formats that can be written. */
export type OutputFormat = "npy" | "raw";

export const OUTPUT_FORMATS: readonly OutputFormat[] = ["npy", "raw"];

const WINDOW_BYTES = 16 << 20;

/** An array that can be written: of numbers, of the bits of half floats, or of bools; a Float16Array too, where the engine has it. */
export type WritableArray = StorageArray | ArrayBufferView;

/** An array with the type that it is written as. */
interface TypedData {
  readonly array: StoredArray;
  readonly type: StoredType;
}

/**
 * An array to be written, with its type: that of its class, or the one that is said, of 16-bit words and of bools.
 *
 * @throws InvalidArgumentError for 16-bit words that nobody says the type of, and for an array of another type than is said
 */
export function typedData(array: unknown, asked: StoredType | undefined): TypedData {
  const own = elementTypeOf(array) ?? narrowTypeOf(array);
  const type = asked === undefined ? own : checkName("type", STORED_TYPES, asked);
  if (type === undefined) {
    const expected =
      array instanceof Uint16Array ? 'written with a "type": u16, f16 or bf16' : "a typed array of elements";
    throw new InvalidArgumentError("array", expected, describe(array));
  }
  return { array: checkStored("array", type, array), type };
}

/**
 * The bytes of an array as a .npy file (version 1.0, little-endian, one dimension). `type` says what 16-bit words are (u16, f16, bf16), and that bytes are bools.
 *
 * bf16, which numpy has not, is written as `<V2`, as numpy writes what ml_dtypes adds to it.
 *
 * @throws InvalidArgumentError where `array` is not a typed array of that type
 */
export function encodeNpy(array: WritableArray, type?: StoredType): Uint8Array<ArrayBuffer> {
  return joinedBytes(encodeInWindows(array, "npy", type));
}

/** The little-endian bytes of an array, nothing around them. @throws InvalidArgumentError as `encodeNpy` */
export function encodeRaw(array: WritableArray, type?: StoredType): Uint8Array<ArrayBuffer> {
  return joinedBytes(encodeInWindows(array, "raw", type));
}

/** The same bytes in windows, views of the array where the platform allows: so that large arrays are written without a copy. */
export function encodeInWindows(
  array: WritableArray,
  format: OutputFormat,
  type?: StoredType,
): Generator<Uint8Array, void, void> {
  return windowsOf(typedData(array, type), checkName("format", OUTPUT_FORMATS, format));
}

function* windowsOf({ array, type }: TypedData, format: OutputFormat): Generator<Uint8Array, void, void> {
  if (format === "npy") yield encodeNpyHeader(type, array.length);
  const windowLength = WINDOW_BYTES / COLUMN_TYPE_FACTS[type].bytes;
  for (let start = 0; start < array.length; start += windowLength) {
    yield littleEndianBytes(array, start, Math.min(start + windowLength, array.length));
  }
}

/** The same for an array that comes in chunks: of `length` elements in all, which a raw file need not know. */
export function encodeChunks(
  chunks: AsyncIterable<WritableArray>,
  format: OutputFormat,
  type: StoredType,
  length: number | undefined,
): AsyncGenerator<Uint8Array, void, void> {
  checkAsyncIterable("chunks", chunks);
  checkName("format", OUTPUT_FORMATS, format);
  checkName("type", STORED_TYPES, type);
  if (length !== undefined) checkInteger("length", length);
  return encodedChunks(chunks, format, type, length);
}

async function* encodedChunks(
  chunks: AsyncIterable<WritableArray>,
  format: OutputFormat,
  type: StoredType,
  length: number | undefined,
): AsyncGenerator<Uint8Array, void, void> {
  if (format === "npy") {
    if (length === undefined) {
      throw new InvalidArgumentError("length", "known before the first chunk, for a .npy file", "none");
    }
    yield encodeNpyHeader(type, length);
  }
  for await (const chunk of chunks) yield* encodeInWindows(chunk, "raw", type);
}
