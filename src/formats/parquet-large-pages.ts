// Rows of a page that is too large to be unpacked at once, some at a time: there are writers that make one page of a group of any length.

import type { PageHeader } from "hyparquet";
import { type ByteWindow, byteWindow } from "./byte-window.ts";
import {
  type DataPage,
  type DictionaryPage,
  expectedSize,
  levelsOfSecondVersion,
  type ParquetColumnSaid,
  presentInSecondVersion,
} from "./check-parquet-pages.ts";
import { CODED, WIDEST_CODED } from "./parquet-rows.ts";
import { runReader } from "./parquet-run-reader.ts";
import { checkRuns } from "./parquet-runs.ts";
import { FarCopyError, unpackSnappy } from "./unpack-snappy.ts";
import { unpackZstandard, WideWindowError } from "./unpack-zstandard.ts";

/** A page is large above either: most writers end one at a MiB or 20,000 rows. */
const LARGE_BYTES = 2 << 20;
const LARGE_ROWS = 1 << 19;

/** Rows of a part. */
const PART_ROWS = 1 << 16;

/** A page before it is unpacked. */
interface PackedLargePage extends ParquetColumnSaid {
  readonly header: PageHeader;
  /** Its bytes from a place on, some at a time. */
  readonly packed: (start: number) => AsyncGenerator<Uint8Array, void>;
  /** All of them from a place on, unpacked to so many. */
  readonly unpacked: (start: number, byteLength: number) => Promise<Uint8Array>;
}

function countsOf({ data_page_header: first, data_page_header_v2: second }: PageHeader) {
  return { count: first?.num_values ?? second?.num_values, encoding: first?.encoding ?? second?.encoding };
}

/** @param mostRows less for tests */
export function isLarge(header: PageHeader, mostRows = LARGE_ROWS): boolean {
  const { count } = countsOf(header);
  return count !== undefined && (header.uncompressed_page_size > LARGE_BYTES || count > mostRows);
}

/** Its rows, some at a time; undefined where its values are of another type or encoding than is read here. @throws RangeError with what is wrong, here or later */
export async function partsOfPage(
  page: PackedLargePage,
): Promise<AsyncGenerator<DataPage, void> | undefined> {
  const { count, encoding } = countsOf(page.header);
  const isCoded = CODED.includes(encoding);
  const bytesOfValue = VALUE_BYTES[page.about.type];
  if (count === undefined || bytesOfValue === undefined || !(isCoded || encoding === "PLAIN")) {
    return undefined;
  }
  const { bytes, levels, present } = await openPage(page, count);
  const bitWidth = isCoded && present > 0 ? (await bytes.take(1))[0] : 0;
  if (bitWidth > WIDEST_CODED) return undefined;
  const flags =
    levels === undefined || present === count
      ? undefined
      : runReader(byteWindow(oneOf(levels)), { bitWidth: 1, count });
  const codes = runReader(bytes, { bitWidth, count: present });
  async function* parts(total: number, valueBytes: number): AsyncGenerator<DataPage, void> {
    for (let left = total; left > 0; left -= PART_ROWS) {
      const isPresent = new Uint8Array(Math.min(PART_ROWS, left));
      if (flags === undefined) isPresent.fill(1);
      else await flags(isPresent);
      const some = isPresent.reduce((sum, flag) => sum + flag, 0);
      const told = { rowCount: isPresent.length, present: some, encoding, levels: undefined, isPresent };
      if (isCoded) {
        const own = new Uint32Array(some);
        await codes(own);
        yield { ...told, values: NO_BYTES, codes: own };
      } else if (valueBytes === TEXTS) {
        yield { ...told, values: NO_BYTES, texts: await textsOf(bytes, some) };
      } else yield { ...told, values: { bytes: await bytes.take(some * valueBytes), offset: 0 } };
    }
  }
  return parts(count, bytesOfValue);
}

/** Unpacked bytes at the first value, and what lies before them. */
interface OpenPage {
  readonly bytes: ByteWindow;
  readonly levels: Uint8Array | undefined; // undefined where every row has a value
  readonly present: number; // rows that have one
}

async function openPage(page: PackedLargePage, count: number): Promise<OpenPage> {
  const { header, isOptional } = page;
  const size = expectedSize(header, count);
  const second = header.data_page_header_v2;
  if (second === undefined) {
    const bytes = byteWindow(unpackedParts(page, 0, size));
    const levels = isOptional ? await levelsOf(bytes, size) : undefined;
    const present = levels === undefined ? count : checkRuns({ bytes: levels, offset: 0 }, 1, count);
    return { bytes, levels, present };
  }
  const { start, end } = levelsOfSecondVersion(second, header.compressed_page_size);
  const before = await byteWindow(page.packed(0)).take(end);
  const levels = isOptional ? before.slice(start) : undefined;
  const present = presentInSecondVersion(second, levels && { bytes: levels, offset: 0 });
  const isPacked = second.is_compressed !== false;
  const bytes = byteWindow(isPacked ? unpackedParts(page, end, size - end) : page.packed(end));
  return { bytes, levels, present };
}

const NO_BYTES = { bytes: new Uint8Array(0), offset: 0 };

/** Each behind its length. */
const TEXTS = 0;

const VALUE_BYTES: Readonly<Record<string, number | undefined>> = {
  ...{ INT32: 4, FLOAT: 4, INT64: 8, DOUBLE: 8, BYTE_ARRAY: TEXTS },
};

async function* oneOf(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  yield bytes;
}

/** The levels of all rows, a bit each at most: they come before the values. @throws RangeError for more than the page has */
async function levelsOf(bytes: ByteWindow, size: number): Promise<Uint8Array> {
  const length = await lengthOf(bytes);
  if (length > size) throw new RangeError(`levels of ${length} bytes in a page of ${size}`);
  return (await bytes.take(length)).slice();
}

async function lengthOf(bytes: ByteWindow): Promise<number> {
  const four = await bytes.take(Uint32Array.BYTES_PER_ELEMENT);
  return new DataView(four.buffer, four.byteOffset).getUint32(0, true);
}

async function textsOf(bytes: ByteWindow, count: number): Promise<readonly string[]> {
  const texts = new Array<string>(count);
  for (let i = 0; i < count; i++) texts[i] = utf8.decode(await bytes.take(await lengthOf(bytes)));
  return texts;
}

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

/** The unpacked bytes: of the codecs that are unpacked here some at a time, of others all. */
async function* unpackedParts(
  { about, packed, unpacked }: PackedLargePage,
  start: number,
  size: number,
): AsyncGenerator<Uint8Array, void> {
  if (about.codec === "UNCOMPRESSED") {
    yield* packed(start);
    return;
  }
  const unpack = about.codec === undefined ? undefined : UNPACK[about.codec];
  if (unpack === undefined) {
    yield await unpacked(start, size);
    return;
  }
  let given = 0;
  try {
    for await (const part of unpack(packed(start), size)) {
      yield part;
      given += part.length;
    }
  } catch (cause) {
    if (!(cause instanceof FarCopyError || cause instanceof WideWindowError)) throw cause;
    yield (await unpacked(start, size)).subarray(given);
  }
}

const UNPACK: Readonly<Record<string, typeof unpackSnappy | typeof unpackZstandard | undefined>> = {
  SNAPPY: unpackSnappy,
  ZSTD: unpackZstandard,
};

/** The values of a dictionary that is too large to be unpacked at once, in memory of their own; undefined where they are of another type. @throws RangeError with what is wrong */
export async function largeDictionary(page: PackedLargePage): Promise<DictionaryPage | undefined> {
  const { header, about } = page;
  const count = header.dictionary_page_header?.num_values;
  if (count === undefined || header.uncompressed_page_size <= LARGE_BYTES) return undefined;
  if (VALUE_BYTES[about.type] === undefined) return undefined;
  const size = expectedSize(header, count);
  const bytes = new Uint8Array(size);
  let filled = 0;
  for await (const part of unpackedParts(page, 0, size)) {
    bytes.set(part.subarray(0, size - filled), filled);
    filled += part.length;
  }
  if (filled !== size) throw new RangeError(`a dictionary of ${size} bytes in ${filled}`);
  return { bytes, count };
}
