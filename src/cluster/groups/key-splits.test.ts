import { describe, expect, it } from "vitest";
import * as algorithms from "../../algorithms.ts";
import type { GroupFunctions } from "./functions.ts";
import { joinedColumns } from "./group-table.ts";
import { mergedRows, placesInSplit, rowsInMemory } from "./key-splits.ts";

const SPLITS = 3;

function splitsOf(keys: Parameters<typeof placesInSplit>[0]) {
  return Array.from({ length: SPLITS }, (_, split) => placesInSplit(keys, { split, splitCount: SPLITS }));
}

describe("splits of keys", () => {
  it("have every row once, about as many each, and the same on every machine", () => {
    const keys = [Int32Array.from({ length: 3000 }, (_, i) => i), new Uint8Array(3000).fill(1)];
    const places = splitsOf(keys);
    expect(places.flatMap((each) => [...each]).sort((a, b) => a - b)).toEqual([...keys[0]]);
    for (const { length } of places) expect(Math.abs(length - 1000)).toBeLessThan(100);
    // MurmurHash3 without its length, of i and 1 as two words, in Python.
    const first = Array.from({ length: 10 }, (_, i) => places.findIndex((each) => each.includes(i)));
    expect(first).toEqual([2, 1, 1, 1, 1, 2, 1, 2, 1, 1]);
  });

  it("do not part what is one key: NaNs of other bits", () => {
    const words = new Uint32Array([0, 0x7ff80000, 1, 0x7ff80000, 0, 0xfff80000]);
    expect(splitsOf([new Float64Array(words.buffer)]).filter(({ length }) => length === 3)).toHaveLength(1);
  });

  it("are merged by windows, though one has all small keys and one none", async () => {
    const keys = Float64Array.from({ length: 500 }, (_, i) => (i * 7919) % 500);
    const values = keys.map((key) => key / 3);
    const order = (places: Uint32Array) => places.sort((a, b) => keys[a] - keys[b]);
    const lists = [
      ...splitsOf([keys]).slice(0, 2),
      Uint32Array.from(splitsOf([keys])[2]).filter((place) => keys[place] < 400),
      Uint32Array.from(splitsOf([keys])[2]).filter((place) => keys[place] >= 400),
      new Uint32Array(0),
    ].map(order);
    const parts = lists.map((places) =>
      rowsInMemory([Float64Array.from(places, (i) => keys[i]), Float64Array.from(places, (i) => values[i])]),
    );
    for (const windowLength of [1, 7, 1000]) {
      const windows: (readonly (typeof keys)[])[] = [];
      for await (const window of mergedRows(
        algorithms as unknown as GroupFunctions,
        1,
        parts,
        windowLength,
      )) {
        windows.push(window as readonly (typeof keys)[]);
      }
      const [all, third] = joinedColumns(windows);
      expect(all).toEqual(keys.slice().sort());
      expect(third).toEqual((all as Float64Array).map((key) => key / 3));
    }
  });
});
