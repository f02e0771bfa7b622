import { describe, expect, test } from "vitest";
import type { PositionRange, Root } from "./summary.ts";
import { carryTier, dyadicTier, foldRoots, pushRoot } from "./tier.ts";

const LARGEST = 70;

describe("the dyadic tier", () => {
  test("lists the maximal aligned dyadic ranges, however it came by them", () => {
    for (let start = 0; start <= LARGEST; start++) {
      for (let end = start; end <= LARGEST; end++) {
        const expected = maximalDyadicRanges(start, end);
        expect([...dyadicTier.ranges(start, end)]).toEqual(expected);
        const pushed: Root[] = [];
        for (let i = start; i < end; i++)
          pushRoot(dyadicTier, () => 0, pushed, { start: i, end: i + 1, value: 0 });
        expect(pushed.map(({ start, end }) => ({ start, end }))).toEqual(expected);
      }
    }
  });

  test("works at the largest positions", () => {
    const end = Number.MAX_SAFE_INTEGER;
    expect([...dyadicTier.ranges(0, end)].length).toBe(53);
    expect([...dyadicTier.ranges(1, end)].length).toBe(104);
  });
});

test("the carry tier keeps one range from 0, and every position elsewhere", () => {
  expect([...carryTier.ranges(0, 9)]).toEqual([{ start: 0, end: 9 }]);
  expect([...carryTier.ranges(0, 0)]).toEqual([]);
  expect([...carryTier.ranges(7, 9)]).toEqual([
    { start: 7, end: 8 },
    { start: 8, end: 9 },
  ]);
});

test("a list folds right-nested", () => {
  const roots = [1, 2, 3].map((value, i) => ({ start: i, end: i + 1, value }));
  expect(foldRoots((left, right) => Number(left) - Number(right), roots)).toBe(1 - (2 - 3));
});

/** By definition: of all aligned dyadic ranges inside [start, end), those that no other contains. */
function maximalDyadicRanges(start: number, end: number): PositionRange[] {
  const inside: PositionRange[] = [];
  for (let length = 1; length <= LARGEST; length *= 2) {
    for (let at = 0; at + length <= end; at += length) {
      if (at >= start) inside.push({ start: at, end: at + length });
    }
  }
  const isContained = (range: PositionRange): boolean =>
    inside.some((other) => other !== range && other.start <= range.start && range.end <= other.end);
  return inside.filter((range) => !isContained(range)).sort((left, right) => left.start - right.start);
}
