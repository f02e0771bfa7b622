// An Arrow file as smaller ones: each has some of the record batches, and memory holds one at a time.

import { type ArrowBlock, type ArrowFooter, arrowFooter, MAGIC } from "./check-arrow.ts";
import type { RandomAccess } from "./open-parquet.ts";

/** Bytes of record batches that a piece has at least; as many as the dictionaries have, if these are longer, as each piece has all of them. */
const PIECE_BYTES = 1 << 20;

/** What stands in front of the first message. */
const HEAD_BYTES = 8;

/** Told how many bytes of the file the pieces so far stand for. */
export interface ArrowPiece {
  readonly bytes: Uint8Array;
  readonly doneBytes: number;
}

/**
 * Files of some of the batches each, in their order, at least one. Anything but a file whose footer leads to its messages is one piece: what is wrong
 * with it is told where it is read.
 */
export async function* arrowPieces(file: RandomAccess): AsyncGenerator<ArrowPiece, void> {
  const footer = await arrowFooter(file);
  if (footer === undefined) {
    yield { bytes: new Uint8Array(await file.slice(0)), doneBytes: file.byteLength };
    return;
  }
  const dictionaries: Placed[] = [];
  for (const block of footer.dictionaries) dictionaries.push(await placed(file, block));
  const least = Math.max(PIECE_BYTES, bytesOf(dictionaries));
  let batches: Placed[] = [];
  let isFirst = true;
  for (const block of footer.batches) {
    batches.push(await placed(file, block));
    if (bytesOf(batches) < least) continue;
    yield { bytes: pieceOf(footer, dictionaries, batches), doneBytes: endOf(block) };
    batches = [];
    isFirst = false;
  }
  if (batches.length > 0 || isFirst) {
    yield { bytes: pieceOf(footer, dictionaries, batches), doneBytes: file.byteLength };
  }
}

/** A message, and what the footer says of it. */
interface Placed {
  readonly block: ArrowBlock;
  readonly bytes: Uint8Array;
}

async function placed(file: RandomAccess, block: ArrowBlock): Promise<Placed> {
  return { block, bytes: new Uint8Array(await file.slice(block.offset, endOf(block))) };
}

function endOf({ offset, metadataBytes, bodyBytes }: ArrowBlock): number {
  return offset + metadataBytes + bodyBytes;
}

function bytesOf(messages: readonly Placed[]): number {
  return messages.reduce((sum, { bytes }) => sum + bytes.length, 0);
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
