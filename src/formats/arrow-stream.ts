// The messages of an Arrow IPC stream one after the other, so that a pipe need not be collected before its first batch is used.

import { type ByteSource, readUpTo } from "./byte-source.ts";
import {
  ARROW_ERRORS,
  BATCH_HEADER,
  CONTINUATION,
  checkRows,
  type MessageSaid,
  messageOf,
  SCHEMA_HEADER,
} from "./check-arrow.ts";

/** What stands where a stream ends. */
export const END_OF_STREAM: Uint8Array = Uint8Array.of(255, 255, 255, 255, 0, 0, 0, 0);

/** A message. */
export interface StreamMessage {
  readonly parts: readonly Uint8Array[]; // its prefix, metadata and body
  readonly byteLength: number; // of all of them
  readonly rows: number; // of a batch
  readonly kind: "schema" | "batch" | "other";
  readonly dictionary: MessageSaid["dictionary"];
}

/** The messages up to the end marker. What is wrong with one is told as `checkArrow` tells it of bytes that are there. @throws FormatError */
export async function* streamMessages(
  stream: ByteSource,
  source: string,
): AsyncGenerator<StreamMessage, void> {
  const reader = readerOf(stream, source);
  try {
    for (;;) {
      const message = await nextMessage(reader, source);
      if (message === undefined) return;
      yield message;
    }
  } catch (cause) {
    if (cause instanceof RangeError) throw ARROW_ERRORS.offset(source);
    throw cause;
  }
}

/** Takes bytes of a stream; `prefix` is told as cut off where there are too few. */
interface StreamReader {
  readonly take: (count: number) => Promise<Uint8Array>;
  readonly prefix: (isFirst: boolean) => Promise<number>;
}

function readerOf(stream: ByteSource, source: string): StreamReader {
  let doneBytes = 0;
  const take = async (count: number): Promise<Uint8Array> => {
    const bytes = await readUpTo(stream, count);
    doneBytes += bytes.length;
    return bytes;
  };
  return {
    take,
    async prefix(isFirst) {
      const bytes = await take(4);
      if (bytes.length === 0 && isFirst) throw ARROW_ERRORS.end(source, doneBytes);
      if (bytes.length < 4) throw ARROW_ERRORS.message(source, doneBytes);
      return new DataView(bytes.buffer).getUint32(0, true);
    },
  };
}

async function nextMessage(
  { take, prefix }: StreamReader,
  source: string,
): Promise<StreamMessage | undefined> {
  let length = await prefix(true);
  const hasMark = length === CONTINUATION;
  if (hasMark) length = await prefix(false); // without the mark in front it is older than version 0.15
  if (length === 0) return undefined;
  const metadata = await take(length);
  if (metadata.length < length) throw ARROW_ERRORS.metadata(source, length, metadata.length);
  const said = messageOf(metadata);
  const body = await take(Math.max(0, said.bodyBytes));
  if (body.length !== said.bodyBytes) throw ARROW_ERRORS.body(source, said.bodyBytes, body.length);
  checkRows(said, source);
  const marks = hasMark ? [CONTINUATION, length] : [length];
  const front = new Uint8Array(4 * marks.length);
  const view = new DataView(front.buffer);
  for (const [i, mark] of marks.entries()) view.setUint32(4 * i, mark, true);
  const byteLength = front.length + metadata.length + body.length;
  const { rows, dictionary } = said;
  return { parts: [front, metadata, body], byteLength, rows, kind: kindOf(said), dictionary };
}

function kindOf({ header }: MessageSaid): StreamMessage["kind"] {
  if (header === BATCH_HEADER) return "batch";
  return header === SCHEMA_HEADER ? "schema" : "other";
}
