import { describe, expect, it } from "vitest";
import { fitTimes, predictedSeconds, type TimedCost } from "./fit-times.ts";

const RUNS = [1e4, 1e5, 1e6].flatMap((work, index) =>
  [1, 2, 4].map((processors) => ({
    work,
    span: 100 + 50 * index ** 2,
    primitives: 7 + index,
    movedBytes: 3 * work + 1000 * index,
    processors,
  })),
);

function timed(seconds: (run: Omit<TimedCost, "seconds">) => number): readonly TimedCost[] {
  return RUNS.map((run) => ({ ...run, seconds: seconds(run) }));
}

describe("fitTimes", () => {
  it("finds the constants that times were made of", () => {
    const truth = { perWork: 2e-9, perSpan: 3e-7, perPrimitive: 5e-6, perByte: 1e-10, worst: 0, median: 0 };
    const model = fitTimes(timed((run) => predictedSeconds(truth, run)));
    expect(model.perWork / truth.perWork).toBeCloseTo(1, 8);
    expect(model.perSpan / truth.perSpan).toBeCloseTo(1, 8);
    expect(model.perPrimitive / truth.perPrimitive).toBeCloseTo(1, 8);
    expect(model.perByte / truth.perByte).toBeCloseTo(1, 8);
    expect(model.worst).toBeLessThan(1e-8);
  });

  it("counts bytes apart from work only where processors differ, since both grow with the length", () => {
    const alone = RUNS.filter(({ processors }) => processors === 1);
    const times = [...alone, ...alone].map((run, index) => ({
      ...run,
      seconds: 1e-9 * run.work + 1e-9 * run.movedBytes + 1e-6 * index,
    }));
    expect(fitTimes(times).perByte).toBe(0);
  });

  it("has no negative constants, and says how far off it is", () => {
    // More processors make it slower: no term says that.
    const model = fitTimes(timed(({ work, processors }) => 1e-9 * work * processors));
    for (const constant of [model.perWork, model.perSpan, model.perPrimitive, model.perByte]) {
      expect(constant).toBeGreaterThanOrEqual(0);
    }
    expect(model.worst).toBeGreaterThan(0.3);
    expect(model.median).toBeLessThanOrEqual(model.worst);
  });

  it("refuses too few runs, and runs without time", () => {
    expect(() => fitTimes(timed(() => 1).slice(0, 3))).toThrow(/"runs" must be four and more/);
    expect(() => fitTimes(timed(() => 0))).toThrow(/that took some time/);
  });
});
