import type { NetworkRows } from "../../../../networks/network-rows.ts";

/**
 * A forward network as one pass over its wires, lowest first: every value is made when its own element is there, from that element and values
 * of lower wires. No two pairs of a scan make the same term, for on two wires terms end with different elements and on one wire
 * they grow, so that one combine for each pair is the least there is.
 *
 * A value that a higher wire needs is held in a place until the last such wire has read it, and the place is used again: log2 N places do
 * for Sklansky's network, a serial one needs a single one. Place 0 takes what is not needed again.
 */
export interface WireProgram {
  readonly length: number; // wires
  readonly places: number; // with place 0
  readonly combines: number;
  /** For each wire: the place of its element, how many combines follow, and for each of those the place of its left operand and of its value. */
  readonly words: Int32Array;
  readonly wordStarts: Int32Array; // of each wire, and where the words end
}

/** The first `length` wires of a network, to make every one of their outputs, or the last of them alone: then what that needs. */
export function wireProgram(
  rows: NetworkRows,
  length: number,
  purpose: "every-output" | "last-output",
): WireProgram {
  const { starts, sources } = rows;
  const ends = purpose === "every-output" ? starts.subarray(1, length + 1) : endsOfLast(rows, length);
  const lastReaders = lastReadersOf(rows, ends, length);
  const words: number[] = [];
  const wordStarts = new Int32Array(length + 1);
  const placeOf = new Int32Array(starts[length]);
  const free: number[] = [];
  let places = 1;
  let combines = 0;
  const placeFor = (slot: number): number => {
    if (lastReaders[slot] < 0) return 0;
    placeOf[slot] = free.pop() ?? places++;
    return placeOf[slot];
  };
  for (let wire = 0; wire < length; wire++) {
    const first = starts[wire];
    const end = ends[wire];
    words.push(placeFor(first), end - first - 1);
    for (let slot = first + 1; slot < end; slot++) words.push(placeOf[sources[slot]], placeFor(slot));
    for (let slot = first + 1; slot < end; slot++) {
      const source = sources[slot];
      if (lastReaders[source] !== wire) continue;
      free.push(placeOf[source]);
      lastReaders[source] = -1; // a wire of a network that is no scan may read a value twice
    }
    combines += end - first - 1;
    wordStarts[wire + 1] = words.length;
  }
  return { length, places, combines, words: Int32Array.from(words), wordStarts };
}

/** One wire of a program. */
export interface WireWork {
  readonly place: number; // of its element
  readonly combines: readonly { readonly left: number; readonly place: number }[];
}

/** The wires of a program in their order. */
export function* wiresOf({ length, words, wordStarts }: WireProgram): Generator<WireWork> {
  for (let wire = 0; wire < length; wire++) {
    const at = wordStarts[wire];
    const place = words[at];
    const count = words[at + 1];
    const combines = Array.from({ length: count }, (_, index) => ({
      left: words[at + 2 + 2 * index],
      place: words[at + 3 + 2 * index],
    }));
    yield { place, combines };
  }
}

/** Behind the last slot of each wire that the last output of the first `length` wires is made of. */
function endsOfLast({ starts, sources }: NetworkRows, length: number): Int32Array {
  const wireOf = wiresOfSlots(starts, length);
  const ends = Int32Array.from({ length }, (_, wire) => starts[wire] + 1);
  ends[length - 1] = starts[length];
  // Readers of a wire are higher wires: when its turn comes, all that is needed of it is known.
  for (let wire = length - 1; wire >= 0; wire--) {
    for (let slot = starts[wire] + 1; slot < ends[wire]; slot++) {
      const source = sources[slot];
      ends[wireOf[source]] = Math.max(ends[wireOf[source]], source + 1);
    }
  }
  return ends;
}

function wiresOfSlots(starts: Int32Array, length: number): Int32Array {
  const wireOf = new Int32Array(starts[length]);
  for (let wire = 0; wire < length; wire++) wireOf.fill(wire, starts[wire], starts[wire + 1]);
  return wireOf;
}

/** The highest wire that reads each slot as a left operand, −1 for none. */
function lastReadersOf({ starts, sources }: NetworkRows, ends: Int32Array, length: number): Int32Array {
  const readers = new Int32Array(starts[length]).fill(-1);
  for (let wire = 0; wire < length; wire++) {
    for (let slot = starts[wire] + 1; slot < ends[wire]; slot++) readers[sources[slot]] = wire;
  }
  return readers;
}

/**
 * Whether a NaN among a block's sums shows in the block's last output, in that it is not finite: so where one operand of every pair is a part
 * of that output. Of finite elements a NaN is made of two infinities alone, and an infinite part makes the whole not finite.
 */
export function showsInLast(rows: NetworkRows, width: number): boolean {
  const { starts, sources } = rows;
  const ends = endsOfLast(rows, width);
  const wireOf = wiresOfSlots(starts, width);
  const isPart = (slot: number): boolean => slot < ends[wireOf[slot]];
  return sources.every((source, slot) => source < 0 || isPart(source) || isPart(slot - 1));
}
