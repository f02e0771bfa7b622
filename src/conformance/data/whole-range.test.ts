import { describe, expect, test } from "vitest";
import { mirrored } from "./other-orders.ts";
import { wholeRangeArrays, wholeRangeData } from "./whole-range.ts";

const EXPONENTS = { f64: { last: 2046, bits: 52n }, f32: { last: 254, bits: 23n } } as const;

function exponentsOf(elements: Float64Array | Float32Array): readonly number[] {
  const isDouble = elements instanceof Float64Array;
  const view = new DataView(elements.buffer);
  return Array.from(elements, (_, i) =>
    isDouble
      ? (view.getUint16(8 * i + 6, true) >>> 4) & 0x7ff
      : (view.getUint16(4 * i + 2, true) >>> 7) & 0xff,
  );
}

describe.each(["f64", "f32"] as const)("%s data of the whole range", (type) => {
  const { last } = EXPONENTS[type];

  test("have every exponent but that of infinity", () => {
    const exponents = exponentsOf(wholeRangeData({ type, length: 40_000, seed: 1n }));
    expect(new Set(exponents).size).toBe(last + 1);
    expect(Math.max(...exponents)).toBe(last);
  });

  test("are limited to the exponents that are asked for", () => {
    const exponents = exponentsOf(wholeRangeData({ type, length: 1000, seed: 1n, first: 7, count: 3 }));
    expect(new Set(exponents)).toEqual(new Set([7, 8, 9]));
  });

  test("have ends, and halves of units, all of them finite", () => {
    const [all, largest, smallest, halves] = wholeRangeArrays(type, 1000);
    expect(Math.min(...exponentsOf(largest.elements as Float64Array))).toBe(last - 2);
    expect(Math.max(...exponentsOf(smallest.elements as Float64Array))).toBeLessThan(60);
    for (const { elements } of [all, largest, smallest, halves]) {
      expect((elements as Float64Array).every(Number.isFinite)).toBe(true);
    }
  });
});

test("a mirrored array is its negation backwards", () => {
  expect(mirrored(Float64Array.of(1, 2, 3, 4, 5))).toEqual(Float64Array.of(1, 2, 3, -2, -1));
  expect(mirrored(Float32Array.of(1, 0))).toEqual(Float32Array.of(1, -1));
  expect(mirrored(new Float32Array(0))).toEqual(new Float32Array(0));
});
