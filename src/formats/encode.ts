// Arrays as the bytes of .npy and raw files, in windows, so that large arrays are written without a copy.

import { checkInteger } from "../values/check-arguments.ts";
import { checkElements } from "../values/check-arrays.ts";
import { checkName } from "../values/check-name.ts";
import {
  ELEMENT_TYPE_FACTS,
  ELEMENT_TYPES,
  type ElementArray,
  type ElementType,
  elementTypeOf,
} from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { checkAsyncIterable } from "./byte-source.ts";
import { littleEndianBytes } from "./element-memory.ts";
import { encodeNpyHeader } from "./npy-header.ts";

/** The formats that can be written. */
export type OutputFormat = "npy" | "raw";

export const OUTPUT_FORMATS: readonly OutputFormat[] = ["npy", "raw"];

const WINDOW_BYTES = 16 << 20;

/**
 * The bytes of an array as a .npy file (version 1.0, little-endian, one dimension).
 *
 * @throws InvalidArgumentError where `array` is not a typed array of the six types
 */
export function encodeNpy(array: ElementArray): Uint8Array<ArrayBuffer> {
  return joined(encodeInWindows(array, "npy"));
}

/** The little-endian bytes of an array, nothing around them. @throws InvalidArgumentError as `encodeNpy` */
export function encodeRaw(array: ElementArray): Uint8Array<ArrayBuffer> {
  return joined(encodeInWindows(array, "raw"));
}

/** The same bytes in windows, views of the array where the platform allows: so that large arrays are written without a copy. */
export function encodeInWindows(
  array: ElementArray,
  format: OutputFormat,
): Generator<Uint8Array, void, void> {
  return windowsOf(checkElements("array", array), checkName("format", OUTPUT_FORMATS, format));
}

function* windowsOf(array: ElementArray, format: OutputFormat): Generator<Uint8Array, void, void> {
  const type = elementTypeOf(array) as ElementType;
  if (format === "npy") yield encodeNpyHeader(type, array.length);
  const windowLength = WINDOW_BYTES / ELEMENT_TYPE_FACTS[type].bytes;
  for (let start = 0; start < array.length; start += windowLength) {
    yield littleEndianBytes(array, start, Math.min(start + windowLength, array.length));
  }
}

/** The same for an array that comes in chunks: of `length` elements in all, which a raw file need not know. */
export function encodeChunks(
  chunks: AsyncIterable<ElementArray>,
  format: OutputFormat,
  type: ElementType,
  length: number | undefined,
): AsyncGenerator<Uint8Array, void, void> {
  checkAsyncIterable("chunks", chunks);
  checkName("format", OUTPUT_FORMATS, format);
  checkName("type", ELEMENT_TYPES, type);
  if (length !== undefined) checkInteger("length", length);
  return encodedChunks(chunks, format, type, length);
}

async function* encodedChunks(
  chunks: AsyncIterable<ElementArray>,
  format: OutputFormat,
  type: ElementType,
  length: number | undefined,
): AsyncGenerator<Uint8Array, void, void> {
  if (format === "npy") {
    if (length === undefined) {
      throw new InvalidArgumentError("length", "known before the first chunk, for a .npy file", "none");
    }
    yield encodeNpyHeader(type, length);
  }
  for await (const chunk of chunks) yield* encodeInWindows(chunk, "raw");
}

function joined(parts: Iterable<Uint8Array>): Uint8Array<ArrayBuffer> {
  const windows = [...parts];
  const bytes = new Uint8Array(windows.reduce((sum, window) => sum + window.length, 0));
  let offset = 0;
  for (const window of windows) {
    bytes.set(window, offset);
    offset += window.length;
  }
  return bytes;
}
