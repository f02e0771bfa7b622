// Arrow's lengths and offsets are checked before the library reads them: it believes them, and a damaged file takes minutes or all memory.

import { FormatError } from "../values/errors.ts";
import {
  checkedFlatTable,
  type FlatShape,
  type FlatTable,
  flatByte,
  flatChild,
  flatItems,
  flatLong,
} from "./flat-tables.ts";
import type { RandomAccess } from "./open-parquet.ts";

// Slots, struct sizes and union numbers are those of the Arrow columnar format, version 1.5: Schema.fbs, Message.fbs and File.fbs.
const KEY_VALUE: FlatShape = { 0: { kind: "text" }, 1: { kind: "text" } };
const INDEX_TYPE: FlatShape = {};
const DICTIONARY_ENCODING: FlatShape = { 1: { kind: "table", shape: () => INDEX_TYPE } };
const TYPES: Readonly<Record<number, FlatShape>> = {
  10: { 1: { kind: "text" } }, // Timestamp: its time zone
  14: { 1: { kind: "items", bytes: 4 } }, // Union: its type ids
};
const FIELD: FlatShape = {
  0: { kind: "text" },
  3: { kind: "union", typeSlot: 2, shapes: () => TYPES },
  4: { kind: "table", shape: () => DICTIONARY_ENCODING },
  5: { kind: "tables", shape: () => FIELD },
  6: { kind: "tables", shape: () => KEY_VALUE },
};
const SCHEMA: FlatShape = {
  1: { kind: "tables", shape: () => FIELD },
  2: { kind: "tables", shape: () => KEY_VALUE },
  3: { kind: "items", bytes: 8 },
};
const COMPRESSION: FlatShape = {};
const RECORD_BATCH: FlatShape = {
  1: { kind: "items", bytes: 16 },
  2: { kind: "items", bytes: 16 },
  3: { kind: "table", shape: () => COMPRESSION },
  4: { kind: "items", bytes: 8 },
};
const DICTIONARY_BATCH: FlatShape = { 1: { kind: "table", shape: () => RECORD_BATCH } };

export const SCHEMA_HEADER = 1;
const DICTIONARY_HEADER = 2;
export const BATCH_HEADER = 3;
const HEADERS: Readonly<Record<number, FlatShape>> = {
  [SCHEMA_HEADER]: SCHEMA,
  [DICTIONARY_HEADER]: DICTIONARY_BATCH,
  [BATCH_HEADER]: RECORD_BATCH,
};
const MESSAGE: FlatShape = {
  2: { kind: "union", typeSlot: 1, shapes: () => HEADERS },
  4: { kind: "tables", shape: () => KEY_VALUE },
};
const BLOCK_BYTES = 24;
const FOOTER: FlatShape = {
  1: { kind: "table", shape: () => SCHEMA },
  2: { kind: "items", bytes: BLOCK_BYTES },
  3: { kind: "items", bytes: BLOCK_BYTES },
  4: { kind: "tables", shape: () => KEY_VALUE },
};

export const MAGIC = "ARROW1";
const TAIL_BYTES = 4 + MAGIC.length;
export const CONTINUATION = 0xffffffff;
/** Bools take a bit, and nothing takes less. */
export const MOST_ROWS_PER_BYTE = 8;
const EXPECTED = "complete Arrow IPC data";

/**
 * Goes over the messages of Arrow IPC bytes, file or stream, before the library does, and refuses what would keep it busy: it believes every length,
 * reads zeros behind the end, takes a stream that was cut off for one that is over, and a block of a file's footer that leads to a message of
 * another kind is read for ever. A writer may by the format leave the end marker out, but then there is no telling what is missing.
 *
 * @throws FormatError
 */
export function checkArrow(bytes: Uint8Array, source: string): void {
  try {
    if (hasMagic(bytes, 0)) checkFile(bytes, source);
    else checkStream(bytes, source);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw ARROW_ERRORS.offset(source);
  }
}

export function hasMagic(bytes: Uint8Array, at: number): boolean {
  return String.fromCharCode(...bytes.subarray(at, at + MAGIC.length)) === MAGIC;
}

function checkStream(bytes: Uint8Array, source: string): void {
  let position = 0;
  while (position < bytes.length) {
    const message = messageAt(bytes, position, source);
    if (message === undefined) return;
    position = message.end;
  }
  throw ARROW_ERRORS.end(source, bytes.length);
}

function checkFile(bytes: Uint8Array, source: string): void {
  const tail = bytes.length - TAIL_BYTES;
  if (tail < MAGIC.length)
    throw new FormatError(source, EXPECTED, `the first ${bytes.length} bytes of a file`);
  if (!hasMagic(bytes, bytes.length - MAGIC.length))
    throw new FormatError(
      source,
      EXPECTED,
      `a file of ${bytes.length} bytes that does not end with ${MAGIC}`,
    );
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = view.getUint32(tail, true);
  if (length > tail)
    throw new FormatError(source, EXPECTED, `a footer of ${length} bytes in ${bytes.length}`);
  const footer = checkedFlatTable(bytes.subarray(tail - length, tail), FOOTER);
  checkBlocks(bytes, { footer, slot: 2, header: DICTIONARY_HEADER }, source);
  checkBlocks(bytes, { footer, slot: 3, header: BATCH_HEADER }, source);
}

/** Where a message of a file is. */
export interface ArrowBlock {
  readonly offset: number;
  readonly metadataBytes: number; // with its prefix
  readonly bodyBytes: number;
}

/** A footer, and where in its bytes the blocks of messages begin. */
export interface ArrowFooter {
  readonly bytes: Uint8Array;
  readonly dictionaries: readonly ArrowBlock[];
  readonly batches: readonly ArrowBlock[];
  readonly dictionaryBlocks: number; // 0 where there are none
  readonly batchBlocks: number;
  readonly blockBytes: number;
}

/** What the end of a file says of its messages; undefined of a stream, and of a file that is damaged or lies. */
export async function arrowFooter(file: RandomAccess): Promise<ArrowFooter | undefined> {
  const tail = file.byteLength - TAIL_BYTES;
  if (tail < MAGIC.length || !hasMagic(new Uint8Array(await file.slice(0, MAGIC.length)), 0))
    return undefined;
  const end = new Uint8Array(await file.slice(tail));
  if (!hasMagic(end, 4)) return undefined;
  const length = new DataView(end.buffer).getUint32(0, true);
  if (length > tail) return undefined;
  const bytes = new Uint8Array(await file.slice(tail - length, tail));
  try {
    const footer = checkedFlatTable(bytes, FOOTER);
    const [dictionaryBlocks, batchBlocks] = [2, 3].map((slot) => flatItems(footer, slot));
    const found = {
      dictionaries: blocksAt(footer, dictionaryBlocks),
      batches: blocksAt(footer, batchBlocks),
    };
    const isWithin = ({ offset, metadataBytes, bodyBytes }: ArrowBlock): boolean =>
      offset >= 0 && metadataBytes >= 0 && bodyBytes >= 0 && offset + metadataBytes + bodyBytes <= tail;
    if (![...found.dictionaries, ...found.batches].every(isWithin)) return undefined;
    return {
      ...{ bytes, ...found, blockBytes: BLOCK_BYTES },
      ...{ dictionaryBlocks: dictionaryBlocks.start, batchBlocks: batchBlocks.start },
    };
  } catch (cause) {
    if (cause instanceof RangeError) return undefined;
    throw cause;
  }
}

function blocksAt(
  { view }: FlatTable,
  { start, count }: ReturnType<typeof flatItems>,
): readonly ArrowBlock[] {
  return Array.from({ length: count }, (_, i) => {
    const at = start + i * BLOCK_BYTES;
    return {
      offset: Number(view.getBigInt64(at, true)),
      metadataBytes: view.getInt32(at + 8, true),
      bodyBytes: Number(view.getBigInt64(at + 16, true)),
    };
  });
}

interface Blocks {
  readonly footer: FlatTable;
  readonly slot: number;
  readonly header: number; // the kind of message that each leads to
}

function checkBlocks(bytes: Uint8Array, { footer, slot, header }: Blocks, source: string): void {
  const { start, count } = flatItems(footer, slot);
  const seen = new Set<number>();
  for (let i = 0; i < count; i++) {
    const offset = Number(footer.view.getBigInt64(start + i * BLOCK_BYTES, true));
    if (offset < 0 || offset >= bytes.length || seen.has(offset)) {
      throw new FormatError(
        source,
        EXPECTED,
        `a footer whose block ${i} is at byte ${offset}, outside or once more`,
      );
    }
    seen.add(offset);
    const kind = messageAt(bytes, offset, source)?.header;
    if (kind === header) continue;
    throw new FormatError(source, EXPECTED, `a footer whose block ${i} leads to a message of another kind`);
  }
}

interface Message {
  readonly header: number;
  readonly end: number; // behind its body
}

/** The message that begins there, checked; undefined where a stream ends. */
function messageAt(bytes: Uint8Array, position: number, source: string): Message | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const lengthAt = (at: number): number => {
    if (at + 4 > bytes.length) throw ARROW_ERRORS.message(source, bytes.length);
    return view.getUint32(at, true);
  };
  let at = position;
  let length = lengthAt(at);
  at += 4;
  if (length === CONTINUATION) {
    length = lengthAt(at); // without the mark in front it is older than version 0.15
    at += 4;
  }
  if (length === 0) return undefined;
  if (at + length > bytes.length) throw ARROW_ERRORS.metadata(source, length, bytes.length - at);
  const said = messageOf(bytes.subarray(at, at + length));
  const end = at + length + said.bodyBytes;
  if (said.bodyBytes < 0 || end > bytes.length) {
    throw ARROW_ERRORS.body(source, said.bodyBytes, bytes.length - at - length);
  }
  checkRows(said, source);
  return { header: said.header, end };
}

/** What the metadata of a message say, once they are checked. */
export interface MessageSaid {
  readonly header: number; // what it is
  readonly bodyBytes: number;
  readonly rows: number; // of a batch that is not compressed, which the library refuses or is taught
  readonly dictionary: { readonly id: number; readonly isDelta: boolean } | undefined; // of a batch of one
}

/** @throws RangeError for an offset that leads out of them */
export function messageOf(metadata: Uint8Array): MessageSaid {
  const message = checkedFlatTable(metadata, MESSAGE);
  const [header, bodyBytes, body] = [flatByte(message, 1), flatLong(message, 3), flatChild(message, 2)];
  const isPlainBatch = header === BATCH_HEADER && body !== undefined && flatChild(body, 3) === undefined;
  const dictionary =
    header === DICTIONARY_HEADER && body !== undefined
      ? { id: flatLong(body, 0), isDelta: flatByte(body, 2) !== 0 }
      : undefined;
  return { header, bodyBytes, rows: isPlainBatch ? flatLong(body, 0) : 0, dictionary };
}

/** @throws FormatError for a batch of more rows than its bytes can have */
export function checkRows({ rows, bodyBytes }: MessageSaid, source: string): void {
  if (rows >= 0 && rows <= MOST_ROWS_PER_BYTE * bodyBytes) return;
  throw new FormatError(source, EXPECTED, `a batch of ${rows} rows in ${bodyBytes} bytes`);
}

/** What is wrong with bytes that end too early, or lead out of themselves. */
export const ARROW_ERRORS = {
  message: (source: string, byteLength: number) =>
    new FormatError(source, EXPECTED, `a message cut off at byte ${byteLength}`),
  metadata: (source: string, byteLength: number, left: number) =>
    new FormatError(source, EXPECTED, `a message of ${byteLength} bytes with ${left} left`),
  body: (source: string, byteLength: number, left: number) =>
    new FormatError(source, EXPECTED, `a body of ${byteLength} bytes with ${left} left`),
  end: (source: string, byteLength: number) =>
    new FormatError(source, EXPECTED, `a stream without an end marker after ${byteLength} bytes`),
  offset: (source: string) =>
    new FormatError(source, EXPECTED, "an offset or a length that leads out of a message"),
};
