// CSV as bytes: rows of cells, each a range of the bytes that it is read from. Nothing is decoded that nobody asks for.

import { describeText } from "../../values/describe.ts";
import { FormatError } from "../../values/errors.ts";
import { CachedTexts } from "./cached-texts.ts";

const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;

/** What a cell is: as it stands, in quotes, or in quotes with doubled quotes inside. */
const PLAIN = 0;
const QUOTED = 1;
const DOUBLED = 2;

const CELLS_EXPECTED = 64;

/*
 * next: read cells from where the last row ended:
 *   blanks, then a quote: up to the quote that is not doubled; behind it blanks and nothing else
 *   else up to a delimiter or a line end, by a table of 256 bytes
 *   a delimiter begins another cell, a line end (\n, \r\n or \r) ends the row, as the end of the text does
 * the bytes end within the row: forget it, and read it again when there are twice as many, so that a long row costs linear time
 */

/** The rows of a CSV text that comes in pieces. One row at a time is there; its cells are read before the next. */
export class CsvRows {
  /** Bytes that the cells of the row are ranges of. */
  bytes: Uint8Array = new Uint8Array(0);
  /** Cells of the row. */
  count = 0;
  starts = new Uint32Array(CELLS_EXPECTED);
  ends = new Uint32Array(CELLS_EXPECTED);
  /** The line on which the row begins, from 1. */
  line = 0;

  readonly #source: string;
  readonly #delimiter: number;
  readonly #isSpecial = new Uint8Array(256);
  readonly #texts = new CachedTexts();
  #kinds = new Uint8Array(CELLS_EXPECTED);
  #at = 0; // where the next row begins
  #rowStart = 0;
  #nextLine = 1;
  #needed = 0; // bytes from there on before it is read again
  #isWhole = false; // nothing comes any more
  #isBegun = false; // the byte order mark was looked for

  constructor(source: string, delimiter: string) {
    this.#source = source;
    this.#delimiter = delimiter.charCodeAt(0);
    for (const byte of [0, LINE_FEED, CARRIAGE_RETURN, QUOTE, this.#delimiter]) this.#isSpecial[byte] = 1;
  }

  /** Takes the bytes that come next. They are kept as long as a row that begins in them is not read. */
  push(bytes: Uint8Array): void {
    const rest = this.bytes.subarray(this.#at);
    if (rest.length === 0) this.bytes = bytes;
    else {
      const joined = new Uint8Array(rest.length + bytes.length);
      joined.set(rest);
      joined.set(bytes, rest.length);
      this.bytes = joined;
    }
    this.#at = 0;
  }

  /** Says that no more bytes come. */
  end(): void {
    this.#isWhole = true;
  }

  /** Reads the next row, if it is there whole. @throws FormatError for broken quotes, for bytes that are no text */
  next(): boolean {
    if (!this.#isBegun && !this.#skipByteOrderMark()) return false;
    const available = this.bytes.length - this.#at;
    if (available === 0 || (!this.#isWhole && available < this.#needed)) return false;
    if (this.#readRow()) {
      this.#needed = 0;
      return true;
    }
    this.#needed = 2 * available;
    return false;
  }

  /** Puts the row back: it is the next one again. */
  unread(): void {
    this.#at = this.#rowStart;
    this.#nextLine = this.line;
  }

  /** Bytes that were taken and are not yet part of a row. */
  get pending(): number {
    return this.bytes.length - this.#at;
  }

  /** The line on which the next row begins. */
  get nextLine(): number {
    return this.#nextLine;
  }

  /** Whether a cell stands in quotes. */
  isQuoted(cell: number): boolean {
    return this.#kinds[cell] !== PLAIN;
  }

  /** Whether the row is an empty line. */
  get isBlank(): boolean {
    return this.count === 1 && this.ends[0] === this.starts[0] && !this.isQuoted(0);
  }

  /** What a cell says: within quotes to the letter, otherwise without the blanks around it. @throws FormatError for bytes that are not UTF-8 */
  value(cell: number): string {
    return this.isQuoted(cell) ? this.text(cell) : this.text(cell).trim();
  }

  /** Makes a cell one that is empty and not in quotes. */
  clear(cell: number): void {
    this.ends[cell] = this.starts[cell];
    this.#kinds[cell] = PLAIN;
  }

  /** The text of a cell, with the blanks around it. @throws FormatError for bytes that are not UTF-8 */
  text(cell: number): string {
    let text: string;
    try {
      text = this.#texts.text(this.bytes, this.starts[cell], this.ends[cell]);
    } catch {
      throw this.#malformed(`bytes that are not UTF-8 in ${this.#place(this.line)}`);
    }
    return this.#kinds[cell] === DOUBLED ? text.replaceAll('""', '"') : text;
  }

  #skipByteOrderMark(): boolean {
    const { bytes } = this;
    if (bytes.length < 3 && !this.#isWhole) return false;
    this.#isBegun = true;
    const [first, second, third] = bytes;
    if (first === 0xef && second === 0xbb && third === 0xbf) this.#at = 3;
    if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
      throw this.#malformed("UTF-16, by its byte order mark; it must be UTF-8");
    }
    return true;
  }

  /** Whether the row ends in the bytes that are there. */
  #readRow(): boolean {
    const { bytes } = this;
    const end = bytes.length;
    const delimiter = this.#delimiter;
    const isSpecial = this.#isSpecial;
    let at = this.#at;
    let line = this.#nextLine;
    this.line = line;
    this.count = 0;
    for (;;) {
      let start = at;
      while (at < end && (bytes[at] === SPACE || (bytes[at] === TAB && delimiter !== TAB))) at++;
      let stop: number;
      let kind = PLAIN;
      if (at < end && bytes[at] === QUOTE) {
        const openedOn = line;
        start = at + 1;
        kind = QUOTED;
        at += 1;
        for (;;) {
          if (at === end)
            return this.#isUnfinished(`a quote that opens in ${this.#place(openedOn)} and does not close`);
          const byte = bytes[at++];
          if (byte === QUOTE) {
            if (at === end && !this.#isWhole) return false;
            if (bytes[at] !== QUOTE || at === end) break;
            kind = DOUBLED;
            at += 1;
          } else if (byte === LINE_FEED || (byte === CARRIAGE_RETURN && bytes[at] !== LINE_FEED)) line += 1;
          else if (byte === 0) throw this.#nul(line);
        }
        stop = at - 1;
        while (at < end && (bytes[at] === SPACE || (bytes[at] === TAB && delimiter !== TAB))) at++;
        if (at < end && isSpecial[bytes[at]] === 0) throw this.#behindQuote(line, bytes[at]);
      } else {
        while (at < end && isSpecial[bytes[at]] === 0) at++;
        stop = at;
      }
      if (at === end && !this.#isWhole) return false;
      this.#addCell(start, stop, kind);
      if (at === end) break;
      const byte = bytes[at];
      if (byte === delimiter) {
        at += 1;
        continue;
      }
      if (byte === QUOTE) {
        if (kind === PLAIN)
          throw this.#malformed(`a quote inside a cell without quotes around it, in ${this.#place(line)}`);
        throw this.#behindQuote(line, byte);
      }
      if (byte === 0) throw this.#nul(line);
      at += 1;
      if (byte === CARRIAGE_RETURN) {
        if (at === end && !this.#isWhole) return false;
        if (bytes[at] === LINE_FEED) at += 1;
      }
      line += 1;
      break;
    }
    this.#rowStart = this.#at;
    this.#at = at;
    this.#nextLine = line;
    return true;
  }

  #addCell(start: number, stop: number, kind: number): void {
    const cell = this.count;
    if (cell === this.starts.length) {
      this.starts = longer(this.starts, new Uint32Array(2 * cell));
      this.ends = longer(this.ends, new Uint32Array(2 * cell));
      this.#kinds = longer(this.#kinds, new Uint8Array(2 * cell));
    }
    this.starts[cell] = start;
    this.ends[cell] = stop;
    this.#kinds[cell] = kind;
    this.count = cell + 1;
  }

  /** False, as more bytes may come; where none do, it is a fault. */
  #isUnfinished(fault: string): false {
    if (this.#isWhole) throw this.#malformed(fault);
    return false;
  }

  #behindQuote(line: number, byte: number): FormatError {
    const character = byte < 0x80 ? describeText(String.fromCharCode(byte)) : "more";
    return this.#malformed(`${character} behind a closing quote, in ${this.#place(line)}`);
  }

  #nul(line: number): FormatError {
    return this.#malformed(`a NUL byte in ${this.#place(line)}`);
  }

  #place(line: number): string {
    return `line ${line}`;
  }

  #malformed(fact: string): FormatError {
    return new FormatError(this.#source, "well-formed CSV", fact);
  }
}

function longer<Cells extends Uint32Array | Uint8Array>(from: Cells, to: Cells): Cells {
  to.set(from);
  return to;
}
