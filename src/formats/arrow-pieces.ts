// Arrow data as smaller ones: each has some of the record batches, and memory holds one at a time.

import { END_OF_STREAM, type StreamMessage, streamMessages } from "./arrow-stream.ts";
import {
  type ByteSource,
  joinedBytes,
  type ReadControl,
  readEverything,
  sourceBehind,
} from "./byte-source.ts";
import {
  type ArrowBlock,
  type ArrowFooter,
  arrowFooter,
  CONTINUATION,
  hasMagic,
  MAGIC,
  messageOf,
} from "./check-arrow.ts";
import { openArrow } from "./decode-arrow.ts";
import { byteSourceOfAccess } from "./open-file.ts";
import type { RandomAccess } from "./open-parquet.ts";
import type { ColumnsPlace } from "./read-column-data.ts";

/** Bytes of record batches that a piece has at least; as many as the dictionaries have, if these are longer, as each piece has all of them. */
const PIECE_BYTES = 1 << 20;

/** What stands in front of the first message of a file. */
const HEAD_BYTES = 8;

/** Arrow data with some of the batches of others. */
interface ArrowPiece {
  readonly bytes: Uint8Array;
  readonly doneBytes: number; // how many of the others the pieces so far stand for
}

type PieceOptions = ReadControl & {
  readonly source: string;
  readonly leastRows?: number | undefined; // that a piece has, if there are so many; default: what PIECE_BYTES says
};

/**
 * Files or streams of some of the batches each, in their order, at least one. A file that comes in order is one piece, as its footer leads to its messages;
 * so is one whose footer does not: what is wrong with it is told where it is read.
 *
 * @throws FormatError for a stream whose next message is damaged
 */
export async function* arrowPieces(
  { inOrder, anywhere }: ColumnsPlace,
  options: PieceOptions,
): AsyncGenerator<ArrowPiece> {
  const footer = anywhere && (await arrowFooter(anywhere));
  if (anywhere !== undefined && footer !== undefined) {
    yield* filePieces(anywhere, footer, options);
    return;
  }
  const source = anywhere === undefined ? inOrder : byteSourceOfAccess(anywhere, options.source);
  const head = new Uint8Array(HEAD_BYTES);
  const begun = head.subarray(0, await source.fill(head));
  const whole = sourceBehind(begun, source);
  if (begun.length > 0 && !hasMagic(begun, 0)) {
    yield* streamPieces(whole, options);
    return;
  }
  const bytes = await readEverything(whole, options);
  yield { bytes, doneBytes: bytes.length };
}

/** A record batch that has not been read. */
interface ArrowBatch {
  readonly rows: number;
  /** The batch as a file of its own. */
  read(): Promise<Uint8Array>;
}

/**
 * The batches of a file one by one, and a file without any that has its columns. Of a file only what says where they are is read; a stream, which has nothing
 * of the kind, is one batch.
 *
 * @throws FormatError, UnsupportedError as `openArrow`
 */
export async function arrowBatches(
  file: RandomAccess,
  source: string,
): Promise<{ readonly schema: Uint8Array; readonly batches: readonly ArrowBatch[] }> {
  const footer = await arrowFooter(file);
  if (footer === undefined) {
    const bytes = new Uint8Array(await file.slice(0, file.byteLength));
    const { table } = await openArrow(bytes, source);
    return { schema: bytes, batches: [{ rows: table.numRows, read: async () => bytes }] };
  }
  const dictionaries: Placed[] = [];
  for (const block of footer.dictionaries) dictionaries.push(await placed(file, block));
  const batches: ArrowBatch[] = [];
  for (const block of footer.batches) {
    const metadata = new Uint8Array(await file.slice(block.offset, block.offset + block.metadataBytes));
    const read = async (): Promise<Uint8Array> => pieceOf(footer, dictionaries, [await placed(file, block)]);
    batches.push({ rows: rowsOf(metadata, block), read });
  }
  return { schema: pieceOf(footer, dictionaries, []), batches };
}

async function* filePieces(
  file: RandomAccess,
  footer: ArrowFooter,
  options: PieceOptions,
): AsyncGenerator<ArrowPiece> {
  const dictionaries: Placed[] = [];
  for (const block of footer.dictionaries) dictionaries.push(await placed(file, block));
  let batches: Placed[] = [];
  let isFirst = true;
  for (const block of footer.batches) {
    batches.push(await placed(file, block));
    if (!isEnough(batches, dictionaries, options)) continue;
    const bytes = pieceOf(footer, dictionaries, batches);
    batches = []; // before the piece is used, so that its batches are in memory once
    isFirst = false;
    yield { bytes, doneBytes: endOf(block) };
  }
  if (batches.length > 0 || isFirst) {
    yield { bytes: pieceOf(footer, dictionaries, batches), doneBytes: file.byteLength };
  }
}

async function* streamPieces(stream: ByteSource, options: PieceOptions): AsyncGenerator<ArrowPiece> {
  let schema: readonly StreamMessage[] = [];
  const dictionaries = new Map<number, readonly StreamMessage[]>(); // by their id: the last one, and what was added to it
  let batches: StreamMessage[] = [];
  let [doneBytes, isFirst] = [0, true];
  const piece = (): ArrowPiece => {
    const messages = [...schema, ...[...dictionaries.values()].flat(), ...batches];
    batches = [];
    isFirst = false;
    const bytes = joinedBytes([...messages.flatMap(({ parts }) => parts), END_OF_STREAM]);
    return { bytes, doneBytes };
  };
  for await (const message of streamMessages(stream, options.source)) {
    const { kind, dictionary } = message;
    if (dictionary !== undefined) {
      // Batches so far have the dictionaries so far.
      if (batches.length > 0) yield piece();
      const before = dictionary.isDelta ? dictionaries.get(dictionary.id) : undefined;
      dictionaries.set(dictionary.id, [...(before ?? []), message]);
    } else if (kind === "batch") batches.push(message);
    else schema = [...schema, message];
    doneBytes += message.byteLength;
    if (kind === "batch" && isEnough(batches, [...dictionaries.values()].flat(), options)) yield piece();
  }
  if (batches.length > 0 || isFirst) yield piece();
}

interface Sized {
  readonly byteLength: number;
  readonly rows: number;
}

/** Whether batches are a piece. */
function isEnough(
  batches: readonly Sized[],
  dictionaries: readonly Sized[],
  { leastRows }: PieceOptions,
): boolean {
  if (leastRows !== undefined) return batches.reduce((sum, { rows }) => sum + rows, 0) >= leastRows;
  return bytesOf(batches) >= Math.max(PIECE_BYTES, bytesOf(dictionaries));
}

/** A message, and what the footer says of it. */
interface Placed extends Sized {
  readonly block: ArrowBlock;
  readonly bytes: Uint8Array;
}

async function placed(file: RandomAccess, block: ArrowBlock): Promise<Placed> {
  const bytes = new Uint8Array(await file.slice(block.offset, endOf(block)));
  return { block, bytes, byteLength: bytes.length, rows: rowsOf(bytes, block) };
}

/** None of a message that is damaged, which is told where it is read. */
function rowsOf(bytes: Uint8Array, { metadataBytes }: ArrowBlock): number {
  try {
    const hasMark = new DataView(bytes.buffer).getUint32(0, true) === CONTINUATION;
    return messageOf(bytes.subarray(hasMark ? 8 : 4, metadataBytes)).rows;
  } catch (cause) {
    if (cause instanceof RangeError) return 0;
    throw cause;
  }
}
function endOf({ offset, metadataBytes, bodyBytes }: ArrowBlock): number {
  return offset + metadataBytes + bodyBytes;
}

function bytesOf(messages: readonly Sized[]): number {
  return messages.reduce((sum, { byteLength }) => sum + byteLength, 0);
}

/** A file of these messages: the footer of the whole one, in which the blocks of the others are left out. */
function pieceOf(
  { bytes, dictionaryBlocks, batchBlocks, blockBytes }: ArrowFooter,
  dictionaries: readonly Placed[],
  batches: readonly Placed[],
): Uint8Array {
  const footer = bytes.slice();
  const view = new DataView(footer.buffer);
  const bodyBytes = bytesOf(dictionaries) + bytesOf(batches);
  const file = new Uint8Array(HEAD_BYTES + bodyBytes + footer.length + 4 + MAGIC.length);
  const magic = new TextEncoder().encode(MAGIC);
  file.set(magic);
  let at = HEAD_BYTES;
  const place = (messages: readonly Placed[], vectorStart: number): void => {
    for (const [i, { block, bytes: message }] of messages.entries()) {
      const start = vectorStart + i * blockBytes;
      view.setBigInt64(start, BigInt(at), true);
      view.setInt32(start + 8, block.metadataBytes, true);
      view.setBigInt64(start + 16, BigInt(block.bodyBytes), true);
      file.set(message, at);
      at += message.length;
    }
  };
  place(dictionaries, dictionaryBlocks);
  place(batches, batchBlocks);
  if (batchBlocks > 0) view.setUint32(batchBlocks - 4, batches.length, true); // a vector's length stands in front of it
  file.set(footer, at);
  new DataView(file.buffer).setUint32(at + footer.length, footer.length, true);
  file.set(magic, at + footer.length + 4);
  return file;
}
