import { describe, expect, it } from "vitest";
import { type FasterWay, fasterWay } from "./faster-way.ts";

/** Which way each of `count` windows went by, where `costs` tells how long each takes at a window. */
function waysOf(count: number, costs: (window: number) => readonly [number, number]): string {
  let time = 0;
  let window = 0;
  const way: FasterWay = fasterWay(() => time);
  const take = (which: 0 | 1) => () => {
    time += costs(window++)[which];
    return which;
  };
  return Array.from({ length: count }, () => way.run(take(0), take(1))).join("");
}

describe("the faster of two ways", () => {
  it("tries both, then goes by the faster one", () => {
    expect(waysOf(10, () => [3, 2])).toBe("0110111111");
    expect(waysOf(10, () => [2, 3])).toBe("0110000000");
  });

  it("stays with the first where there is little between them, and where a clock stands still", () => {
    expect(waysOf(10, () => [100, 96])).toBe("0110000000");
    expect(waysOf(10, () => [0, 0])).toBe("0110000000");
  });

  it("cancels a steady drift, and tries again after a hundred windows", () => {
    expect(waysOf(8, (window) => [10 + window, 10 + window])).toBe("01100000");
    const later = waysOf(210, (window) => (window < 100 ? [3, 2] : [2, 3]));
    expect(later.slice(0, 100)).toBe(`0110${"1".repeat(96)}`);
    expect(later.slice(100, 200)).toBe(`0110${"0".repeat(96)}`);
    expect(later.slice(200)).toBe("0110000000");
  });
});
