// Bytes as text, where the same few texts come again and again: a column of airports has hundreds of them in millions of rows.

/** Places of the cache; a power of two. */
const PLACES = 4096;
/** Longer texts seldom come again. */
const LONGEST = 64;

/** Decodes ranges of bytes; a text that was seen lately is not decoded anew. Each place holds the text that came last. */
export class CachedTexts {
  readonly #bytes = new Uint8Array(PLACES * LONGEST);
  readonly #lengths = new Uint8Array(PLACES);
  readonly #texts: string[] = [];

  /** @throws TypeError for bytes that are not UTF-8 */
  text(bytes: Uint8Array, start: number, end: number): string {
    const length = end - start;
    if (length > LONGEST || length === 0) return utf8.decode(bytes.subarray(start, end));
    let hash = 0x811c9dc5; // FNV-1a
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ bytes[at], 0x01000193);
    const place = (hash ^ (hash >>> 15)) & (PLACES - 1);
    if (this.#lengths[place] === length && this.#isSame(place, bytes, start, length))
      return this.#texts[place];
    const range = bytes.subarray(start, end);
    const text = utf8.decode(range);
    this.#lengths[place] = length;
    this.#bytes.set(range, place * LONGEST);
    this.#texts[place] = text;
    return text;
  }

  #isSame(place: number, bytes: Uint8Array, start: number, length: number): boolean {
    const cached = place * LONGEST;
    for (let i = 0; i < length; i++) {
      if (this.#bytes[cached + i] !== bytes[start + i]) return false;
    }
    return true;
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
