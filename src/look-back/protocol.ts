/**
 * Dyadic look-back as data: what a tile publishes, what it reads, where that stands, and how long it waits.
 *
 * Tiles are numbered in ticket order. An aligned range of 2^k tiles has one root under a contract, whoever computes it. Two kinds of
 * root are published: that of each tile, and at the end of each group of 32 tiles that of the *largest* aligned range ending there.
 * Every root that any tile ever reads is one of these, so the address of a root is the tile it ends at (as in a Fenwick tree).
 *
 * The kernels and the simulator take everything from here and from `transitions.ts`. See docs/notes/look-back.md.
 */

/**
 * Tiles of a group are 2^GROUP_BITS: the low bits of a tile's number are served by tile roots, the others by range roots.
 * Functions take another number of bits as their last argument; only the simulator gives one, for small cases.
 */
export const GROUP_BITS = 5;
export const GROUP_LENGTH = 1 << GROUP_BITS;

/** Bits of a u32 table word that are payload, the low ones; the epoch of the run stands above them. */
export const PAYLOAD_BITS = 16;
export const PAYLOAD_MASK = 0xffff;

/** One poll in so many is a read-modify-write, the last of them: plain relaxed loads may return an old value for ever. A power of two. */
export const POLLS_PER_READ_MODIFY_WRITE = 16;

/** Polls of a tile root before it is recomputed, unless a plan says otherwise. */
export const POLL_LIMIT = 64;

/** Epochs of runs are 1 … LAST_EPOCH; a zeroed table has been written by none of them. */
export const LAST_EPOCH = 0x7fff;

/** Lanes that may have something to read: one for each tile of a group, one for each higher bit of a tile's number. */
export const READING_LANE_COUNT = GROUP_LENGTH + 32 - GROUP_BITS;

/** The aligned range of 2^level tiles that ends with tile `end`. */
export interface DyadicRange {
  readonly end: number;
  readonly level: number;
}

/** One entry of the table that a tile needs, and the lane that waits for it. */
export interface Read extends DyadicRange {
  readonly entry: number;
  readonly lane: number;
  /** Reads that the tile's own range root needs come first: it is published before the others are waited for. */
  readonly stage: "trailing" | "rest";
}

/** One entry of the table that a tile writes. */
export interface Publication extends DyadicRange {
  readonly entry: number;
}

/** The entry of tile `tile`'s root. Groups of 32 tile roots are each followed by the range root that ends there. */
export function tileEntry(tile: number, groupBits: number = GROUP_BITS): number {
  return tile + (tile >>> groupBits);
}

/** The entry of the largest range that ends with tile `end`, the last of its group. */
export function rangeEntry(end: number, groupBits: number = GROUP_BITS): number {
  return tileEntry(end, groupBits) + 1;
}

/** Entries of a table for `tileCount` tiles. */
export function entryCount(tileCount: number, groupBits: number = GROUP_BITS): number {
  return tileCount + (tileCount >>> groupBits);
}

/** u32 words of one entry, for roots of `rootWordCount` u32 words. Word 2w holds the low half of root word w, word 2w + 1 the high half. */
export function wordsPerEntry(rootWordCount: number): number {
  return 2 * rootWordCount;
}

/** The level of the largest aligned range that ends with tile `end`: the trailing ones of its number. */
export function levelEndingAt(end: number): number {
  return 31 - Math.clz32(~end & (end + 1));
}

/** Whether a tile is the last of its group, and so publishes a range root too. */
export function endsGroup(tile: number, groupBits: number = GROUP_BITS): boolean {
  return levelEndingAt(tile) >= groupBits;
}

/** The ranges that tile the tiles before `tile`, largest first: one for each set bit. Their roots are what look-back hands to the kernel. */
export function rootsOf(tile: number): readonly DyadicRange[] {
  const ranges: DyadicRange[] = [];
  for (let level = 31 - Math.clz32(tile); level >= 0; level--) {
    if ((tile >>> level) & 1) ranges.push({ end: endBelow(tile, level), level });
  }
  return ranges;
}

/** What tile `tile` reads, in the order of the tiles: range roots for its high bits, then the tile roots of its group before it. */
export function readsOf(tile: number, groupBits: number = GROUP_BITS): readonly Read[] {
  const laneCount = 2 ** groupBits + 32 - groupBits;
  const lanes = Array.from({ length: laneCount }, (_, lane) => readOfLane(tile, lane, groupBits));
  return lanes.filter((read) => read !== undefined).sort((left, right) => left.end - right.end);
}

/** What lane `lane` of tile `tile` waits for: lane j < 32 the j-th tile of the group, lane 32 + i the range of bit 5 + i. */
export function readOfLane(tile: number, lane: number, groupBits: number = GROUP_BITS): Read | undefined {
  const groupLength = 2 ** groupBits;
  const ownLevel = endsGroup(tile, groupBits) ? levelEndingAt(tile) : 0;
  if (lane < groupLength) {
    if (lane >= tile % groupLength) return undefined;
    const end = tile - (tile % groupLength) + lane;
    return {
      end,
      level: 0,
      entry: tileEntry(end, groupBits),
      lane,
      stage: ownLevel > 0 ? "trailing" : "rest",
    };
  }
  const level = lane - groupLength + groupBits;
  if (level > 31 || !((tile >>> level) & 1)) return undefined;
  const end = endBelow(tile, level);
  const stage = level < ownLevel ? "trailing" : "rest";
  return { end, level, entry: rangeEntry(end, groupBits), lane, stage };
}

/** What tile `tile` publishes, in time order. */
export function publicationsOf(tile: number, groupBits: number = GROUP_BITS): readonly Publication[] {
  const own = { end: tile, level: 0, entry: tileEntry(tile, groupBits) };
  if (!endsGroup(tile, groupBits)) return [own];
  return [own, { end: tile, level: levelEndingAt(tile), entry: rangeEntry(tile, groupBits) }];
}

/**
 * The published roots that may stand for the tiles from `offset` (tiles after its first) on in a fold of `range` from left to right, largest
 * first. The last is always a tile's own root, which can be recomputed.
 *
 * A larger one is published only if it is the largest that ends where it ends: a left half.
 */
export function candidatesAt(
  range: DyadicRange,
  offset: number,
  groupBits: number = GROUP_BITS,
): readonly Publication[] {
  const position = firstTile(range) + offset;
  const candidates: Publication[] = [];
  for (let level = highestCandidate(range.level, offset, groupBits); level >= groupBits; level--) {
    const end = position + 2 ** level - 1;
    candidates.push({ end, level, entry: rangeEntry(end, groupBits) });
  }
  return [...candidates, { end: position, level: 0, entry: tileEntry(position, groupBits) }];
}

/** The level of the first candidate at `offset` of a fold of a range of this level: at least `groupBits`, or 0 for a tile root. */
export function highestCandidate(level: number, offset: number, groupBits: number = GROUP_BITS): number {
  const alignment = offset === 0 ? level : 31 - Math.clz32(offset & -offset);
  return alignment > groupBits ? alignment - 1 : 0;
}

/** The first tile of a range. */
export function firstTile(range: DyadicRange): number {
  return range.end + 1 - 2 ** range.level;
}

/**
 * Polls before a root of a level is given up, `limit` for a tile root. It grows with the level, so that the readers of tile roots
 * mend what is missing before the many readers of the ranges above start to.
 */
export function pollLimit(level: number, limit: number = POLL_LIMIT): number {
  return limit * (1 + level);
}

/** The epoch of a run, from the word that the run before left (0 in a fresh table). */
export function epochOf(stored: number): number {
  return stored + 1;
}

/** What the last finisher of a run of this epoch stores. */
export function storedAfter(epoch: number, lastEpoch: number = LAST_EPOCH): number {
  return epoch % lastEpoch;
}

/**
 * Whether the last finisher of this epoch clears the table: at two points of the cycle of epochs. One clearing is not enough: a relaxed
 * store of the same run may land after it. Such a word meets the other clearing before its epoch comes again.
 */
export function clearsTable(epoch: number, lastEpoch: number = LAST_EPOCH): boolean {
  return (epoch & (lastEpoch >>> 1)) === lastEpoch >>> 1;
}

/** The end of the range that bit `level` of `tile` stands for. */
function endBelow(tile: number, level: number): number {
  return (tile >>> level) * 2 ** level - 1;
}
