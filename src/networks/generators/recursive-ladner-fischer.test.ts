import { describe, expect, it } from "vitest";
import { InvalidArgumentError } from "../../values/errors.ts";
import { metricsOf } from "../metrics.ts";
import { checkIntervals } from "../validators/check-intervals.ts";
import { recursiveLadnerFischer } from "./recursive-ladner-fischer.ts";

describe("recursiveLadnerFischer", () => {
  it("has the published sizes at least depth", () => {
    const sizes = [2, 4, 8, 16, 32, 64, 128].map((width) => metricsOf(recursiveLadnerFischer(width)).size);
    expect(sizes).toEqual([1, 4, 12, 31, 74, 168, 369]);
  });

  it("is a scan of the depth that it promises, at every width and slack", () => {
    for (let width = 1; width <= 70; width++) {
      for (let slack = 0; slack <= 7; slack++) {
        const network = recursiveLadnerFischer(width, slack);
        expect(checkIntervals(network)).toEqual({ validator: "intervals", holds: true });
        expect(network.steps.length).toBeLessThanOrEqual(Math.ceil(Math.log2(width)) + slack);
        const { size, depth } = metricsOf(network);
        expect(size + depth).toBeGreaterThanOrEqual(2 * width - 2);
      }
    }
  });

  it("becomes no larger with more slack, and ends with Brent and Kung's size", () => {
    const sizes = [0, 1, 2, 3, 4, 5, 6, 9].map((slack) => metricsOf(recursiveLadnerFischer(64, slack)).size);
    expect(sizes).toEqual([...sizes].sort((one, other) => other - one));
    expect(sizes.at(-1)).toBe(120);
  });

  it("refuses what is no slack", () => {
    expect(() => recursiveLadnerFischer(8, -1)).toThrow(InvalidArgumentError);
    expect(() => recursiveLadnerFischer(0)).toThrow(InvalidArgumentError);
  });
});
