import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Axis } from "./chart.ts";
import { hasPlace, placeScale } from "./scale.ts";

const EXTENT = { from: 0, to: 100, tickCount: 5 };
const axis = (rest: Partial<Axis> = {}): Axis => ({ label: "x", ...rest });
const texts = (values: readonly number[], rest: Partial<Axis> = {}, tickCount = 5): readonly string[] =>
  placeScale(axis(rest), values, { ...EXTENT, tickCount }).ticks.map(({ text }) => text);

describe("marks of a linear axis", () => {
  test.each([
    ["round numbers", [0, 9.7], ["0", "2", "4", "6", "8"]],
    ["negative ones with a minus sign", [-10.5, 10.5], ["−10", "−5", "0", "5", "10"]],
    ["decimals, as many on each", [0.01, 0.09], ["0.02", "0.04", "0.06", "0.08"]],
    ["whole steps for whole values", [1, 3], ["1", "2", "3"]],
    ["groups of three digits", [0, 45_000], ["0", "10,000", "20,000", "30,000", "40,000"]],
    ["powers of ten where digits run long", [0, 5e9], ["0", "1×10⁹", "2×10⁹", "3×10⁹", "4×10⁹", "5×10⁹"]],
    ["also tiny ones", [0, 2.1e-9], ["0", "0.5×10⁻⁹", "1.0×10⁻⁹", "1.5×10⁻⁹", "2.0×10⁻⁹"]],
    ["a constant has room around it", [7.5, 7.5], ["7.2", "7.4", "7.6", "7.8"]],
    ["so has zero", [0, 0], ["−1", "0", "1"]],
    ["nothing has the range from 0 to 1", [], ["0", "1"]],
  ])("%s", (_name, values, expected) => {
    expect(texts(values)).toEqual(expected);
  });

  test("reach at least from and to", () => {
    expect(texts([4], { from: 0, to: 8 })).toEqual(["0", "2", "4", "6", "8"]);
  });

  test("stand at whole numbers only, where that is asked for", () => {
    expect(texts([0.7, 3.3], { isWhole: true }, 9)).toEqual(["1", "2", "3"]);
    expect(texts([0.7, 3.3], {}, 9)).toContain("1.5");
  });
});

describe("marks of a logarithmic axis", () => {
  test.each([
    ["log2", [1, 16], ["1", "2", "4", "8", "16"]],
    ["log2", [0.25, 4], ["0.25", "0.5", "1", "2", "4"]],
    ["log2", [2 ** 10, 2 ** 20], ["2¹⁰", "2¹²", "2¹⁴", "2¹⁶", "2¹⁸", "2²⁰"]],
    ["log10", [0.001, 100], ["0.001", "0.01", "0.1", "1", "10", "100"]],
    ["log10", [1e-6, 1e6], ["10⁻⁶", "0.001", "1", "1,000", "10⁶"]],
    ["log10", [2, 7], ["2", "3", "4", "5", "6", "7"]], // no power of ten between them
    ["log2", [3, 3], ["2.5", "3.0", "3.5", "4.0"]],
    ["log10", [], ["1", "10"]],
  ] as const)("%s over %o", (scale, values, expected) => {
    expect(texts(values, { scale }, 6)).toEqual(expected);
  });

  test("values go by their logarithms", () => {
    const { at } = placeScale(axis({ scale: "log2" }), [1, 16], EXTENT);
    expect([1, 4, 16].map(at)).toEqual([0, 50, 100]);
  });
});

test("what has no place on an axis", () => {
  const bad = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  expect(bad.some((value) => hasPlace(axis(), value))).toBe(false);
  expect([0, -1].map((value) => hasPlace(axis({ scale: "log10" }), value))).toEqual([false, false]);
  expect([0, -1].map((value) => hasPlace(axis(), value))).toEqual([true, true]);
  const categories = ["a", "b"];
  expect([-1, 0, 1, 2, 0.5].map((value) => hasPlace(axis({ categories }), value))).toEqual([
    ...[false, true, true, false, false],
  ]);
  expect(placeScale(axis(), [...bad, 3, 5], EXTENT).at(3)).toBe(0);
});

test("categories stand in the middle of slots of one width", () => {
  const { at, ticks } = placeScale(axis({ categories: ["a", "b", "c", "d"] }), [], EXTENT);
  expect([0, 1, 2, 3].map(at)).toEqual([12.5, 37.5, 62.5, 87.5]);
  expect(ticks.map(({ text }) => text)).toEqual(["a", "b", "c", "d"]);
});

test("every range of any doubles has some marks, inside, in order, with texts that differ", () => {
  const any = fc.double({ noNaN: true, noDefaultInfinity: true });
  const positive = fc.double({ min: 1e-290, max: 1e290, noNaN: true });
  const axes = fc.oneof(
    fc.tuple(fc.constant("linear" as const), fc.array(any, { maxLength: 5 })),
    fc.tuple(fc.constantFrom("log2" as const, "log10" as const), fc.array(positive, { maxLength: 5 })),
  );
  fc.assert(
    fc.property(axes, fc.integer({ min: 2, max: 12 }), ([scale, given], tickCount) => {
      const { ticks, at } = placeScale(axis({ scale }), given, { ...EXTENT, tickCount });
      expect(ticks.length).toBeGreaterThan(0);
      expect(ticks.length).toBeLessThanOrEqual(3 * tickCount + 3);
      const places = ticks.map((tick) => tick.at);
      for (const place of [...places, ...given.map(at)]) {
        expect(Math.abs(place - 50)).toBeLessThan(50.001);
      }
      expect([...places].sort((left, right) => left - right)).toEqual(places);
      expect(new Set(ticks.map(({ text }) => text)).size).toBe(ticks.length);
    }),
    { seed: 20260305, numRuns: 2000 },
  );
});

test("values at the ends of what doubles have end in a picture all the same", () => {
  for (const scale of ["log2", "log10"] as const) {
    for (const value of [5e-324, Number.MAX_VALUE]) {
      expect(placeScale(axis({ scale }), [value], EXTENT).at(value)).toBe(50);
    }
  }
});
