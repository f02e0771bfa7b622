// An array that is read a chunk at a time, in memory that does not grow with it: all chunks share one buffer.

import { checkInteger, checkObject } from "../values/check-arguments.ts";
import { checkElements } from "../values/check-arrays.ts";
import { checkName } from "../values/check-name.ts";
import {
  ELEMENT_TYPE_FACTS,
  ELEMENT_TYPES,
  type ElementArray,
  type ElementType,
  isNarrowType,
  newElementArray,
} from "../values/element-types.ts";
import { FormatError } from "../values/errors.ts";
import type { ByteSource, ReadControl } from "./byte-source.ts";
import { rawLength } from "./decode-raw.ts";
import type { Decoded, DecodeOptions } from "./decoded.ts";
import { type ByteOrder, toPlatformOrder } from "./element-memory.ts";
import { decodedAs, expectDataBytes, expectEnd, readNpyElements, readNpyHeader } from "./read-npy.ts";

/** An array that is read once, a chunk at a time. */
export interface ArrayChunks {
  readonly type: ElementType;
  readonly length: number | undefined; // elements in all; of raw data in a pipe not known before their end
  readonly nullCount: number;
  /** The elements in order. A chunk may be changed, and is valid until the next one is asked for: they share memory. */
  readonly chunks: AsyncIterable<ElementArray>;
}

/** Elements of a chunk: half a MiB of doubles stays in a second-level cache from the reading to the writing. */
const CHUNK_LENGTH = 65_536;

/** What was read at once, as one chunk. */
export function oneChunk(decoded: Decoded): ArrayChunks {
  checkObject("decoded", decoded);
  const array = checkElements("decoded.array", decoded.array);
  const type = checkName("decoded.type", ELEMENT_TYPES, decoded.type);
  const nullCount = checkInteger("decoded.nullCount", decoded.nullCount);
  async function* chunks(): AsyncGenerator<ElementArray> {
    yield array;
  }
  return { type, length: array.length, nullCount, chunks: chunks() };
}

/** The data of a .npy source. To be converted they are read at once, so that what does not convert is told by its row. */
export async function npyChunks(
  source: ByteSource,
  options: DecodeOptions & ReadControl,
): Promise<ArrayChunks> {
  const name = options.source ?? source.name;
  const header = await readNpyHeader(source, name);
  const { type: own, length, byteOrder } = header;
  if (isNarrowType(own) || (options.type ?? own) !== own) {
    const array = await readNpyElements(source, name, header, options);
    return oneChunk(decodedAs(array, own, options.type, name));
  }
  const type = own;
  async function* chunks(): AsyncGenerator<ElementArray> {
    const wanted = length * ELEMENT_TYPE_FACTS[type].bytes;
    const doneBytes = yield* filledChunks(source, { type, length, byteOrder }, options);
    expectDataBytes(name, length, wanted, doneBytes);
    await expectEnd(source, name, header);
  }
  return { type, length, nullCount: 0, chunks: chunks() };
}

/** Raw little-endian elements to the end of a source. */
export function rawChunks(source: ByteSource, type: ElementType, control: ReadControl): ArrayChunks {
  const { name, byteLength } = source;
  const length = byteLength === undefined ? undefined : rawLength(byteLength, type, name);
  async function* chunks(): AsyncGenerator<ElementArray> {
    const doneBytes = yield* filledChunks(source, { type, length, byteOrder: "little" }, control);
    rawLength(doneBytes, type, name);
    if (byteLength === undefined || doneBytes === byteLength) return;
    throw new FormatError(
      name,
      "a file that keeps its size while it is read",
      `${doneBytes} of ${byteLength} bytes`,
    );
  }
  return { type, length, nullCount: 0, chunks: chunks() };
}

/** The whole elements of up to `length`, chunk by chunk in one piece of memory; returns how many bytes there were. */
async function* filledChunks(
  source: ByteSource,
  { type, length = Number.POSITIVE_INFINITY, byteOrder }: Filling,
  control: ReadControl,
): AsyncGenerator<ElementArray, number, void> {
  const { bytes } = ELEMENT_TYPE_FACTS[type];
  const buffer = newElementArray(type, Math.min(length, CHUNK_LENGTH));
  let doneBytes = 0;
  while (doneBytes < length * bytes) {
    control.signal?.throwIfAborted();
    const wanted = Math.min(buffer.byteLength, length * bytes - doneBytes);
    const filled = await source.fill(new Uint8Array(buffer.buffer, 0, wanted));
    doneBytes += filled;
    control.onProgress?.(doneBytes, Number.isFinite(length) ? length * bytes : undefined);
    const chunk = buffer.subarray(0, Math.floor(filled / bytes));
    toPlatformOrder(chunk, byteOrder);
    if (chunk.length > 0) yield chunk;
    if (filled < wanted) break;
  }
  return doneBytes;
}

interface Filling {
  readonly type: ElementType;
  readonly length: number | undefined;
  readonly byteOrder: ByteOrder;
}
