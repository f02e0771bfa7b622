import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyColumn, anyElementType } from "../../../test/algorithms/arbitraries.ts";
import { R_QUANTILES, R_SHARES } from "../../../test/algorithms/r-quantiles.ts";
import { javascriptPrimitives } from "../../executors/javascript/primitives/javascript-primitives.ts";
import { EmptyInputError, InvalidArgumentError } from "../../values/errors.ts";
import type { Call } from "../call.ts";
import { runCall } from "../run-call.ts";
import { medianCall } from "./median.ts";
import { quantileCall } from "./quantile.ts";

function run<Result>(call: Call<Result>): Result {
  return runCall(javascriptPrimitives(), call);
}

const METHODS = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

describe("quantile", () => {
  it("gives what R gives, by each of the nine methods", () => {
    for (const { elements, rows } of R_QUANTILES) {
      for (const [i, row] of rows.trim().split("\n").entries()) {
        const expected = row.trim().split(" ").map(Number);
        const actual = run(quantileCall(Float64Array.from(elements), R_SHARES, { method: METHODS[i] }));
        // R computes positions from 1 on, and takes those within 4 ulps of a whole number for it: the last digits may differ.
        for (const [k, value] of (actual as Float64Array).entries()) {
          expect(Math.abs(value - expected[k]), `method ${METHODS[i]} of ${elements}`).toBeLessThanOrEqual(
            2e-14,
          );
        }
      }
    }
  });

  it("rounds each operation: 0.1 and 0.4 with a weight of 0.3", () => {
    expect(run(quantileCall(Float64Array.of(0.4, 0.1), 0.3))).toBe((1 - 0.3) * 0.1 + 0.3 * 0.4);
    expect(run(quantileCall(Float64Array.of(1, 2, 3, 4), 0.25, { method: 8 }))).toBe(
      (1 - (4.333333333333333 * 0.25 - 2 / 3)) * 1 + (4.333333333333333 * 0.25 - 2 / 3) * 2,
    );
  });

  it("takes one share or several, and converts integers and f32 to f64", () => {
    expect(run(quantileCall(Int32Array.of(3, 1, 2), [0, 0.5, 1]))).toEqual(Float64Array.of(1, 2, 3));
    expect(run(quantileCall(Int32Array.of(3, 1), []))).toEqual(new Float64Array(0));
    expect(run(quantileCall(BigInt64Array.of(2n ** 53n + 1n, 0n), 1))).toBe(2 ** 53);
    expect(run(quantileCall(Float32Array.of(0.1, 0.2), 0.5))).toBe(
      0.5 * Math.fround(0.1) + 0.5 * Math.fround(0.2),
    );
    expect(run(quantileCall([3, 1, 2], 0.5, { type: "u32" }))).toBe(2);
  });

  it("keeps infinities, and overflows nowhere", () => {
    expect(run(medianCall(Float64Array.of(Number.MAX_VALUE, Number.MAX_VALUE)))).toBe(Number.MAX_VALUE);
    expect(run(medianCall(Float64Array.of(-Number.MAX_VALUE, Number.MAX_VALUE)))).toBe(0);
    expect(run(medianCall(Float64Array.of(Number.POSITIVE_INFINITY, 1)))).toBe(Number.POSITIVE_INFINITY);
    expect(run(medianCall(Float64Array.of(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY)))).toBe(
      Number.POSITIVE_INFINITY,
    );
    expect(run(medianCall(Float64Array.of(Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY)))).toBeNaN();
    expect(run(medianCall(Float64Array.of(5e-324, 1e-323, 1)))).toBe(1e-323);
  });

  it("gives +0 for a zero of either sign, and NaN for a NaN anywhere", () => {
    expect(run(medianCall(Float64Array.of(-0)))).toBe(0);
    expect(run(medianCall(Float64Array.of(-0, -0)))).toBe(0);
    expect(run(quantileCall(Float64Array.of(1, Number.NaN, 2), [0, 1]))).toEqual(
      Float64Array.of(Number.NaN, Number.NaN),
    );
  });

  it("refuses what it has no answer to", () => {
    expect(() => quantileCall(new Float64Array(0), 0.5)).toThrow(EmptyInputError);
    expect(() => medianCall(new Float64Array(0))).toThrow(EmptyInputError);
    const ones = Float64Array.of(1);
    for (const q of [-0.1, 1.1, Number.NaN, "0.5", undefined, 1n]) {
      expect(() => quantileCall(ones, q)).toThrow(InvalidArgumentError);
    }
    expect(() => quantileCall(ones, [0.5, 2])).toThrow('"q[1]" must be a number from 0 to 1');
    for (const method of [0, 10, 1.5, "7"]) {
      expect(() => quantileCall(ones, 0.5, { method })).toThrow('"method" must be an integer from 1 to 9');
    }
    expect(() => quantileCall("no", 0.5)).toThrow(InvalidArgumentError);
    expect(() => quantileCall(ones, 0.5, { methods: 7 } as never)).toThrow(InvalidArgumentError);
  });

  it("is what a sort has at its ranks, by method 1", () => {
    fc.assert(
      fc.property(
        anyElementType.chain((type) => anyColumn(type, fc.integer({ min: 1, max: 200 }))),
        fc.nat(),
        (column, drawn) => {
          const rank = drawn % column.length;
          const sorted = column.slice().sort();
          const expected = Number.isNaN(sorted[column.length - 1]) ? Number.NaN : Number(sorted[rank]) + 0;
          const q = (rank + 0.5) / column.length;
          expect(run(quantileCall(column, q, { method: 1 }))).toBe(expected);
        },
      ),
      { seed: 20261123, numRuns: 200 },
    );
  });
});
