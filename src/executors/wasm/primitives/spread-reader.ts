// Elements of a column spread over many, a chunk at a time: what a map within a map sees of what is around it is never a column of its own.

import { type ColumnArray, columnType } from "../../../values/value-types.ts";
import type { Spread } from "../../primitives.ts";
import type { Workspace } from "./work-memory.ts";

/** The address of `count` elements from `start` on, at most `most`, valid until the next. */
export function spreadReader(
  { heap, allocate }: Pick<Workspace, "heap" | "allocate">,
  vector: ColumnArray,
  spread: Spread,
  most: number,
): (start: number, count: number) => number {
  const bytes = vector.BYTES_PER_ELEMENT;
  const period = spread.times * spread.count;
  const isShort = period <= most;
  const length = isShort ? period + most : most;
  const address = allocate(length * bytes);
  const fill = (start: number, count: number): void => {
    const to = heap.view(columnType(vector)).subarray(address / bytes, address / bytes + count);
    spreadTo(to, vector, spread, start);
  };
  let chunks = 0;
  return (start, count) => {
    chunks++;
    if (isShort && chunks > 1) {
      // From the second on a chunk is a window of what is spread once; of few elements there is no second.
      if (chunks === 2) fill(0, length);
      return address + (start % period) * bytes;
    }
    fill(start, count);
    return address;
  };
}

/** As bits: see move-columns.ts. */
function spreadTo(to: ColumnArray, from: ColumnArray, spread: Spread, start: number): void {
  if (spread.times === 1) cycleTo(to as Uint8Array, from as Uint8Array, spread.count, start);
  else if (to instanceof Uint8Array) repeatWords(to, from as Uint8Array, spread, start);
  else if (to.BYTES_PER_ELEMENT === 4) repeatWords(wordsOf(to), wordsOf(from), spread, start);
  else repeatPairs(wordsOf(to), wordsOf(from), spread, start);
}

function wordsOf({ buffer, byteOffset, byteLength }: ColumnArray): Uint32Array {
  return new Uint32Array(buffer, byteOffset, byteLength / 4);
}

/** One after the other, and over again: what is there already is copied twice as far each time. */
function cycleTo(to: Uint8Array, from: Uint8Array, count: number, start: number): void {
  let at = 0;
  for (let index = start % count; at < to.length && at < count; index = 0) {
    const part = from.subarray(index, index + Math.min(count - index, to.length - at));
    to.set(part, at);
    at += part.length;
  }
  for (let size = 0; at < to.length; at += size) {
    const first = at % count;
    size = Math.min(at - first, to.length - at);
    to.copyWithin(at, first, first + size);
  }
}

function repeatWords(
  to: Uint8Array | Uint32Array,
  from: Uint8Array | Uint32Array,
  { times, count }: Spread,
  start: number,
): void {
  let index = Math.floor(start / times) % count;
  for (let at = 0, end = times - (start % times); at < to.length; end += times) {
    to.fill(from[index], at, end);
    at = end;
    index = index + 1 === count ? 0 : index + 1;
  }
}

function repeatPairs(to: Uint32Array, from: Uint32Array, { times, count }: Spread, start: number): void {
  let index = Math.floor(start / times) % count;
  for (let at = 0, end = 2 * (times - (start % times)); at < to.length; end += 2 * times) {
    const [low, high] = [from[2 * index], from[2 * index + 1]];
    for (const last = Math.min(end, to.length); at < last; at += 2) {
      to[at] = low;
      to[at + 1] = high;
    }
    index = index + 1 === count ? 0 : index + 1;
  }
}
