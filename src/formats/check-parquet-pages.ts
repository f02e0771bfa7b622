import type { ColumnMetaData, Compressors, PageHeader } from "hyparquet";
import { checkThrift } from "./check-thrift.ts";
import { checkRuns, nextByte, type PageReader, readVariableInteger } from "./parquet-runs.ts";

/** What the file says of a column of a row group. */
export interface ParquetColumnSaid {
  readonly about: ColumnMetaData;
  readonly isOptional: boolean; // its values have levels in front
}

/** What is needed of the library: its reader of page headers, and what decompresses. */
export interface PageTools {
  readonly parquetHeader: (reader: { view: DataView; offset: number }) => PageHeader;
  readonly compressors: Compressors;
}

/** Values in a page. An array of more is a hash table in V8, and takes minutes; writers end a page after a megabyte or 20,000 rows. */
const MOST_PAGE_VALUES = 2 ** 25;

/** Bytes that a value may take before compression, with its level: the widest encoding of 64 bits and some. */
const MOST_VALUE_BYTES = 16;
const PAGE_OVERHEAD_BYTES = 1 << 16;
const MOST_DELTA_BLOCK = 1 << 20;

/** A page's header, and how many bytes it has. */
interface HeaderRead {
  readonly header: PageHeader;
  readonly byteLength: number;
}

/** The header at the beginning of some bytes. @throws RangeError with what is wrong, also where they end before it does */
export function pageHeader(bytes: Uint8Array, { parquetHeader }: PageTools): HeaderRead {
  checkThrift({ bytes, offset: 0 });
  const reader = { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), offset: 0 };
  const header = parquetHeader(reader);
  return { header, byteLength: reader.offset };
}

/** @throws RangeError for a page that is longer than what is left of its column */
export function checkPageSize(header: PageHeader, left: number): void {
  const size = header.compressed_page_size;
  expectSaid("a page header", { bytes: size, "unpacked bytes": header.uncompressed_page_size });
  if (!(size >= 0 && size <= left)) throw new RangeError(`a page of ${size} bytes with ${left} left`);
}

/** A page as it was decompressed for the check. */
interface CheckedPage {
  readonly page: DataPage | DictionaryPage;
  readonly packedAt: number; // where its packed bytes begin
  readonly unpacked: Uint8Array;
}

/**
 * Checks a page before hyparquet sees it, and gives it decompressed.
 *
 * hyparquet believes the counts of pages, runs and delta blocks: a few damaged bytes make it fill arrays with 2^31 values, or go back and read the
 * same block for ever. What has passed takes time and memory in proportion to the rows and bytes that the file has.
 *
 * @throws RangeError with what is wrong
 */
export function checkedPage(
  header: PageHeader,
  bytes: Uint8Array,
  chunk: ParquetColumnSaid,
  { compressors }: PageTools,
): CheckedPage {
  let known: Omit<CheckedPage, "page"> = { packedAt: 0, unpacked: bytes };
  const unpack = (packedAt: number, packed: Uint8Array, length: number): Uint8Array => {
    const unpacked = unpackedPage(packed, length, chunk.about.codec, compressors);
    known = { packedAt, unpacked };
    return unpacked;
  };
  const page = checkPage({ header, bytes, chunk, unpack });
  return { page, ...known };
}

/** What some pages of a column are, decompressed. */
export interface CheckedPages {
  readonly dictionary: DictionaryPage | undefined;
  readonly data: readonly DataPage[];
}

export interface DictionaryPage {
  readonly bytes: Uint8Array; // values one after the other
  readonly count: number;
}

/** Some rows: levels that say which of them have a value, and the values. */
export interface DataPage {
  readonly rowCount: number;
  readonly present: number; // rows that have a value
  readonly encoding: string | undefined;
  readonly levels: PageReader | undefined; // at their first run; undefined where every row has a value
  readonly values: PageReader;
  readonly isPresent?: Uint8Array; // of a part of a page, in the place of levels: 1 for each row that has a value
  readonly codes?: Uint32Array; // the same in the place of coded values
  readonly texts?: readonly string[]; // and of texts one behind the other
}

interface PageToCheck {
  readonly header: PageHeader;
  readonly bytes: Uint8Array;
  readonly chunk: ParquetColumnSaid;
  readonly unpack: (place: number, packed: Uint8Array, length: number) => Uint8Array;
}

/** What it holds, once its counts fit its bytes. */
function checkPage(page: PageToCheck): DataPage | DictionaryPage {
  switch (page.header.type) {
    case "DICTIONARY_PAGE": {
      const count = page.header.dictionary_page_header?.num_values;
      return { bytes: page.unpack(0, page.bytes, expectedSize(page.header, count)), count: count ?? 0 };
    }
    case "DATA_PAGE":
      return checkFirstVersion(page);
    case "DATA_PAGE_V2":
      return checkSecondVersion(page);
    default:
      throw new RangeError(
        `a page of ${page.header.type === undefined ? "no type" : `type ${page.header.type}`}`,
      );
  }
}

/** @throws RangeError naming the numbers that damaged bytes do not say, which the library leaves out */
function expectSaid(place: string, numbers: Readonly<Record<string, number | undefined>>): void {
  const missing = Object.keys(numbers).filter((name) => numbers[name] === undefined);
  if (missing.length > 0) throw new RangeError(`${place} without its number of ${missing.join(", ")}`);
}

function checkFirstVersion({ header, bytes, chunk, unpack }: PageToCheck): DataPage {
  const { num_values: count = 0, encoding } = header.data_page_header ?? {};
  const size = expectedSize(header, header.data_page_header?.num_values);
  const reader = { bytes: unpack(0, bytes, size), offset: 0 };
  const present = chunk.isOptional ? checkSection(reader, count) : count;
  const values = { ...reader };
  checkValues(reader, { count: present, encoding, chunk });
  const levels = chunk.isOptional ? { bytes: reader.bytes, offset: SECTION_LENGTH_BYTES } : undefined;
  return { rowCount: count, present, encoding, levels, values };
}

type SecondHeader = NonNullable<PageHeader["data_page_header_v2"]>;

/** Where levels end that lie in front of a page's packed values, and where those of the rows' values begin. @throws RangeError for counts that do not fit so many bytes */
export function levelsOfSecondVersion(about: SecondHeader, byteLength: number) {
  const { num_values: count, num_rows: rows, num_nulls: nulls } = about;
  const { repetition_levels_byte_length: start, definition_levels_byte_length: definitionBytes } = about;
  const said = {
    values: count,
    rows,
    nulls,
    "repetition level bytes": start,
    "definition level bytes": definitionBytes,
  };
  expectSaid("a page header", said);
  const end = start + definitionBytes;
  const areWithin = start >= 0 && definitionBytes >= 0 && end <= byteLength;
  if (!areWithin || rows !== count || !(nulls >= 0 && nulls <= count)) {
    const counts = Object.entries(said).map(([name, number]) => `${number} ${name}`);
    throw new RangeError(`a page of ${counts.join(", ")} in ${byteLength} bytes`);
  }
  return { start, end };
}

/** The rows that have a value, by their levels. @throws RangeError where the header says others */
export function presentInSecondVersion(
  { num_values: count, num_nulls: nulls }: SecondHeader,
  levels: PageReader | undefined,
): number {
  const present = levels === undefined ? count : checkRuns({ ...levels }, 1, count);
  if (present === count - nulls) return present;
  throw new RangeError(`a page of ${nulls} nulls whose levels say ${count - present}`);
}

function checkSecondVersion({ header, bytes, chunk, unpack }: PageToCheck): DataPage {
  const about = header.data_page_header_v2;
  if (about === undefined) throw new RangeError("a page without its header");
  const { num_values: count, encoding } = about;
  const { start, end: length } = levelsOfSecondVersion(about, bytes.length);
  const expected = expectedSize(header, count);
  const levels = chunk.isOptional ? { bytes: bytes.subarray(0, length), offset: start } : undefined;
  const present = presentInSecondVersion(about, levels);
  const packed = bytes.subarray(length);
  const unpacked = about.is_compressed === false ? packed : unpack(length, packed, expected - length);
  const values = { bytes: unpacked, offset: 0 };
  checkValues({ ...values }, { count: present, encoding, chunk });
  return { rowCount: count, present, encoding, levels, values };
}

interface Values {
  readonly count: number;
  readonly encoding: string | undefined;
  readonly chunk: ParquetColumnSaid;
}

function checkValues(reader: PageReader, { count, encoding, chunk }: Values): void {
  switch (encoding) {
    case "PLAIN":
    case "BYTE_STREAM_SPLIT":
      return; // as many bytes as values, or the library says so
    case "RLE":
    case "PLAIN_DICTIONARY":
    case "RLE_DICTIONARY":
      if (chunk.about.type === "BOOLEAN") checkSection(reader, count);
      else checkRuns(reader, nextByte(reader), count);
      return;
    case "DELTA_BINARY_PACKED": {
      const block = readVariableInteger(reader);
      const parts = readVariableInteger(reader);
      if (parts > 0 && block <= MOST_DELTA_BLOCK && block % parts === 0) return;
      throw new RangeError(`delta blocks of ${block} values in ${parts} parts`);
    }
    default:
      throw new RangeError(
        encoding === undefined ? "values of no encoding" : `values encoded as ${encoding}`,
      );
  }
}

const SECTION_LENGTH_BYTES = 4;

/** Runs of one bit behind the length of all: levels and bools. */
function checkSection(reader: PageReader, count: number): number {
  let length = 0;
  for (let shift = 0; shift < 8 * SECTION_LENGTH_BYTES; shift += 8) length += nextByte(reader) * 2 ** shift;
  const end = reader.offset + length;
  if (end > reader.bytes.length)
    throw new RangeError(`levels of ${length} bytes in a page of ${reader.bytes.length}`);
  const ones = checkRuns(reader, 1, count);
  reader.offset = end;
  return ones;
}

/** The bytes that a page of so many values has unpacked. @throws RangeError where neither can be */
export function expectedSize(header: PageHeader, given: number | undefined): number {
  expectSaid("a page header", { values: given });
  const count = given ?? 0;
  if (!(count >= 0 && count <= MOST_PAGE_VALUES)) {
    throw new RangeError(`a page of ${count} values, where at most ${MOST_PAGE_VALUES} are read`);
  }
  const size = Number(header.uncompressed_page_size);
  if (size >= 0 && size <= count * MOST_VALUE_BYTES + PAGE_OVERHEAD_BYTES) return size;
  throw new RangeError(`a page of ${count} values in ${size} bytes`);
}

/** The bytes of a page. @throws RangeError for a codec that is not known */
export function unpackedPage(
  packed: Uint8Array,
  length: number,
  codec: ColumnMetaData["codec"],
  compressors: Compressors,
): Uint8Array {
  if (codec === "UNCOMPRESSED") return packed;
  const unpack = compressors[codec];
  if (length < 0 || unpack === undefined)
    throw new RangeError(`a page of ${length} bytes compressed by ${codec}`);
  return unpack(packed, length);
}
