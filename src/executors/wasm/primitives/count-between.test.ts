import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyColumn, anyElementType } from "../../../../test/algorithms/arbitraries.ts";
import { binThresholds, evenEdges } from "../../../values/bin-edges.ts";
import { bitsOf, fromBits } from "../../../values/bits.ts";

import type { ElementType } from "../../../values/element-types.ts";
import { type ColumnArray, newColumn } from "../../../values/value-types.ts";
import { javascriptPrimitives } from "../../javascript/primitives/javascript-primitives.ts";
import { algorithmsWasmExecutor } from "./algorithms-wasm-executor.ts";
import type { PrimitiveCounts } from "./parts.ts";
import { CHUNK_LENGTH } from "./work-memory.ts";

const SETTING = { seed: 20261121, numRuns: 100 };
const executor = algorithmsWasmExecutor();
const wasm = executor.openPrimitives();
const definition = javascriptPrimitives();

type NumberType = "f64" | "f32" | "i32" | "u32";

const NUMBER_TYPES: readonly NumberType[] = ["f64", "f32", "i32", "u32"];
const LARGEST = Number.MAX_VALUE;

/** Compares with the definition, and says what the kernels took. */
function expectCounts(sorted: ColumnArray, queries: ColumnArray): Partial<PrimitiveCounts> {
  const before = { ...executor.primitiveCounts };
  const actual = wasm.countBetween?.(sorted, queries, sorted.length + 1);
  const grown = Object.entries(executor.primitiveCounts).map(
    ([name, count]) => [name, count - before[name as keyof PrimitiveCounts]] as const,
  );
  const places = definition.searchSorted(sorted, queries, "right", false) as ColumnArray;
  const { counts } = definition.countIndices(places, sorted.length + 1) as { counts: ColumnArray };
  expect(actual).toEqual(counts);
  expect(definition.countBetween?.(sorted, queries, sorted.length + 1)).toEqual(counts);
  return Object.fromEntries(grown.filter(([, count]) => count > 0));
}

/** Thresholds, the elements just below and just above each, and all that is special. */
function besides(type: NumberType, thresholds: ColumnArray): ColumnArray {
  const isFloat = type === "f64" || type === "f32";
  const special = isFloat
    ? [0, -0, Infinity, -Infinity, NaN, 5e-324, -5e-324, 2 ** -149, -(2 ** -149), LARGEST, -LARGEST]
    : [0, -1, 2 ** 31 - 1, 2 ** 31];
  const near = Array.from(thresholds as Float64Array).flatMap((value) => {
    if (!isFloat) return [value - 1, value, value + 1];
    if (!Number.isFinite(value)) return [value];
    return [value, nextTo(type, value, 1n), nextTo(type, value, -1n)];
  });
  return columnOf(type, [...near, ...special]);
}

/** The next float away from 0, or towards it. */
function nextTo(type: "f64" | "f32", value: number, step: 1n | -1n): number {
  if (value === 0) return Number(fromBits(type, 1n)) * Number(step);
  return Number(fromBits(type, bitsOf(type, value) + step));
}

function columnOf(type: NumberType, values: readonly number[]): ColumnArray {
  const column = newColumn(type, values.length);
  (column as Float64Array).set(values);
  return column;
}

function thresholdsOf(type: ElementType, binCount: number, low: number, high: number): ColumnArray {
  return binThresholds(type, evenEdges(binCount, low, high));
}

describe("countBetween", () => {
  it("is the counts of a search, for thresholds of all kinds", () => {
    const drawn = anyElementType.chain((type) =>
      fc.record({ sorted: anyColumn(type, fc.nat(40)), queries: anyColumn(type) }),
    );
    fc.assert(
      fc.property(drawn, ({ sorted, queries }) => {
        const bits = [0, queries.BYTES_PER_ELEMENT * 8] as const;
        const { keys } = definition.sort(sorted, [], { isDescending: false, bits }) as { keys: ColumnArray };
        expectCounts(keys, queries);
      }),
      SETTING,
    );
  });

  it("is that for evenly spaced ones, at every one and just beside it", () => {
    const cases = [
      [7, -1, 1],
      [10, 0, 1],
      [100, -3.7, 11.3],
      [2045, 0, 1e9],
      [2047, -1e-3, 1e-3],
      [4096, 1e6, 1e6 + 1],
      [4096, -3e38, -2.9e38],
      [3, -1e308, 0],
      [5, -LARGEST / 2, LARGEST / 2],
      [11, -LARGEST / 4, LARGEST / 4],
      [9, 0, 5e-322], // denormal, one over their width is infinite
      [9, 1e-40, 5e-40],
      [8, -1e-300, 1e-300],
      [255, 0, 255],
      [65_533, -1, 1],
      [65_536, 0, 1 / 3],
    ] as const;
    for (const type of NUMBER_TYPES) {
      for (const [binCount, low, high] of cases) {
        const sorted = thresholdsOf(type, binCount, low, high);
        expectCounts(sorted, besides(type, sorted));
      }
    }
  });

  it("is that for any range and number of bins, among elements anywhere", () => {
    const drawn = fc.record({
      type: fc.constantFrom(...NUMBER_TYPES),
      binCount: fc.integer({ min: 2, max: 300 }),
      low: fc.oneof(fc.double({ min: -1e12, max: 1e12, noNaN: true }), fc.integer({ min: -1000, max: 1000 })),
      width: fc.oneof(fc.double({ min: 1e-9, max: 1e12, noNaN: true }), fc.integer({ min: 1, max: 1000 })),
    });
    const drawnFractions = fc.array(fc.double({ min: -0.25, max: 1.25, noNaN: true }), { maxLength: 300 });
    fc.assert(
      fc.property(drawn, drawnFractions, ({ type, binCount, low, width }, fractions) => {
        fc.pre(low + width / binCount > low);
        const edges = evenEdges(binCount, low, low + width);
        fc.pre(edges.every((edge, k) => k === 0 || edge > edges[k - 1]));
        const sorted = binThresholds(type, edges);
        const far = fractions.map((fraction) => low + fraction * width);
        expectCounts(sorted, columnOf(type, [...far, ...Array.from(besides(type, sorted) as Float64Array)]));
      }),
      SETTING,
    );
  });

  it("counts by computed places for all four types, few and many bins", () => {
    for (const [type, binCount] of [
      ["f64", 256],
      ["f64", 70_000],
      ["f32", 256],
      ["f32", 3000],
      ["i32", 100],
      ["u32", 100],
    ] as const) {
      const queries = columnOf(type, [0.5, 1e6, 3e8, 7, 12, 1e9]);
      expect(expectCounts(thresholdsOf(type, binCount, 0.25, 1e9), queries)).toEqual({ countEven: 6 });
    }
  });

  it("compares all in the next chunks where many are thresholds, and then looks again", () => {
    const length = 20 * CHUNK_LENGTH + 3;
    const inChunk = (i: number): number =>
      i < 2 * CHUNK_LENGTH ? Math.floor(i / 7) % 100 : (i * 0.7310585) % 100;
    const isNear = (i: number): boolean => i < CHUNK_LENGTH || i % 5 === 0;
    for (const type of ["f64", "f32"] as const) {
      const values = Array.from({ length }, (_, i) => (isNear(i) ? Math.floor(inChunk(i)) : inChunk(i)));
      const sorted = thresholdsOf(type, 100, 0, 100);
      const often = expectCounts(sorted, columnOf(type, values));
      expect(often).toEqual({ countEven: length, countCompared: 18 * CHUNK_LENGTH + 3 });
      const seldom = values.map((value, i) => (i % CHUNK_LENGTH < 50 ? value : value + 0.3 + (i % 7) / 50));
      expect(expectCounts(sorted, columnOf(type, seldom))).toEqual({ countEven: length });
    }
  });

  it("tells NaNs from elements below all, in every chunk", () => {
    const values = Array.from(
      { length: 3 * CHUNK_LENGTH + 1 },
      (_, i) => [NaN, -5, 0.5, 7, -Infinity][(i * i) % 5],
    );
    for (const type of ["f64", "f32"] as const) {
      const counts = expectCounts(thresholdsOf(type, 10, 0, 1), columnOf(type, values));
      expect(counts.countEven).toBe(values.length);
    }
  });

  it("searches where thresholds are uneven, too close for a guess, or wider than 53 bits", () => {
    const searched = (sorted: ColumnArray, queries: ColumnArray): void => {
      expect(expectCounts(sorted, queries)).toEqual({ countSearched: queries.length });
    };
    searched(Float64Array.of(1, 10, 100, 1000), Float64Array.of(5, 50, 5000));
    searched(BigInt64Array.of(-5n, 0n, 5n), BigInt64Array.of(-5n, 0n, 5n));
    searched(Float64Array.of(-1, 0, 1), Float64Array.of(-0, 0));
    searched(Float64Array.of(-LARGEST, 1, LARGEST), Float64Array.of(-Infinity, 0, 1, Infinity));
    searched(Float64Array.of(5e-324, 1e-323, 1.5e-323), Float64Array.of(0, 5e-324, 1e-323, 1));
    const close = Float64Array.from({ length: 9 }, (_, k) => 1e16 + 2 * k);
    expect(expectCounts(close, close).countEven).toBe(9); // exact all the same
  });
});
