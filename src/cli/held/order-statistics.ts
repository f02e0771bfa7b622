// Elements at some ranks of the order of numbers that are gone through several times: memory holds counts of their digits, and none of them.

import { type ElementArray, type ElementType, newElementArray } from "../../index.ts";

/** Numbers by their order, a digit a pass. NaN must not be among them. */
interface OrderStatistics {
  /** Takes elements, in each pass all of them. */
  add(elements: ElementArray): void;
  /** Ends a pass. Behind the first one the ranks are told that are wanted, from 0. */
  endPass(ranks: readonly number[]): void;
  /** Whether the elements at the ranks are known. */
  readonly isDone: boolean;
  /** The elements at these ranks of those that were wanted. */
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

/**
 * Counts the digits of an image that has the order of its numbers, from the highest on: those elements that begin as one that is wanted are told apart by their next digit.
 *
 * Two passes over numbers of 32 bits, four over those of 64.
 */
export function orderStatistics(type: ElementType): OrderStatistics {
  const none = newElementArray(type, 0);
  const wide = none.BYTES_PER_ELEMENT / 4;
  let image = new Uint32Array(0);
  let groups: readonly Group[] = [group(0, 0, new Map())];
  let pass = 0;
  return {
    add(elements) {
      if (image.length < wide * elements.length) image = new Uint32Array(wide * elements.length);
      const words = image.subarray(0, wide * elements.length);
      imagesOf(elements, words);
      for (const each of groups) countDigits(words, wide, pass, each);
    },
    endPass(wanted) {
      if (pass === 0) groups = [{ ...groups[0], ranks: new Map(wanted.map((rank) => [rank, rank])) }];
      groups = groups.flatMap((each) => narrowed(each, pass));
      pass += 1;
    },
    get isDone() {
      return pass === 2 * wide;
    },
    at(ranks) {
      const found = newElementArray(type, ranks.length);
      for (const [i, rank] of ranks.entries()) {
        const { high, low } = groups.find((each) => each.ranks.has(rank)) ?? groups[0];
        setImage(found.subarray(i, i + 1) as ElementArray, high, low);
      }
      return found;
    },
  };
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

/** Where a number of 64 bits has its low word on this machine. */
const LOW_WORD = new Uint32Array(BigUint64Array.of(1n).buffer)[0] === 1 ? 0 : 1;

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

/** Writes the element of an image. */
function setImage(element: ElementArray, high: number, low: number): void {
  const words = new Uint32Array(element.buffer, element.byteOffset, element.BYTES_PER_ELEMENT / 4);
  const isFloat = element instanceof Float64Array || element instanceof Float32Array;
  const isSigned = element instanceof BigInt64Array || element instanceof Int32Array;
  const flip = isFloat && high < SIGN ? -1 : 0;
  words[words.length === 1 ? 0 : 1 - LOW_WORD] = high ^ (flip | (isSigned || isFloat ? SIGN : 0));
  if (words.length === 2) words[LOW_WORD] = low ^ flip;
}
