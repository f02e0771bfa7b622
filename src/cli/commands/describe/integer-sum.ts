import type { ElementArray } from "../../../index.ts";
import { LOW_WORD, type Words, wordsOf } from "../../held/wide-words.ts";

/** Integers. */
export type IntegerArray = Exclude<ElementArray, Float64Array | Float32Array>;

/** So many words add up to less than 2^53. */
const WORDS_PER_CARRY = 1 << 20;

/** The sum of integers, whatever its length, exactly: words of 32 bits are added as f64 and carried before they could round. */
export function sumOfIntegers(array: IntegerArray): bigint {
  if (array instanceof Int32Array || array instanceof Uint32Array) return sumOfWords(array, 0, 1);
  const { low, high } = wordsOf(array);
  return (sumOfWords(high, 1 - LOW_WORD, 2) << 32n) + sumOfWords(low, LOW_WORD, 2);
}

/** The sum of every `step`-th word from `start` on. */
function sumOfWords(words: Words, start: number, step: 1 | 2): bigint {
  let sum = 0n;
  for (let from = start; from < words.length; from += step * WORDS_PER_CARRY) {
    const end = Math.min(words.length, from + step * WORDS_PER_CARRY);
    let part = 0;
    for (let i = from; i < end; i += step) part += words[i];
    sum += BigInt(part);
  }
  return sum;
}
