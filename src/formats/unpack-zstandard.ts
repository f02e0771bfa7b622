// Zstandard's format, unpacked block by block: a page of Parquet may be as long as its group of rows, and the packages unpack it whole.

import { type ByteWindow, byteWindow } from "./byte-window.ts";

/** What a frame looks back at is kept by its decoder: none must take more, and writers of Parquet ask for 2 MiB unless told otherwise. */
const MOST_WINDOW_BYTES = 8 << 20;

const MAGIC = 0xfd2f_b528;
const DESCRIPTOR_AT = 4;
const CHECKSUM_BYTES = 4;
const BLOCK_HEAD_BYTES = 3;
const RUN_BLOCK = 1;

/** A frame that looks further back than what is kept. */
export class WideWindowError extends RangeError {}

/**
 * The bytes that are packed, part by part.
 *
 * @param length that they must have
 * @throws RangeError for what is no such data; WideWindowError before any part
 * @see https://www.rfc-editor.org/rfc/rfc8878
 */
export async function* unpackZstandard(
  packed: AsyncIterator<Uint8Array, unknown>,
  length: number,
): AsyncGenerator<Uint8Array, void> {
  const { Decompress } = await import("./zstandard-decoder.ts");
  const input = byteWindow(packed);
  let parts: Uint8Array[] = [];
  let written = 0;
  const decoder = new Decompress((part) => {
    written += part.length;
    parts.push(part);
  });
  const push = (bytes: Uint8Array, isLast = false): void => {
    try {
      decoder.push(bytes.slice(), isLast); // it keeps what it does not need yet
    } catch (cause) {
      throw new RangeError((cause as Error).message, { cause });
    }
    if (written > length) throw new RangeError(`${written} packed bytes in a page of ${length}`);
  };
  for (;;) {
    await input.fill(1);
    if (input.left === 0) break;
    const checksumBytes = await pushFrameHead(input, push);
    for (let isLast = false; !isLast; ) {
      const head = await input.take(BLOCK_HEAD_BYTES);
      const word = head[0] | (head[1] << 8) | (head[2] << 16);
      isLast = (word & 1) === 1;
      const byteLength = ((word >>> 1) & 3) === RUN_BLOCK ? 1 : word >>> 3;
      push(head);
      push(await input.take(byteLength));
      yield* parts;
      parts = [];
    }
    push(await input.take(checksumBytes));
  }
  push(new Uint8Array(0), true); // a frame of a few bytes has waited for more
  yield* parts;
  if (written !== length) throw new RangeError(`${written} packed bytes in a page of ${length}`);
}

/** Hands over what comes before the blocks of a frame, and says how many bytes come behind them. @throws WideWindowError */
async function pushFrameHead(input: ByteWindow, push: (bytes: Uint8Array) => void): Promise<number> {
  const start = (await input.take(DESCRIPTOR_AT + 1)).slice();
  const descriptor = start[DESCRIPTOR_AT];
  const isSingle = (descriptor & 0x20) !== 0; // one segment: it looks as far back as it is long
  const [dictionaryBytes, sizeBits] = [descriptor & 3, descriptor >>> 6];
  const sizeBytes = sizeBits === 0 ? Number(isSingle) : 1 << sizeBits;
  const rest = (await input.take((isSingle ? 0 : 1) + dictionaryBytes + sizeBytes)).slice();
  const window = isSingle ? sizeIn(rest) : 2 ** (10 + (rest[0] >>> 3)) * (1 + (rest[0] & 7) / 8);
  const isFrame = new DataView(start.buffer).getUint32(0, true) === MAGIC && dictionaryBytes === 0;
  if (!isFrame || window > MOST_WINDOW_BYTES) {
    throw new WideWindowError(`a frame that looks ${window} bytes back`);
  }
  push(start);
  push(rest);
  return (descriptor & 4) === 0 ? 0 : CHECKSUM_BYTES;
}

/** A frame's length, little-endian; of two bytes it begins at 256. */
function sizeIn(bytes: Uint8Array): number {
  const size = bytes.reduceRight((sum, byte) => 256 * sum + byte, 0);
  return bytes.length === 2 ? size + 256 : size;
}
