// An array that is read a chunk at a time, in memory that does not grow with it: all chunks share one buffer.

import { checkInteger, checkObject } from "../values/check-arguments.ts";
import { checkStored } from "../values/check-arrays.ts";
import { checkName } from "../values/check-name.ts";
import { ACCUMULATION_TYPES } from "../values/convert.ts";
import {
  COLUMN_TYPE_FACTS,
  type ElementArray,
  type ElementType,
  isNarrowType,
  type NarrowArray,
  type NarrowType,
  STORAGE_TYPES,
  type StorageArray,
  type StorageType,
} from "../values/element-types.ts";
import { FormatError } from "../values/errors.ts";
import type { ColumnsOf, StoredArray, StoredType } from "../values/value-types.ts";
import { widenColumn } from "../values/widen-column.ts";
import type { ByteSource, ReadControl } from "./byte-source.ts";
import { rawLength } from "./decode-raw.ts";
import type { Decoded, DecodeOptions, ReadType } from "./decoded.ts";
import { allocateColumn, type ByteOrder, toPlatformOrder } from "./element-memory.ts";
import { decodedAs, expectDataBytes, expectEnd, readNpyElements, readNpyHeader } from "./read-npy.ts";

/** An array that is read once, a chunk at a time. */
export interface ArrayChunks<Type extends StorageType = ElementType> {
  readonly type: Type;
  readonly length: number | undefined; // elements in all; of raw data in a pipe not known before their end
  readonly nullCount: number; // of CSV of the chunks so far
  /** The elements in order. A chunk may be changed, and is valid until the next one is asked for: they share memory. */
  readonly chunks: AsyncIterable<StorageArray<Type>>;
}

/** Elements of a chunk: half a MiB of doubles stays in a second-level cache from the reading to the writing. */
const CHUNK_LENGTH = 65_536;

/** What was read at once, as one chunk. @throws InvalidArgumentError for what no reader of elements gives */
export function oneChunk<Type extends StorageType = ElementType>(decoded: Decoded<Type>): ArrayChunks<Type> {
  checkObject("decoded", decoded);
  const type = checkName("decoded.type", STORAGE_TYPES, decoded.type) as Type;
  const array = checkStored("decoded.array", type, decoded.array) as StorageArray<Type>;
  const nullCount = checkInteger("decoded.nullCount", decoded.nullCount);
  async function* chunks(): AsyncGenerator<StorageArray<Type>> {
    yield array;
  }
  return { type, length: array.length, nullCount, chunks: chunks() };
}

/** The data of a .npy source. To be converted they are read at once, so that what does not convert is told by its row. */
export async function npyChunks(
  source: ByteSource,
  options: DecodeOptions<ReadType> & ReadControl,
): Promise<ArrayChunks<StorageType>> {
  const name = options.source ?? source.name;
  const header = await readNpyHeader(source, name, options.type);
  const { type: own, length } = header;
  const wanted = options.type === "stored" ? own : options.type;
  if (own === "bool" || (wanted ?? own) !== own) {
    const array = await readNpyElements(source, name, header, options);
    return oneChunk(decodedAs(array, own, wanted, name) as Decoded<StorageType>);
  }
  const chunks = npyElements(source, name, header, options) as AsyncIterable<StorageArray>;
  if (!isNarrowType(own) || wanted === own) return { type: own, length, nullCount: 0, chunks };
  const [type] = ACCUMULATION_TYPES[own];
  return { type, length, nullCount: 0, chunks: widenedChunks(chunks, own, type) };
}

/** The data behind a header, as they are stored. */
export async function* npyElements(
  source: ByteSource,
  name: string,
  header: Awaited<ReturnType<typeof readNpyHeader>>,
  control: ReadControl,
): AsyncGenerator<StoredArray> {
  const { type, length, byteOrder } = header;
  const doneBytes = yield* filledChunks(source, { type, length, byteOrder }, control);
  expectDataBytes(name, length, length * COLUMN_TYPE_FACTS[type].bytes, doneBytes);
  await expectEnd(source, name, header);
}

async function* widenedChunks(
  chunks: AsyncIterable<StorageArray>,
  own: NarrowType,
  type: ElementType,
): AsyncGenerator<ElementArray> {
  for await (const chunk of chunks) yield widenColumn(own, chunk as NarrowArray, type);
}

/** Raw little-endian elements to the end of a source. */
export function rawChunks<Type extends StorageType>(
  source: ByteSource,
  type: Type,
  control: ReadControl,
): ArrayChunks<Type> {
  const { length, chunks } = rawElements(source, type, control);
  return { type, length, nullCount: 0, chunks: chunks as AsyncIterable<StorageArray<Type>> };
}

/** The same of bools, too. */
export function rawElements<Type extends StoredType>(
  source: ByteSource,
  type: Type,
  control: ReadControl,
): { readonly length: number | undefined; readonly chunks: AsyncIterable<ColumnsOf<Type>> } {
  const { name, byteLength } = source;
  const length = byteLength === undefined ? undefined : rawLength(byteLength, type, name);
  async function* chunks(): AsyncGenerator<ColumnsOf<Type>> {
    const doneBytes = yield* filledChunks(source, { type, length, byteOrder: "little" }, control);
    rawLength(doneBytes, type, name);
    if (byteLength === undefined || doneBytes === byteLength) return;
    throw new FormatError(
      name,
      "a file that keeps its size while it is read",
      `${doneBytes} of ${byteLength} bytes`,
    );
  }
  return { length, chunks: chunks() };
}

/** The whole elements of up to `length`, chunk by chunk in one piece of memory; returns how many bytes there were. */
async function* filledChunks<Type extends StoredType>(
  source: ByteSource,
  { type, length = Number.POSITIVE_INFINITY, byteOrder }: Filling<Type>,
  control: ReadControl,
): AsyncGenerator<ColumnsOf<Type>, number, void> {
  const { bytes } = COLUMN_TYPE_FACTS[type];
  const buffer: StoredArray = allocateColumn(source.name, type, Math.min(length, CHUNK_LENGTH));
  let doneBytes = 0;
  while (doneBytes < length * bytes) {
    control.signal?.throwIfAborted();
    const wanted = Math.min(buffer.byteLength, length * bytes - doneBytes);
    const filled = await source.fill(new Uint8Array(buffer.buffer, 0, wanted));
    doneBytes += filled;
    control.onProgress?.(doneBytes, Number.isFinite(length) ? length * bytes : undefined);
    const chunk = buffer.subarray(0, Math.floor(filled / bytes));
    toPlatformOrder(chunk, byteOrder);
    if (chunk.length > 0) yield chunk as ColumnsOf<Type>;
    if (filled < wanted) break;
  }
  return doneBytes;
}

interface Filling<Type extends StoredType> {
  readonly type: Type;
  readonly length: number | undefined;
  readonly byteOrder: ByteOrder;
}
