import {
  candidatesAt,
  clearsTable,
  type DyadicRange,
  endsGroup,
  entryCount,
  PAYLOAD_BITS,
  PAYLOAD_MASK,
  pollLimit,
  type Read,
  readsOf,
  wordsPerEntry,
} from "../look-back/protocol.ts";
import { FALLBACK_ROWS, FINISH_ROWS, LANE_ROWS, TILE_ROWS } from "../look-back/transitions.ts";
import { TABLE } from "./memory.ts";
import type { Values } from "./values.ts";
import { type Operation, type Table, tableOf } from "./walker.ts";

/** What is simulated, checked. */
export interface Size {
  readonly tileCount: number;
  readonly capacity: number; // tiles that the table has entries for
  readonly workgroupCount: number;
  readonly groupBits: number; // GROUP_BITS on a device
  readonly rootWordCount: number;
  readonly pollLimit: number;
  readonly isReversed: boolean; // whether tickets name tiles from the last one down, so that nobody has what is waited for
  readonly isPersistent: boolean; // whether a workgroup draws tickets until there are no more
  readonly lastEpoch: number;
  readonly run: number; // which of several on one table: it is in the leaves
}

/** The tables walked, and the few decisions that are not rows; mutants replace some. */
export interface Rules {
  readonly tile: Table;
  readonly finish: Table;
  readonly lane: Table;
  readonly fallback: Table;
  isPublished(words: readonly number[], epoch: number): boolean;
  join(values: Values, left: number, right: number): number; // two halves of a range
  arrivesAfter: "all" | "each"; // tiles
  clears(epoch: number, lastEpoch: number): boolean;
}

export const RULES: Rules = {
  tile: tableOf(TILE_ROWS),
  finish: tableOf(FINISH_ROWS),
  lane: tableOf(LANE_ROWS),
  fallback: tableOf(FALLBACK_ROWS),
  isPublished: (words, epoch) => words.every((word) => word >>> PAYLOAD_BITS === epoch),
  join: (values, left, right) => values.combine(left, right),
  arrivesAfter: "all",
  clears: clearsTable,
};

/** Everything that workgroups of a run share and never write. */
export class Setting {
  readonly size: Size;
  readonly rules: Rules;
  readonly values: Values;
  readonly counts = { polls: 0, accepted: 0, fallbacks: 0, recomputed: 0, looks: 0 };
  private readonly roots = new Map<number, number>();
  private readonly reads = new Map<number, readonly Read[]>();
  private readonly bounds = new Map<number, number>();

  constructor(size: Size, rules: Rules, values: Values) {
    this.size = size;
    this.rules = rules;
    this.values = values;
  }

  readsOf(tile: number): readonly Read[] {
    return kept(this.reads, tile, () => readsOf(tile, this.size.groupBits));
  }

  /** The one value that the root of a range may have. */
  root({ end, level }: DyadicRange): number {
    if (level === 0) return this.values.leaf(this.size.run, end);
    return kept(this.roots, end * 64 + level, () => {
      const half = level - 1;
      const left = this.root({ end: end - 2 ** half, level: half });
      return this.values.combine(left, this.root({ end, level: half }));
    });
  }

  /** The canonical value of all tiles before `tile`, with these roots of the ranges that tile them: folded from the right. */
  prefix(roots: readonly number[]): number | undefined {
    const [last, ...others] = [...roots].reverse();
    return last === undefined ? undefined : others.reduce((sum, root) => this.join(root, sum), last);
  }

  join(left: number, right: number): number {
    return this.rules.join(this.values, left, right);
  }

  /** Stores of an entry, word by word. */
  stores(entry: number, value: number, epoch: number): readonly Operation[] {
    return this.addresses(entry).map((address, index) => {
      const payload =
        (this.rootWord(value, index >> 1) >>> (index % 2 === 0 ? 0 : PAYLOAD_BITS)) & PAYLOAD_MASK;
      return { kind: "store", address, value: payload + epoch * 2 ** PAYLOAD_BITS };
    });
  }

  /** Loads of an entry, word by word, or read-modify-writes that change nothing. */
  loads(entry: number, kind: "load" | "or"): readonly Operation[] {
    return this.addresses(entry).map((address) => ({ kind, address, value: 0 }));
  }

  /** The value that the words of an entry make. Words that belong to several values make a value that nobody published. */
  decoded(words: readonly number[]): number {
    const rootWords = Array.from({ length: this.size.rootWordCount }, (_, index) => {
      const low = (words[2 * index] ?? 0) & PAYLOAD_MASK;
      return (low | ((words[2 * index + 1] ?? 0) << PAYLOAD_BITS)) >>> 0;
    });
    const value = rootWords[0] ?? 0;
    return rootWords.every((word, index) => word === this.rootWord(value, index)) ? value : ~value >>> 0;
  }

  /** The most atomic operations that a workgroup may need for a tile, whatever it sees. */
  operationBound(tile: number): number {
    return kept(this.bounds, tile, () => {
      const entry = wordsPerEntry(this.size.rootWordCount);
      const publications = endsGroup(tile, this.size.groupBits) ? 2 : 1;
      return this.readsOf(tile).reduce(
        (sum, read) => {
          return sum + entry * pollLimit(read.level, this.size.pollLimit) + this.fallbackBound(read);
        },
        2 + publications * entry,
      );
    });
  }

  private fallbackBound(read: Read): number {
    const entry = wordsPerEntry(this.size.rootWordCount);
    let bound = 0;
    for (let offset = 0; offset < 2 ** read.level; offset++) {
      bound += entry * (candidatesAt(read, offset, this.size.groupBits).length + 1);
    }
    bound += entry * ((2 ** read.level) >>> this.size.groupBits); // each range that it completes is published
    return bound;
  }

  private addresses(entry: number): readonly number[] {
    const count = wordsPerEntry(this.size.rootWordCount);
    return Array.from({ length: count }, (_, index) => TABLE + entry * count + index);
  }

  private rootWord(value: number, index: number): number {
    return index === 0 ? value : Math.imul(value, 2 * index + 1) >>> 0;
  }
}

/** u32 words of the table. */
export function wordCountOf({ capacity, groupBits, rootWordCount }: Size): number {
  return wordsPerEntry(rootWordCount) * entryCount(capacity, groupBits);
}

function kept<Value>(map: Map<number, Value>, key: number, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
