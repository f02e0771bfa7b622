import { describe, expect, it } from "vitest";
import { type CostDag, DagMeter } from "./meter.ts";
import { costOfDag, criticalPath, greedySteps, levelsOf } from "./schedule.ts";

/** Two chains, of four nodes and of two, that end in one node. */
const CHAINS: CostDag = {
  places: [0, 0, 0, 0, 1, 1, 2],
  waitsFor: [[], [0], [1], [2], [], [4], [3, 5]],
};

describe("schedules", () => {
  it("knows levels, work, span and a longest way", () => {
    expect([...levelsOf(CHAINS)]).toEqual([1, 2, 3, 4, 1, 2, 5]);
    expect(costOfDag(CHAINS)).toEqual({ work: 7, span: 5 });
    expect(criticalPath(CHAINS)).toEqual([0, 1, 2, 3, 6]);
  });

  it.each([
    [1, 7],
    [2, 5],
    [7, 5],
    [Number.POSITIVE_INFINITY, 5],
  ])("on %s processors takes %s steps", (processors, steps) => {
    expect(greedySteps(CHAINS, processors)).toBe(steps);
  });

  it("takes ⌈M/p⌉ steps for a level of M nodes that all wait for one", () => {
    const star: CostDag = { places: Array(11).fill(0), waitsFor: [[], ...Array(10).fill([0])] };
    expect([1, 2, 3, 4, 10, 11].map((p) => greedySteps(star, p))).toEqual([11, 6, 5, 4, 2, 2]);
  });

  it.each([0, -1, 1.5, Number.NaN])("refuses %s processors", (processors) => {
    expect(() => greedySteps(CHAINS, processors)).toThrow(/"processors" must be a positive whole number/);
  });

  it("knows the empty graph", () => {
    const nothing: CostDag = { places: [], waitsFor: [] };
    expect(costOfDag(nothing)).toEqual({ work: 0, span: 0 });
    expect(greedySteps(nothing, 2)).toBe(0);
  });

  it("unfolds no graph beyond a limit", () => {
    const meter = new DagMeter(3);
    meter.spend(0, 3, 2);
    expect(costOfDag(meter.dag)).toEqual({ work: 3, span: 2 });
    expect(() => meter.spend(0, 1, 1)).toThrow(/more than 3 nodes.*take a smaller input/);
  });
});
