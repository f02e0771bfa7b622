import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  bitsOfRecord,
  expectClosed,
  expectIdentity,
  foldBalanced,
  foldLeft,
  type Values,
} from "../../../test/laws/records.ts";
import { runningMean, runningVariance } from "./running.ts";

const element = (x: number): Values => [1, x, 0];
const lists = fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 1, maxLength: 40 });

describe("runningVariance", () => {
  test("of a known list", () => {
    const [count, mean, m2] = foldLeft(runningVariance("f64"), [2, 4, 4, 4, 5, 5, 7, 9].map(element)).map(
      Number,
    );
    expect(count).toBe(8);
    expect(mean).toBeCloseTo(5, 14);
    expect(m2 / count).toBeCloseTo(4, 14);
  });

  test("is near the two passes that need all values at once, in any tree", () => {
    fc.assert(
      fc.property(lists, (list) => {
        const expectedMean = list.reduce((sum, x) => sum + x, 0) / list.length;
        const expectedM2 = list.reduce((sum, x) => sum + (x - expectedMean) ** 2, 0);
        for (const fold of [foldLeft, foldBalanced]) {
          const [count, mean, m2] = fold(runningVariance("f64"), list.map(element)).map(Number);
          expect(count).toBe(list.length);
          expect(Math.abs(mean - expectedMean)).toBeLessThan(1e-9);
          expect(Math.abs(m2 - expectedM2)).toBeLessThan(1e-6);
        }
      }),
      { seed: 20267, numRuns: 200 },
    );
  });

  test("keeps what sums of squares lose", () => {
    const shifted = [4, 7, 13, 16].map((x) => x + 1e9);
    const [count, , m2] = foldLeft(runningVariance("f64"), shifted.map(element)).map(Number);
    expect(m2 / (count - 1)).toBe(30);
  });

  test.each(["f64", "f32"] as const)("nothing changes nothing, on %s", (type) => {
    const operator = runningVariance(type);
    const groups = lists.map((list) => foldLeft(operator, list.map(element)));
    const records = fc.oneof({ arbitrary: groups, weight: 4 }, fc.constant<Values>([0, 0, 0]));
    expectIdentity(operator, records);
    expectClosed(operator, records);
    expectIdentity(operator);
    expect(
      foldLeft(operator, [
        [0, 0, 0],
        [0, 0, 0],
      ]),
    ).toEqual([0, 0, 0]);
  });

  test("the tree shows in the bits", () => {
    const records = [0.1, 0.2, 0.3, 0.7, 1.1].map(element);
    const operator = runningVariance("f64");
    const [ofLoop, ofTree] = [foldLeft, foldBalanced].map((fold) =>
      bitsOfRecord(operator, fold(operator, records)),
    );
    expect(ofLoop).not.toBe(ofTree);
    expect(operator.derivation).toEqual({ combinator: "running-variance", parts: [] });
  });
});

describe("runningMean", () => {
  test("is the mean of runningVariance", () => {
    fc.assert(
      fc.property(lists, (list) => {
        const records = list.map(element);
        const variance = foldBalanced(runningVariance("f32"), records);
        const mean = foldBalanced(
          runningMean("f32"),
          records.map(([count, value]) => [count, value]),
        );
        expect(mean).toEqual(variance.slice(0, 2));
      }),
      { seed: 20268, numRuns: 100 },
    );
  });

  test("identity; floats only", () => {
    expectIdentity(runningMean("f64"));
    expect(() => runningMean("i32" as never)).toThrow('"type" must be one of f64, f32');
    expect(() => runningVariance(undefined as never)).toThrow("got undefined");
  });
});
