import { ELEMENT_TYPE_FACTS, type ElementArray, type ElementType } from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import type { ReadControl } from "./byte-source.ts";
import { encodeChunks, encodeInWindows, type OutputFormat } from "./encode.ts";
import { formatOfPath } from "./format-of-path.ts";
import { writeBytes } from "./write-bytes.ts";

export interface WriteOptions extends ReadControl {
  readonly format?: OutputFormat | undefined; // default: by the file's extension, .npy where it tells nothing
}

/**
 * Writes an array to a file, .npy or raw little-endian: beside it first, then renamed, so that the file is whole or untouched.
 *
 * `readArray` reads it back: the extension picks the format there too. What fails or is aborted leaves nothing behind. A link is
 * followed, to a file that is not there yet too; a device or a pipe is written straight into.
 *
 * @throws FormatError for a place that cannot be written; InvalidArgumentError for an extension of a format that holds columns
 */
export async function writeArray(
  path: string,
  array: ElementArray,
  options: WriteOptions = {},
): Promise<void> {
  const format = options.format ?? arrayFormatOf(path);
  return writeBytes(path, () => encodeInWindows(array, format), array.byteLength, options);
}

/** The same for an array that comes in chunks, of `length` elements in all. Chunks may be used again once the next is asked for. */
export async function writeChunks(
  path: string,
  chunks: AsyncIterable<ElementArray>,
  size: { readonly type: ElementType; readonly length: number | undefined },
  options: WriteOptions = {},
): Promise<void> {
  const { type, length } = size;
  const format = options.format ?? arrayFormatOf(path);
  const byteLength = length === undefined ? undefined : length * ELEMENT_TYPE_FACTS[type].bytes;
  return writeBytes(path, () => encodeChunks(chunks, format, type, length), byteLength, options);
}

/** @throws InvalidArgumentError where the file would be taken for one of another format */
function arrayFormatOf(path: string): OutputFormat {
  const format = formatOfPath(path) ?? "npy";
  if (format === "npy" || format === "raw") return format;
  throw new InvalidArgumentError(
    "path",
    "a .npy, .raw or .bin file, as one array is written",
    JSON.stringify(path),
  );
}
