import { ELEMENT_TYPE_FACTS, type ElementArray, type ElementType } from "../values/element-types.ts";
import type { ReadControl } from "./byte-source.ts";
import { encodeChunks, encodeInWindows, type OutputFormat } from "./encode.ts";
import { writeBytes } from "./write-bytes.ts";

export interface WriteOptions extends ReadControl {
  readonly format?: OutputFormat | undefined; // default "npy"
}

/**
 * Writes an array to a file, .npy or raw little-endian: beside it first, then renamed, so that the file is whole or untouched.
 *
 * What fails or is aborted leaves nothing behind. A link is followed; a device or a pipe is written straight into.
 *
 * @throws FormatError for a place that cannot be written
 */
export async function writeArray(
  path: string,
  array: ElementArray,
  options: WriteOptions = {},
): Promise<void> {
  return writeBytes(path, () => encodeInWindows(array, options.format ?? "npy"), array.byteLength, options);
}

/** The same for an array that comes in chunks, of `length` elements in all. Chunks may be used again once the next is asked for. */
export async function writeChunks(
  path: string,
  chunks: AsyncIterable<ElementArray>,
  size: { readonly type: ElementType; readonly length: number | undefined },
  options: WriteOptions = {},
): Promise<void> {
  const { type, length } = size;
  const byteLength = length === undefined ? undefined : length * ELEMENT_TYPE_FACTS[type].bytes;
  return writeBytes(
    path,
    () => encodeChunks(chunks, options.format ?? "npy", type, length),
    byteLength,
    options,
  );
}
