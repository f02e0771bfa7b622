// Elements of any strides, one after the other: as words of 32 bits, so that every type is copied by the same code, and no NaN changes on the way.

/** Three loops around each other, from the outer one to the inner. */
interface Extents {
  readonly counts: readonly [number, number, number];
  readonly strides: readonly [number, number, number]; // of what is read, in elements
  readonly room: number; // elements from one inner loop to the next, of what is written
}

/** Copies elements of one or two words each, from element `start` of `from` on. */
export function packWords(
  to: Int32Array,
  at: number,
  from: Int32Array,
  start: number,
  wordsEach: number,
  extents: Extents,
): void {
  if (wordsEach === 2) packPairs(to, at, from, start, extents);
  else packSingles(to, at, from, start, extents);
}

function packSingles(to: Int32Array, at: number, from: Int32Array, start: number, extents: Extents): void {
  const [outer, middle, inner] = extents.counts;
  const [alongOuter, alongMiddle, alongInner] = extents.strides;
  let place = at;
  for (let i = 0; i < outer; i++) {
    for (let j = 0; j < middle; j++) {
      let index = start + i * alongOuter + j * alongMiddle;
      for (let k = 0; k < inner; k++) {
        to[place + k] = from[index];
        index += alongInner;
      }
      place += extents.room;
    }
  }
}

function packPairs(to: Int32Array, at: number, from: Int32Array, start: number, extents: Extents): void {
  const [outer, middle, inner] = extents.counts;
  const [alongOuter, alongMiddle, alongInner] = extents.strides;
  let place = at;
  for (let i = 0; i < outer; i++) {
    for (let j = 0; j < middle; j++) {
      let index = 2 * (start + i * alongOuter + j * alongMiddle);
      for (let k = 0; k < inner; k++) {
        to[place + 2 * k] = from[index];
        to[place + 2 * k + 1] = from[index + 1];
        index += 2 * alongInner;
      }
      place += 2 * extents.room;
    }
  }
}
