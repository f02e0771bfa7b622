// The pages of one column of one group of rows, some at a time: a group may have any number of rows, of which memory holds a few pages and the dictionary.

import type { AsyncBuffer, PageHeader } from "hyparquet";
import {
  type CheckedPages,
  checkedPage,
  checkPageSize,
  type DataPage,
  type DictionaryPage,
  type PageTools,
  type ParquetColumnSaid,
  pageHeader,
  unpackedPage,
} from "./check-parquet-pages.ts";
import { isLarge, largeDictionary, partsOfPage } from "./parquet-large-pages.ts";

/** Where a column lies in a file. */
interface ColumnPlace extends ParquetColumnSaid {
  readonly file: AsyncBuffer;
  readonly start: number;
  readonly end: number;
  readonly rowCount: number;
  readonly largeRows?: number; // of a page; default: as of every reader
  readonly takesParts?: boolean; // of a large page, where its encoding is read here; default: it is unpacked whole
}

/** Some pages of a column, behind its dictionary. */
export interface Piece extends CheckedPages {
  readonly rowCount: number;
  /** The same as a column that has no others, for the library; and what is unpacked, by the place of its packed bytes. */
  packed(): Promise<PackedPiece>;
}

interface PackedPiece {
  readonly bytes: ArrayBuffer;
  readonly unpackedAt: ReadonlyMap<number, Uint8Array>;
}

/** A piece ends where it has so many of either: pages of most writers have a MiB or 20,000 rows. */
const PIECE_ROWS = 1 << 16;
const PIECE_BYTES = 1 << 20;

/** Bytes that are read at a time, if no page is longer; and those that nearly every header has. */
const WINDOW_BYTES = 1 << 20;
const HEADER_BYTES = 1 << 10;

/** Packed bytes of a large page that are taken at a time. */
const PART_BYTES = 1 << 17;

/** A page as it is packed, and as it was unpacked. */
interface PackedPage {
  readonly bytes: Uint8Array; // with its header
  readonly packedAt: number;
  readonly unpacked: Uint8Array;
}

/** A dictionary, and the same packed: a large one is read again for that. */
interface Dictionary {
  readonly page: DictionaryPage;
  readonly packed: () => Promise<PackedPage>;
}

/** The pages as far as the rows go. @throws RangeError with what is wrong */
export async function* piecesOf(place: ColumnPlace, tools: PageTools): AsyncGenerator<Piece, void> {
  const { start, end, rowCount } = place;
  const bytesFrom = windowOf(place);
  let dictionary: Dictionary | undefined;
  let pages: { readonly page: DataPage; readonly packed: PackedPage }[] = [];
  let [rows, rowsBefore, byteLength] = [0, 0, 0];
  const piece = (): Piece => {
    const packed = pages.map((each) => each.packed);
    const before = dictionary;
    const made = {
      dictionary: before?.page,
      data: pages.map(({ page }) => page),
      rowCount: rows - rowsBefore,
      packed: async () => joined(before === undefined ? packed : [await before.packed(), ...packed]),
    };
    [pages, rowsBefore, byteLength] = [[], rows, 0];
    return made;
  };
  for (let at = start; rows < rowCount && at < end - 1; ) {
    const head = await headerAt(at, place, bytesFrom, tools);
    const { header } = head;
    checkPageSize(header, end - at - head.byteLength);
    const length = head.byteLength + header.compressed_page_size;
    const large = place.takesParts
      ? largePage(header, { start: at + head.byteLength, end: at + length }, place, bytesFrom, tools)
      : undefined;
    const ownDictionary = large && (await largeDictionary(large));
    if (ownDictionary !== undefined) {
      if (pages.length > 0) yield piece();
      const readAgain = rangeOf(place, at, length);
      const packed = async (): Promise<PackedPage> => {
        return { bytes: await readAgain(), packedAt: head.byteLength, unpacked: ownDictionary.bytes };
      };
      dictionary = { page: ownDictionary, packed };
      at += length;
      continue;
    }
    const parts = large && isLarge(header, place.largeRows) ? await partsOfPage(large) : undefined;
    if (parts !== undefined) {
      if (pages.length > 0) yield piece();
      for await (const page of parts) {
        yield { dictionary: dictionary?.page, data: [page], rowCount: page.rowCount, packed: notPacked };
        rows += page.rowCount;
      }
      [rowsBefore, at] = [rows, at + length];
      continue;
    }
    const bytes = (await bytesFrom(at, length)).subarray(0, length);
    const { page, packedAt, unpacked } = checkedPage(header, bytes.subarray(head.byteLength), place, tools);
    const packed = { bytes, packedAt: head.byteLength + packedAt, unpacked };
    at += length;
    if (!("rowCount" in page)) {
      if (pages.length > 0) yield piece();
      const own = { ...packed, bytes: bytes.slice() }; // which keeps no window
      dictionary = { page, packed: async () => own };
      continue;
    }
    pages.push({ page, packed });
    rows += page.rowCount;
    byteLength += unpacked.length;
    if (rows - rowsBefore >= PIECE_ROWS || byteLength >= PIECE_BYTES) yield piece();
  }
  if (pages.length > 0) yield piece();
}

/** Codes without a dictionary are the one thing that is neither read here nor left to the library. */
function notPacked(): never {
  throw new RangeError("codes without a dictionary");
}

function largePage(
  header: PageHeader,
  { start, end }: Pick<ColumnPlace, "start" | "end">,
  { about, isOptional }: ColumnPlace,
  bytesFrom: BytesFrom,
  { compressors }: PageTools,
): Parameters<typeof partsOfPage>[0] {
  const bytesAt = async (from: number, most: number): Promise<Uint8Array> =>
    (await bytesFrom(from, Math.min(most, end - from))).subarray(0, Math.min(most, end - from));
  async function* packed(behind: number): AsyncGenerator<Uint8Array, void> {
    for (let from = start + behind; from < end; from += PART_BYTES) yield await bytesAt(from, PART_BYTES);
  }
  const unpacked = async (behind: number, byteLength: number): Promise<Uint8Array> =>
    unpackedPage(await bytesAt(start + behind, end - start), byteLength, about.codec, compressors);
  return { header, about, isOptional, packed, unpacked };
}

type BytesFrom = (at: number, byteLength: number) => Promise<Uint8Array>;

/** Bytes of a column from a place on: so many at least, or all to its end. */
function windowOf({ file, start, end }: ColumnPlace): BytesFrom {
  let [from, window] = [start, new Uint8Array(0)];
  return async (at, byteLength) => {
    const to = Math.min(end, at + byteLength);
    if (at < from || to > from + window.length) {
      window = new Uint8Array(await file.slice(at, Math.min(end, Math.max(to, at + WINDOW_BYTES))));
      from = at;
    }
    return window.subarray(at - from);
  };
}

/** The header at a place, of whose length nothing is known. */
async function headerAt(at: number, { end }: ColumnPlace, bytesFrom: BytesFrom, tools: PageTools) {
  for (let room = HEADER_BYTES; ; room *= 2) {
    const bytes = await bytesFrom(at, room);
    try {
      return pageHeader(bytes, tools);
    } catch (cause) {
      if (!(cause instanceof RangeError) || at + Math.max(room, bytes.length) >= end) throw cause;
    }
  }
}

/** Reads some bytes of a file. */
function rangeOf({ file }: ColumnPlace, start: number, length: number): () => Promise<Uint8Array> {
  return async () => new Uint8Array(await file.slice(start, start + length));
}

function joined(pages: readonly PackedPage[]): PackedPiece {
  const bytes = new Uint8Array(pages.reduce((sum, page) => sum + page.bytes.length, 0));
  const unpackedAt = new Map<number, Uint8Array>();
  let at = 0;
  for (const page of pages) {
    bytes.set(page.bytes, at);
    unpackedAt.set(at + page.packedAt, page.unpacked);
    at += page.bytes.length;
  }
  return { bytes: bytes.buffer, unpackedAt };
}
