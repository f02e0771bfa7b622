// Elements at some ranks of the order of numbers that are gone through several times: memory holds counts of their digits, and none of them.

import { type ElementArray, type ElementType, newElementArray, type Scalar } from "../../index.ts";
import { LOW_WORD } from "./wide-words.ts";

/** Numbers by their order, a digit a pass. NaN must not be among them. */
interface OrderStatistics {
  /** Takes elements, in each pass all of them; none when it is done. */
  add(elements: ElementArray): void;
  endPass(): void;
  /** Whether the elements at the ranks are known. */
  readonly isDone: boolean;
  /** The elements at these ranks, of those that are wanted. */
  at(ranks: readonly number[]): ElementArray;
}

const DIGIT_BITS = 16;
const DIGIT = 2 ** DIGIT_BITS - 1;

/** The wanted ranks whose elements begin with the same digits. */
interface Group {
  readonly high: number; // of the image's words the digits so far, and zeros
  readonly low: number;
  readonly counts: Float64Array; // by the next digit
  readonly ranks: ReadonlyMap<number, number>; // a wanted rank, and the rank among elements with these digits
}

/** What is looked for: elements at ranks from 0 on, of some whose ends are known. */
interface Wanted {
  readonly min: Scalar;
  readonly max: Scalar;
  readonly ranks: readonly number[];
}

/**
 * Counts the digits of an image that has the order of its numbers, from the highest on: those elements that begin as one that is wanted are told apart by their next digit.
 *
 * Images are counted from that of the least element, so that there are as many passes as what lies between the ends has digits: one for integers of a range below 2^16,
 * two at most of 32 bits, four of 64.
 */
export function orderStatistics(type: ElementType, { min, max, ranks }: Wanted): OrderStatistics {
  const none = newElementArray(type, 0);
  const wide = none.BYTES_PER_ELEMENT / 4;
  const least = imageOf(type, Object.is(min, 0) ? -0 : min);
  let image = imageOf(type, Object.is(max, -0) ? 0 : max);
  subtract(image, least);
  let pass = 2 * wide - digitCount(image);
  let groups: readonly Group[] = [group(0, 0, new Map(ranks.map((rank) => [rank, rank])))];
  const isDone = (): boolean => pass === 2 * wide;
  return {
    add(elements) {
      if (isDone()) return;
      if (image.length < wide * elements.length) image = new Uint32Array(wide * elements.length);
      const words = image.subarray(0, wide * elements.length);
      imagesOf(elements, words);
      subtract(words, least);
      for (const each of groups) countDigits(words, wide, pass, each);
    },
    endPass() {
      if (isDone()) return;
      groups = groups.flatMap((each) => narrowed(each, pass));
      pass += 1;
    },
    get isDone() {
      return isDone();
    },
    at(some) {
      const found = newElementArray(type, some.length);
      for (const [i, rank] of some.entries()) {
        const { high, low } = groups.find((each) => each.ranks.has(rank)) ?? groups[0];
        setImage(found.subarray(i, i + 1) as ElementArray, high, low, least);
      }
      return found;
    },
  };
}

/** The words of one element's image. */
function imageOf(type: ElementType, element: Scalar): Uint32Array<ArrayBuffer> {
  const one = newElementArray(type, 1);
  one[0] = element;
  const words = new Uint32Array(one.BYTES_PER_ELEMENT / 4);
  imagesOf(one, words);
  return words;
}

/** Digits of an image behind its leading zeros. */
function digitCount(words: Uint32Array): number {
  const zeros = words[0] === 0 && words.length === 2 ? 32 + Math.clz32(words[1]) : Math.clz32(words[0]);
  return Math.ceil((32 * words.length - zeros) / DIGIT_BITS);
}

/** Subtracts an image from each of some. */
function subtract(words: Uint32Array, [high, low]: Uint32Array): void {
  if (low === undefined) {
    for (let at = 0; at < words.length; at++) words[at] -= high;
    return;
  }
  for (let at = 0; at < words.length; at += 2) {
    words[at] -= high + (words[at + 1] < low ? 1 : 0);
    words[at + 1] -= low;
  }
}

function group(high: number, low: number, ranks: ReadonlyMap<number, number>): Group {
  return { high, low, counts: new Float64Array(DIGIT + 1), ranks };
}

/** Of elements that begin with the digits of a group those that are next. */
function countDigits(words: Uint32Array, wide: number, pass: number, { high, low, counts }: Group): void {
  const isSecond = pass % 2 === 1;
  const place = pass >> 1;
  const begun = (place === 0 ? high : low) >>> DIGIT_BITS;
  for (let at = 0; at < words.length; at += wide) {
    if (place === 1 && words[at] !== high) continue;
    const word = words[at + place];
    if (!isSecond) counts[word >>> DIGIT_BITS] += 1;
    else if (word >>> DIGIT_BITS === begun) counts[word & DIGIT] += 1;
  }
}

/** A group for each digit that a wanted element has next. */
function narrowed({ high, low, counts, ranks }: Group, pass: number): readonly Group[] {
  const byDigit = new Map<number, Map<number, number>>();
  for (const [rank, among] of ranks) {
    let [digit, left] = [0, among];
    while (left >= counts[digit]) {
      left -= counts[digit];
      digit += 1;
    }
    byDigit.set(digit, (byDigit.get(digit) ?? new Map<number, number>()).set(rank, left));
  }
  return Array.from(byDigit, ([digit, wanted]) => {
    const bits = pass % 2 === 0 ? digit * (DIGIT + 1) : digit;
    return pass < 2 ? group(high + bits, low, wanted) : group(high, low + bits, wanted);
  });
}

const SIGN = 0x8000_0000;

/** Writes unsigned integers that have the order of the elements, their high words first. */
function imagesOf(elements: ElementArray, into: Uint32Array): void {
  const { buffer, byteOffset } = elements;
  const words = new Uint32Array(buffer, byteOffset, into.length);
  const wide = elements.BYTES_PER_ELEMENT / 4;
  const high = wide === 1 ? 0 : 1 - LOW_WORD;
  const isFloat = elements instanceof Float64Array || elements instanceof Float32Array;
  const isSigned = elements instanceof BigInt64Array || elements instanceof Int32Array;
  const sign = isSigned || isFloat ? SIGN : 0;
  for (let at = 0; at < into.length; at += wide) {
    const flip = isFloat ? words[at + high] >> 31 : 0; // all bits of a negative float
    into[at] = words[at + high] ^ (flip | sign);
    if (wide === 2) into[at + 1] = words[at + LOW_WORD] ^ flip;
  }
}

/** Writes the element whose image, counted from the least one, is this. */
function setImage(element: ElementArray, above: number, lowAbove: number, least: Uint32Array): void {
  const words = new Uint32Array(element.buffer, element.byteOffset, element.BYTES_PER_ELEMENT / 4);
  const isFloat = element instanceof Float64Array || element instanceof Float32Array;
  const isSigned = element instanceof BigInt64Array || element instanceof Int32Array;
  const [leastHigh, leastLow = 0] = least;
  const low = (leastLow + lowAbove) % 2 ** 32;
  const high = (leastHigh + above + (low < leastLow ? 1 : 0)) >>> 0;
  const flip = isFloat && high < SIGN ? -1 : 0;
  words[words.length === 1 ? 0 : 1 - LOW_WORD] = high ^ (flip | (isSigned || isFloat ? SIGN : 0));
  if (words.length === 2) words[LOW_WORD] = low ^ flip;
}
