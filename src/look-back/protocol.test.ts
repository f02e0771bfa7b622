import { describe, expect, it } from "vitest";
import { PROTOCOL_WGSL } from "../executors/webgpu/kernels/protocol.wgsl.ts";
import * as protocol from "./protocol.ts";

const TILES = Array.from({ length: 260 }, (_, tile) => tile);
const GROUP_BITS = [1, 2, 5];

describe("a table", () => {
  it.each(GROUP_BITS)("gives every published root an entry of its own, groups of 2^%i tiles", (groupBits) => {
    const entries = TILES.flatMap((tile) => protocol.publicationsOf(tile, groupBits)).map(
      ({ entry }) => entry,
    );
    expect([...entries].sort((left, right) => left - right)).toEqual(
      Array.from({ length: protocol.entryCount(TILES.length, groupBits) }, (_, entry) => entry),
    );
  });

  it("has 33 entries for 32 tiles", () => {
    expect(protocol.entryCount(65_536)).toBe(67_584);
  });
});

describe("what a tile reads", () => {
  it.each(GROUP_BITS)("is published by the tile that it ends with, groups of 2^%i tiles", (groupBits) => {
    for (const tile of TILES) {
      for (const { end, level, entry } of protocol.readsOf(tile, groupBits)) {
        expect(end).toBeLessThan(tile);
        expect(protocol.publicationsOf(end, groupBits)).toContainEqual({ end, level, entry });
      }
    }
  });

  it.each(GROUP_BITS)("stands once for every tile before it, groups of 2^%i tiles", (groupBits) => {
    for (const tile of TILES) {
      expect(protocol.readsOf(tile, groupBits).flatMap(tilesOf)).toEqual(TILES.slice(0, tile));
      expect(protocol.rootsOf(tile).flatMap(tilesOf)).toEqual(TILES.slice(0, tile));
    }
  });

  it("makes up the tile's own range, if it is of the first stage", () => {
    for (const tile of TILES) {
      const trailing = protocol.readsOf(tile).filter(({ stage }) => stage === "trailing");
      const [, range] = protocol.publicationsOf(tile);
      const expected = range === undefined ? [] : tilesOf(range).slice(0, -1);
      expect(trailing.flatMap(tilesOf)).toEqual(expected);
    }
  });

  it("is at most 31 tile roots and one root for each higher bit", () => {
    expect(protocol.readsOf(37)).toEqual([
      { end: 31, level: 5, entry: 32, lane: 32, stage: "rest" },
      ...[0, 1, 2, 3, 4].map((index) => ({
        end: 32 + index,
        level: 0,
        entry: 33 + index,
        lane: index,
        stage: "rest",
      })),
    ]);
    expect(protocol.readsOf(2 ** 31 - 1)).toHaveLength(31 + 26);
    expect(protocol.rootsOf(37)).toEqual([
      { end: 31, level: 5 },
      { end: 35, level: 2 },
      { end: 36, level: 0 },
    ]);
  });
});

describe("a fold's candidates", () => {
  it.each(GROUP_BITS)(
    "are all that is published, starts in place and stays inside, groups of 2^%i tiles",
    (groupBits) => {
      for (const tile of TILES) {
        const range = protocol.publicationsOf(tile, groupBits)[1];
        if (range === undefined) continue;
        for (let offset = 0; offset < 2 ** range.level; offset++) {
          const candidates = protocol.candidatesAt(range, offset, groupBits);
          const first = protocol.firstTile(range) + offset;
          const published = TILES.slice(first, range.end + 1)
            .flatMap((end) => protocol.publicationsOf(end, groupBits))
            .filter((each) => protocol.firstTile(each) === first && each.level < range.level);
          expect(candidates).toEqual(published.reverse());
        }
      }
    },
  );
});

describe("epochs", () => {
  it.each([3, 7, protocol.LAST_EPOCH])(
    "come back after %i runs, with a clearing by another run between",
    (last) => {
      let stored = 0;
      const epochs: number[] = [];
      for (let run = 0; run < last; run++) {
        epochs.push(protocol.epochOf(stored));
        stored = protocol.storedAfter(protocol.epochOf(stored), last);
      }
      expect(stored).toBe(0);
      expect(epochs).toEqual(Array.from({ length: last }, (_, run) => run + 1));
      expect(epochs.filter((epoch) => protocol.clearsTable(epoch, last))).toEqual([last >> 1, last]);
    },
  );
});

describe("the same in WGSL", () => {
  // WGSL's u32 operations on these numbers are JavaScript's on theirs, but for the sign of what the shifts give.
  const names = [...PROTOCOL_WGSL.matchAll(/fn (\w+)/g)].map(([, name]) => name);
  const javascript = PROTOCOL_WGSL.replace(/: u32|: bool| -> (u32|bool)/g, "")
    .replace(/fn /g, "function ")
    .replace(/(\d)u\b/g, "$1");
  const wgsl = new Function(
    `const countTrailingZeros = (x) => x === 0 ? 32 : 31 - Math.clz32(x & -x);
     const select = (no, yes, condition) => condition ? yes : no;
     ${javascript}; return { ${names} };`,
  )() as Record<string, (...values: number[]) => number | boolean>;
  const lanes = Array.from({ length: protocol.READING_LANE_COUNT + 2 }, (_, lane) => lane);

  it("addresses", () => {
    for (const tile of TILES) {
      expect(wgsl.tile_entry?.(tile)).toBe(protocol.tileEntry(tile));
      expect(wgsl.range_entry?.(tile)).toBe(protocol.rangeEntry(tile));
      expect(wgsl.ends_group?.(tile)).toBe(protocol.endsGroup(tile));
      expect(wgsl.level_ending_at?.(tile)).toBe(protocol.levelEndingAt(tile));
      expect(wgsl.entry_count?.(tile)).toBe(protocol.entryCount(tile));
    }
  });

  it("reads", () => {
    for (const tile of [...TILES, 2 ** 20 - 1, 2 ** 26 + 12_345]) {
      const expected = lanes.map((lane) => protocol.readOfLane(tile, lane));
      const found = lanes.map((lane) => {
        if (wgsl.lane_reads?.(tile, lane) !== true) return undefined;
        const [end, level] = [wgsl.read_end?.(tile, lane), wgsl.read_level?.(lane)];
        const stage = wgsl.lane_reads_trailing?.(tile, lane) ? "trailing" : "rest";
        return { end, level, entry: wgsl.read_entry?.(tile, lane), lane, stage };
      });
      expect(found).toEqual(expected);
    }
  });

  it("candidates, poll limits and epochs", () => {
    for (const level of [5, 6, 7, 11]) {
      for (let offset = 0; offset < 2 ** level; offset++)
        expect(wgsl.highest_candidate?.(level, offset)).toBe(protocol.highestCandidate(level, offset));
      expect(wgsl.poll_limit?.(level, 9)).toBe(protocol.pollLimit(level, 9));
    }
    const half = protocol.LAST_EPOCH >> 1;
    for (const epoch of [1, 2, half - 1, half, half + 1, protocol.LAST_EPOCH - 1, protocol.LAST_EPOCH]) {
      expect(wgsl.stored_after?.(epoch)).toBe(protocol.storedAfter(epoch));
      expect(wgsl.clears_table?.(epoch)).toBe(protocol.clearsTable(epoch));
      expect(wgsl.epoch_of?.(epoch - 1)).toBe(epoch);
      const word = Number(wgsl.table_word?.(0xabcd, epoch));
      expect(wgsl.carries_epoch?.(word, epoch)).toBe(true);
      expect(wgsl.carries_epoch?.(word, epoch - 1)).toBe(false);
    }
  });
});

function tilesOf(range: protocol.DyadicRange): readonly number[] {
  const first = protocol.firstTile(range);
  return Array.from({ length: range.end + 1 - first }, (_, index) => first + index);
}
