// Snappy's format, unpacked some bytes at a time: a page of Parquet may be as long as its group of rows, and the packages unpack it whole.

import { type ByteWindow, byteWindow } from "./byte-window.ts";

/** Copies reach back so far: encoders cut their input into blocks of so many bytes. */
const HISTORY_BYTES = 1 << 16;

/** Bytes of a part. */
const PART_BYTES = 1 << 18;

const LITERAL = -1; // the offset of bytes that are no copy
const LONGEST_TAG_BYTES = 5;
const LONGEST_COPY = 64;
const LONG_LITERAL = 60; // from here on the length has bytes of its own

/** A copy from further back than what is kept: the format allows it, though no encoder is known that makes one. */
export class FarCopyError extends RangeError {}

/**
 * The bytes that are packed, part by part, each valid until the next is asked for.
 *
 * @param length that they must have
 * @throws RangeError for what is no such data; FarCopyError
 * @see https://github.com/google/snappy/blob/main/format_description.txt
 */
export async function* unpackSnappy(
  packed: AsyncIterator<Uint8Array, unknown>,
  length: number,
): AsyncGenerator<Uint8Array, void> {
  const input = byteWindow(packed);
  await input.fill(LONGEST_TAG_BYTES);
  const said = littleVariable(input);
  if (said !== length) throw new RangeError(`${said} packed bytes in a page of ${length}`);
  const out = new Uint8Array(HISTORY_BYTES + PART_BYTES);
  let end = HISTORY_BYTES; // of what is written; the history is before it
  let written = 0; // in all
  const flushed = (): Uint8Array => out.subarray(HISTORY_BYTES, end);
  const forget = (): void => {
    out.copyWithin(0, end - HISTORY_BYTES, end);
    end = HISTORY_BYTES;
  };
  const unpackMany = (bytes: Uint8Array, at: number): number => {
    const to = unpackShort({ bytes, at, out, end, written });
    written += to.end - end;
    end = to.end;
    return to.at;
  };
  for (;;) {
    input.read(unpackMany);
    if (written >= length) break;
    if (input.left < LONGEST_TAG_BYTES) await input.fill(LONGEST_TAG_BYTES);
    const tag = tagOf(input);
    if (tag.length > length - written) {
      throw new RangeError(`${tag.length} packed bytes with ${length - written} left of a page`);
    }
    if (tag.offset !== LITERAL) expectNear(tag.offset, written);
    for (let left = tag.length; left > 0; ) {
      if (end === out.length) {
        yield flushed();
        forget();
      }
      let count = Math.min(left, out.length - end);
      if (tag.offset === LITERAL) {
        if (input.left === 0) await input.fill(1);
        count = input.copyTo(out, end, count);
        if (count === 0) throw new RangeError("a page that is cut off");
      } else copyBack(out, end, tag.offset, count);
      end += count;
      written += count;
      left -= count;
    }
  }
  if (written > length) throw new RangeError(`${written} packed bytes in a page of ${length}`);
  yield flushed();
}

/** Where bytes are read and written, and how many have been written so far. */
interface Place {
  readonly bytes: Uint8Array;
  readonly at: number;
  readonly out: Uint8Array;
  readonly end: number;
  readonly written: number;
}

/**
 * Unpacks as long as there are bytes and room for any short element, and stops before one that is not short or not sound.
 *
 * Nearly all elements of packed doubles have a few bytes: in the loop of a generator each took ten times as long.
 */
function unpackShort({ bytes, at, out, end, written }: Place): { readonly at: number; readonly end: number } {
  const lastAt = bytes.length - LONG_LITERAL - 1;
  const lastEnd = out.length - LONGEST_COPY;
  const before = written - end;
  while (at <= lastAt && end <= lastEnd) {
    const tag = bytes[at];
    const upper = tag >>> 2;
    if ((tag & 3) === 0) {
      if (upper >= LONG_LITERAL) break;
      for (let i = 0; i <= upper; i++) out[end + i] = bytes[at + 1 + i];
      at += 2 + upper;
      end += 1 + upper;
      continue;
    }
    const isShort = (tag & 3) === 1;
    if (!isShort && (tag & 3) !== 2) break;
    const count = isShort ? 4 + (upper & 7) : 1 + upper;
    const offset = isShort ? ((tag >>> 5) << 8) | bytes[at + 1] : bytes[at + 1] | (bytes[at + 2] << 8);
    if (offset === 0 || offset > before + end) break;
    for (let i = 0; i < count; i++) out[end + i] = out[end + i - offset];
    at += isShort ? 2 : 3;
    end += count;
  }
  return { at, end };
}

/** Bytes that come as they are, or from so far back. */
interface Tag {
  readonly length: number;
  readonly offset: number;
}

function tagOf(input: ByteWindow): Tag {
  const tag = input.byte();
  const upper = tag >>> 2;
  switch (tag & 3) {
    case 0:
      return {
        length: 1 + (upper < LONG_LITERAL ? upper : littleEndian(input, upper - LONG_LITERAL + 1)),
        offset: LITERAL,
      };
    case 1:
      return { length: 4 + (upper & 7), offset: ((tag >>> 5) << 8) | input.byte() };
    case 2:
      return { length: 1 + upper, offset: littleEndian(input, 2) };
    default:
      return { length: 1 + upper, offset: littleEndian(input, 4) };
  }
}

/** @throws RangeError */
function expectNear(offset: number, written: number): void {
  if (offset === 0 || offset > written)
    throw new RangeError(`a copy from ${offset} bytes back, of ${written}`);
  if (offset > HISTORY_BYTES) throw new FarCopyError(`a copy from ${offset} bytes back`);
}

/** Bytes may be copied that this copy has written itself. */
function copyBack(out: Uint8Array, end: number, offset: number, count: number): void {
  if (offset >= count) out.copyWithin(end, end - offset, end - offset + count);
  else for (let i = 0; i < count; i++) out[end + i] = out[end + i - offset];
}

function littleEndian(input: ByteWindow, byteLength: number): number {
  let value = 0;
  for (let i = 0; i < byteLength; i++) value += input.byte() * 2 ** (8 * i);
  return value;
}

function littleVariable(input: ByteWindow): number {
  let value = 0;
  for (let scale = 1; ; scale *= 128) {
    const byte = input.byte();
    value += (byte & 0x7f) * scale;
    if (byte < 0x80) return value;
    if (scale > 2 ** 28) throw new RangeError("a length without end");
  }
}
