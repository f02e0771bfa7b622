// The rows of Parquet pages as typed arrays: codes of texts, and numbers. hyparquet makes a string, or a bigint in a list, for each row (decision 0044).

import type { CheckedPages, DataPage, DictionaryPage } from "./check-parquet-pages.ts";
import type { ColumnChunk } from "./column-builder.ts";
import { nextByte, type PageReader, readRuns, WIDEST_READ_BITS } from "./parquet-runs.ts";
import type { TextCodes } from "./text-builder.ts";
import type { NumericType } from "./wanted-column.ts";

export const CODED: readonly (string | undefined)[] = ["PLAIN_DICTIONARY", "RLE_DICTIONARY"];

/** Bits of a code. */
export const WIDEST_CODED = WIDEST_READ_BITS;

/** Rows as codes of a dictionary. */
export type CodedRows = TextCodes & { readonly codes: Uint32Array };

/** The rows of pages that have been checked; undefined where a page has its texts itself, as behind a dictionary that has grown too large. */
export function codesOfPages({ dictionary, data }: CheckedPages): CodedRows | undefined {
  if (dictionary === undefined || !data.every(areCodes)) return undefined;
  const texts = textsOfDictionary(dictionary);
  const { count } = dictionary;
  const length = rowsOf(data);
  const codes = new Uint32Array(length);
  let row = 0;
  for (const page of data) {
    const rows = codes.subarray(row, row + page.rowCount);
    const present = page.present === page.rowCount ? rows : new Uint32Array(page.present);
    readCodes(page, count, present);
    if (present !== rows) {
      const isPresent = presentRows(page);
      let next = 0;
      for (let i = 0; i < rows.length; i++) rows[i] = isPresent[i] === 1 ? present[next++] : count;
    }
    row += page.rowCount;
  }
  return { codes, length, dictionary: texts };
}

/** The rows of a part of a page that has its texts itself; undefined of whole pages, which are left to the library. */
export function textsOfPart({ data: [{ texts, isPresent = NONE }] }: CheckedPages): ColumnChunk | undefined {
  if (texts === undefined) return undefined;
  let next = 0;
  const values = Array.from(isPresent, (flag) => (flag === 1 ? texts[next++] : null));
  return { values: values as unknown as ColumnChunk["values"], length: values.length };
}

const NONE = new Uint8Array(0);

/** One object for all pieces of a column. */
const dictionaries = new WeakMap<DictionaryPage, TextCodes["dictionary"]>();

/** Its texts, and behind them that of rows that have none. */
function textsOfDictionary(page: DictionaryPage): TextCodes["dictionary"] {
  const texts = dictionaries.get(page) ?? [...textsOf(page.bytes, page.count), null];
  dictionaries.set(page, texts);
  return texts;
}

function areCodes({ encoding, present, values, codes }: DataPage): boolean {
  if (!CODED.includes(encoding)) return false;
  return codes !== undefined || present === 0 || values.bytes[values.offset] <= WIDEST_READ_BITS;
}

function rowsOf(data: readonly DataPage[]): number {
  return data.reduce((sum, { rowCount }) => sum + rowCount, 0);
}

/** Rows as numbers of one type. */
interface NumberRows {
  readonly values: Int32Array | Uint32Array | BigInt64Array | BigUint64Array | Float32Array | Float64Array;
  readonly isNull: ((row: number) => boolean) | undefined;
}

/** The same of a column of numbers, coded or one after the other; undefined of other encodings and types. */
export function numbersOfPages(
  { dictionary, data }: CheckedPages,
  type: string | undefined,
  own: NumericType,
): NumberRows | undefined {
  const columnOf = classOf(type, own);
  if (columnOf === undefined || !data.every((page) => page.encoding === "PLAIN" || areCodes(page))) {
    return undefined;
  }
  const wide = columnOf.BYTES_PER_ELEMENT / WORD_BYTES;
  const coded = dictionary && wordsOfDictionary(dictionary, wide);
  const length = rowsOf(data);
  const words = new Uint32Array(length * wide);
  const isPresent = data.every(({ present, rowCount }) => present === rowCount)
    ? undefined
    : new Uint8Array(length);
  let row = 0;
  for (const page of data) {
    const rows = words.subarray(row * wide, (row + page.rowCount) * wide);
    const present = isPresent === undefined ? rows : new Uint32Array(page.present * wide);
    if (!readWords(page, wide, coded, present)) return undefined;
    if (isPresent !== undefined) {
      const flags = presentRows(page);
      isPresent.set(flags, row);
      spread(present, flags, wide, rows);
    }
    row += page.rowCount;
  }
  const values = new columnOf(words.buffer);
  return { values, isNull: isPresent && ((at) => isPresent[at] === 0) };
}

/** Whether its values are read here wherever they are one after the other or coded. */
export function areNumbersRead(type: string | undefined, own: NumericType): boolean {
  return classOf(type, own) !== undefined;
}

const WORD_BYTES = 4;

/** Of bools, half floats, dates and decimals there are none. */
function classOf(type: string | undefined, own: NumericType) {
  if (own === "none") return undefined;
  switch (type) {
    case "INT32":
      return own === "u32" ? Uint32Array : Int32Array;
    case "INT64":
      return own === "u64" ? BigUint64Array : BigInt64Array;
    case "FLOAT":
      return Float32Array;
    case "DOUBLE":
      return Float64Array;
    default:
      return undefined;
  }
}

/** Words as they stand: of bytes that begin at one the same memory. @throws RangeError where there are not so many */
function wordsOf({ bytes, offset }: PageReader, count: number): Uint32Array {
  const end = offset + count * WORD_BYTES;
  if (end > bytes.length) throw new RangeError(`${count} words in ${bytes.length - offset} bytes`);
  const at = bytes.byteOffset + offset;
  return at % WORD_BYTES === 0
    ? new Uint32Array(bytes.buffer, at, count)
    : new Uint32Array(bytes.slice(offset, end).buffer);
}

const dictionaryWords = new WeakMap<DictionaryPage, Uint32Array>();

/** One copy for all pieces of a column, which are as many as its rows make them. */
function wordsOfDictionary(page: DictionaryPage, wide: number): Uint32Array {
  const words = dictionaryWords.get(page) ?? wordsOf({ bytes: page.bytes, offset: 0 }, page.count * wide);
  dictionaryWords.set(page, words);
  return words;
}

/** Writes the values of the rows that have one, each of one word or two; false of codes without a dictionary. */
function readWords(
  page: DataPage,
  wide: number,
  coded: Uint32Array | undefined,
  words: Uint32Array,
): boolean {
  const { present, encoding, values } = page;
  if (encoding === "PLAIN") {
    words.set(wordsOf(values, words.length));
    return true;
  }
  if (coded === undefined) return false;
  const codes = new Uint32Array(present);
  readCodes(page, coded.length / wide, codes);
  if (wide === 1) {
    for (let i = 0; i < present; i++) words[i] = coded[codes[i]];
    return true;
  }
  for (let i = 0; i < present; i++) {
    words[2 * i] = coded[2 * codes[i]];
    words[2 * i + 1] = coded[2 * codes[i] + 1];
  }
  return true;
}

function spread(present: Uint32Array, isPresent: Uint8Array, wide: number, rows: Uint32Array): void {
  let next = 0;
  for (let row = 0; row < isPresent.length; row++) {
    if (isPresent[row] === 0) continue;
    for (let word = 0; word < wide; word++) rows[row * wide + word] = present[next++];
  }
}

/** Each behind its length in four bytes. @throws RangeError for one that is longer than what is left */
function textsOf(bytes: Uint8Array, count: number): readonly string[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const texts: string[] = [];
  let at = 0;
  for (let i = 0; i < count; i++) {
    const start = at + LENGTH_BYTES;
    const length = view.getUint32(at, true);
    at = start + length;
    if (at > bytes.length)
      throw new RangeError(`a text of ${length} bytes with ${bytes.length - start} left`);
    texts.push(utf8.decode(bytes.subarray(start, at)));
  }
  return texts;
}

const LENGTH_BYTES = 4;

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

/** Writes the codes of the rows that have one. @throws RangeError for a code behind the dictionary */
function readCodes({ present, values, codes: read }: DataPage, count: number, codes: Uint32Array): void {
  if (present === 0) return;
  const reader = { ...values };
  if (read === undefined) readRuns(reader, nextByte(reader), codes);
  else codes.set(read);
  for (let i = 0; i < codes.length; i++) {
    if (codes[i] >= count) throw new RangeError(`code ${codes[i]} of ${count} values`);
  }
}

/** Which rows have a value. */
function presentRows({ rowCount, levels, isPresent: read }: DataPage): Uint8Array {
  if (read !== undefined) return read;
  const isPresent = new Uint8Array(rowCount);
  if (levels === undefined) return isPresent.fill(1);
  readRuns({ ...levels }, 1, isPresent);
  return isPresent;
}
