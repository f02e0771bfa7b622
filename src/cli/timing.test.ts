import { describe, expect, it } from "vitest";
import { printDuration, sampleRuns, summaryOf } from "./timing.ts";

describe("sampleRuns", () => {
  it.each([
    [10, 0, 1, 10], // as many as asked for
    [10, 500, 1, 500], // as long as asked for
    [10, 500, 100, 10],
    [10, 500, 15_000, 3], // patience
    [1, 0, 1, 1],
  ])("%s runs and %s ms of runs of %s ms each are %s runs", async (leastRuns, leastMs, each, expected) => {
    let now = 0;
    let ran = 0;
    const run = async () => {
      now += each;
      ran++;
    };
    const { seconds } = await sampleRuns(run, { now: () => now, leastRuns, leastMs });
    expect(seconds).toEqual(Array(expected).fill(each / 1000));
    expect(ran).toBe(expected + 1);
  });
});

describe("summaryOf", () => {
  it("has Student's interval about the mean", () => {
    const { mean, interval, median, least } = summaryOf([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect([mean, median, least]).toEqual([5.5, 5.5, 1]);
    // t(9) = 2.262157, s = 3.027650
    expect(interval[1] - mean).toBeCloseTo((2.262157 * 3.02765) / Math.sqrt(10), 3);
    expect(mean - interval[0]).toBeCloseTo(interval[1] - mean, 12);
  });

  it.each([
    [2, 12.706],
    [3, 4.303],
    [5, 2.776],
    [6, 2.571],
    [31, 2.042],
    [1001, 1.962],
  ])("of %s runs takes t = %s", (count, t) => {
    const seconds = Array.from({ length: count }, (_, index) => index);
    const { mean, interval } = summaryOf(seconds);
    const deviation = Math.sqrt(seconds.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (count - 1) / count);
    expect((interval[1] - mean) / deviation / t).toBeCloseTo(1, 2);
  });
});

describe("printDuration", () => {
  it.each([
    [1.5, "1.50 s"],
    [0.0123456, "12.3 ms"],
    [0.9999, "999.9 ms"],
    [4.5e-7, "450 ns"],
    [3e-10, "0.300 ns"],
  ])("%s s is %s", (seconds, text) => {
    expect(printDuration(seconds)).toBe(text);
  });
});
