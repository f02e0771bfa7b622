import { describe, expect, it } from "vitest";
import { sampleTogether } from "./sample-times.ts";

describe("times of several runs", () => {
  it("are taken in turns, as often of each, and told in order of size", () => {
    const order: string[] = [];
    const spin = (name: string, ms: number) => () => {
      order.push(name);
      const begun = performance.now();
      while (performance.now() - begun < ms);
    };
    const parts: number[] = [];
    const samples = sampleTogether([spin("a", 3), spin("b", 2.5)], { leastRuns: 4, leastMs: 0 }, (part) =>
      parts.push(part),
    );
    expect(order.slice(-8).join("")).toBe("abababab");
    expect(parts).toEqual([0, 0.25, 0.5, 0.75]);
    for (const { least, quartiles, runs } of samples) {
      expect(runs).toBe(4);
      expect([least, ...quartiles]).toEqual([least, ...quartiles].sort((left, right) => left - right));
      expect(least).toBeGreaterThanOrEqual(2.5);
    }
  });

  it("of what is quicker than a tick of the clock are those of many runs together", () => {
    let count = 0;
    const [{ least, runs }] = sampleTogether([() => count++], { leastRuns: 3, leastMs: 0 });
    expect(runs).toBe(3);
    expect(count).toBeGreaterThan(1000);
    expect(least).toBeGreaterThan(0);
  });

  it("are of as many runs after a pause of the machine", () => {
    let count = 0;
    const run = () => {
      count++;
      const begun = performance.now();
      while (count === 2 && performance.now() - begun < 5);
    };
    sampleTogether([run], { leastRuns: 3, leastMs: 0 });
    expect(count).toBeGreaterThan(1000);
  });
});
