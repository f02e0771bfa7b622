import type { ScalarType } from "../../../values/element-types.ts";
import type { ColumnArray } from "../../../values/value-types.ts";

/** The images of keys (see keyImages) as words of 32 bits, since loops over bigints take ten times as long. */
export interface KeyWords {
  readonly words: Uint32Array;
  readonly stride: 1 | 2; // words of a key
  readonly low: number; // where the lower word of a key is, of those of one word too
  readonly high: number;
}

/** Of 64-bit elements seen as words. */
const HIGH_WORD = new Uint32Array(BigUint64Array.of(1n << 32n).buffer)[1];

const SIGN = 0x80000000;

/** The images of keys: numbers by value, −0 before +0, NaNs, all equal, last; false before true. */
export function keyWords(type: ScalarType, keys: ColumnArray): KeyWords {
  if (keys instanceof Uint8Array) return { words: new Uint32Array(keys), stride: 1, low: 0, high: 0 };
  const isWide = keys.BYTES_PER_ELEMENT === 8;
  const words = wordsOf(keys).slice();
  const [low, high] = isWide ? [1 - HIGH_WORD, HIGH_WORD] : [0, 0];
  if (type === "f64") imagesOf64(words, low, high);
  else if (type === "f32") imagesOf32(words);
  else if (type === "i32" || type === "i64") {
    for (let i = high; i < words.length; i += isWide ? 2 : 1) words[i] ^= SIGN;
  }
  return { words, stride: isWide ? 2 : 1, low, high };
}

/** A column of 4 or 8 bytes an element as words over the same memory: NaNs keep their payloads. */
export function wordsOf({ buffer, byteOffset, byteLength }: ColumnArray): Uint32Array {
  return new Uint32Array(buffer, byteOffset, byteLength / 4);
}

function imagesOf64(words: Uint32Array, low: number, high: number): void {
  for (let i = 0; i < words.length; i += 2) {
    const upper = words[i + high];
    const magnitude = upper & 0x7fffffff;
    if (magnitude > 0x7ff00000 || (magnitude === 0x7ff00000 && words[i + low] !== 0)) {
      words[i] = 0xffffffff;
      words[i + 1] = 0xffffffff;
    } else if (upper >= SIGN) {
      words[i] = ~words[i];
      words[i + 1] = ~words[i + 1];
    } else words[i + high] = upper ^ SIGN;
  }
}

function imagesOf32(words: Uint32Array): void {
  for (let i = 0; i < words.length; i++) {
    const bits = words[i];
    if ((bits & 0x7fffffff) > 0x7f800000) words[i] = 0xffffffff;
    else words[i] = bits >= SIGN ? ~bits : bits ^ SIGN;
  }
}
