// Indices, offsets and counts as u32: what callers give, checked without a copy where that is possible.

import { checkAttached } from "./check-arrays.ts";
import { describe } from "./describe.ts";
import { InvalidArgumentError } from "./errors.ts";

/** The most elements that a column may have, so that every index and every length is a u32. */
export const MOST_ELEMENTS = 2 ** 32 - 1;

const LOWEST = -(2 ** 31);

/**
 * Indices as a caller gives them, as u32: a Uint32Array as it is, an Int32Array the same bytes, an Array copied.
 *
 * A negative one is the u32 of the same 32 bits, which is beyond every column of less than 2^31 elements.
 *
 * @throws InvalidArgumentError for anything else, and for what is not a 32-bit integer
 */
export function indexArray(argument: string, given: unknown): Uint32Array {
  return integersOf(argument, given, LOWEST);
}

/** The same for offsets, lengths or counts, of which none may be negative. @throws InvalidArgumentError */
export function countArray(argument: string, given: unknown): Uint32Array {
  const counts = integersOf(argument, given, 0);
  if (given instanceof Int32Array) checkNotNegative(argument, given);
  return counts;
}

/** The sum of some counts. @throws InvalidArgumentError where it is more than a column may have elements */
export function sumOfCounts(argument: string, counts: Uint32Array): number {
  const { length } = counts;
  let sum = 0;
  let i = 0;
  // Four at a time, which takes half the time. Whatever is rounded is beyond the limit.
  for (; i < length - 3; i += 4) sum += counts[i] + counts[i + 1] + (counts[i + 2] + counts[i + 3]);
  for (; i < length; i++) sum += counts[i];
  if (sum > MOST_ELEMENTS) throw tooMany(argument, counts);
  return sum;
}

function tooMany(argument: string, counts: Uint32Array): InvalidArgumentError {
  let sum = 0;
  let i = -1;
  while (sum <= MOST_ELEMENTS) sum += counts[++i];
  return new InvalidArgumentError(
    argument,
    `counts of at most ${MOST_ELEMENTS} together`,
    `${sum} by index ${i}`,
  );
}

function checkNotNegative(argument: string, given: Int32Array): void {
  for (let i = 0; i < given.length; i++) {
    if (given[i] < 0) throw new InvalidArgumentError(`${argument}[${i}]`, "0 or more", `${given[i]}`);
  }
}

function integersOf(argument: string, given: unknown, lowest: number): Uint32Array {
  if (given instanceof Uint32Array || given instanceof Int32Array) {
    if (given.length === 0) checkAttached(argument, given);
    if (given instanceof Uint32Array) return given;
    return new Uint32Array(given.buffer, given.byteOffset, given.length);
  }
  if (Array.isArray(given)) return integersOfArray(argument, given, lowest);
  const expected = "a Uint32Array, an Int32Array or an Array of integers";
  throw new InvalidArgumentError(argument, expected, describe(given));
}

function integersOfArray(argument: string, given: readonly unknown[], lowest: number): Uint32Array {
  const integers = new Uint32Array(given.length);
  for (let i = 0; i < given.length; i++) {
    const value = given[i];
    if (typeof value !== "number" || !Number.isInteger(value) || value < lowest || value > MOST_ELEMENTS) {
      const expected = `an integer from ${lowest} to ${MOST_ELEMENTS}`;
      throw new InvalidArgumentError(`${argument}[${i}]`, expected, describe(value));
    }
    integers[i] = value; // modulo 2^32
  }
  return integers;
}

/** Refuses an index outside a column of `length` elements. @throws InvalidArgumentError naming the first */
export function checkIndexRange(argument: string, indices: Uint32Array, length: number): void {
  for (let i = 0; i < indices.length; i++) {
    if (indices[i] < length) continue;
    const expected = length === 0 ? "absent, as there are no elements" : `from 0 to ${length - 1}`;
    throw new InvalidArgumentError(`${argument}[${i}]`, expected, shownIndex(indices[i]));
  }
}

/** Refuses two indices of one element; those beyond `length` do not count. @throws InvalidArgumentError naming both */
export function checkDistinct(argument: string, indices: Uint32Array, length: number): void {
  const owners = new Uint32Array(length); // one more than the index of the owner
  for (let i = 0; i < indices.length; i++) {
    const index = indices[i];
    if (index >= length) continue;
    if (owners[index] !== 0) {
      const expected = `another place than that of "${argument}[${owners[index] - 1}]"`;
      throw new InvalidArgumentError(`${argument}[${i}]`, expected, `${index} again`);
    }
    owners[index] = i + 1;
  }
}

/** An index as its caller wrote it, most likely: one with the highest bit set was negative. */
function shownIndex(index: number): string {
  return index < 2 ** 31 ? `${index}` : `${index} (as an i32 ${index | 0})`;
}
