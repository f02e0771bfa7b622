// Columns of text that are coded in the file already: their codes are read, and a text is made once for each of the dictionary. hyparquet makes one for each row.

import type { CheckedPages, DataPage } from "./check-parquet-pages.ts";
import { nextByte, readRuns, WIDEST_READ_BITS } from "./parquet-runs.ts";
import type { TextCodes } from "./text-builder.ts";

const CODED: readonly (string | undefined)[] = ["PLAIN_DICTIONARY", "RLE_DICTIONARY"];

/** The rows of pages that have been checked; undefined where a page has its texts itself, as behind a dictionary that has grown too large. */
export function codesOfPages({ dictionary, data }: CheckedPages): TextCodes | undefined {
  if (dictionary === undefined || !data.every(({ encoding }) => CODED.includes(encoding))) return undefined;
  const texts = textsOf(dictionary.bytes, dictionary.count);
  const length = data.reduce((sum, { rowCount }) => sum + rowCount, 0);
  const codes = new Uint32Array(length);
  let row = 0;
  for (const page of data) {
    if (!readCodes(page, texts.length, codes.subarray(row, row + page.rowCount))) return undefined;
    row += page.rowCount;
  }
  return { codes, length, dictionary: [...texts, null] };
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

/** Writes the codes of a page, of rows without a value the one behind all texts; false where they have too many bits. @throws RangeError for a code without a text */
function readCodes({ present, levels, values }: DataPage, textCount: number, codes: Uint32Array): boolean {
  const reader = { ...values };
  const bitWidth = present === 0 ? 0 : nextByte(reader);
  if (bitWidth > WIDEST_READ_BITS) return false;
  const read = present === codes.length ? codes : new Uint32Array(present);
  readRuns(reader, bitWidth, read);
  for (let i = 0; i < read.length; i++) {
    if (read[i] >= textCount) throw new RangeError(`code ${read[i]} of ${textCount} texts`);
  }
  if (read === codes || levels === undefined) return true;
  const isPresent = new Uint8Array(codes.length);
  readRuns({ ...levels }, 1, isPresent);
  let next = 0;
  for (let row = 0; row < codes.length; row++) {
    codes[row] = isPresent[row] === 1 ? read[next++] : textCount;
  }
  return true;
}
