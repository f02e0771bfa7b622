import { describe, expect, it } from "vitest";
import { javascriptPrimitives } from "../../executors/javascript/primitives/javascript-primitives.ts";
import { runCall } from "../run-call.ts";
import { cumulativeProductCall } from "./cumulative-product.ts";
import { differencesCall } from "./differences.ts";
import { exponentialMovingAverageCall } from "./exponential-moving-average.ts";
import { linearRecurrenceCall } from "./linear-recurrence.ts";
import { movingSumCall } from "./moving-sum.ts";
import { runningMaxCall, runningMinCall } from "./running-extreme.ts";

const on = javascriptPrimitives();

describe("runningMax and runningMin", () => {
  it("are of what came so far, or of what is to come", () => {
    const x = Float64Array.of(1, 3, 2, Number.NaN, 5);
    expect(runCall(on, runningMaxCall(x))).toEqual(Float64Array.of(1, 3, 3, Number.NaN, Number.NaN));
    expect(runCall(on, runningMinCall([3, 1, 2], { type: "i64", direction: "backward" }))).toEqual(
      BigInt64Array.of(1n, 1n, 2n),
    );
    const output = Float64Array.of(2, 1);
    expect(runCall(on, runningMaxCall(output, { output }))).toBe(output);
    expect(output).toEqual(Float64Array.of(2, 2));
    expect(() => runningMaxCall(x, { output: new Float64Array(2) })).toThrow('"output" must have length 5');
    expect(() => runningMaxCall(x, { direction: "up" as never })).toThrow('"direction" must be');
  });
});

describe("cumulativeProduct and differences", () => {
  it("are the products so far, and what is between neighbours", () => {
    const product = (given: Float64Array, options = {}) => runCall(on, cumulativeProductCall(given, options));
    expect(product(Float64Array.of(2, 0.5, -3, 0))).toEqual(Float64Array.of(2, 1, -3, -0));
    expect(product(Float64Array.of(0, Number.POSITIVE_INFINITY, 1))).toEqual(
      Float64Array.of(0, Number.NaN, Number.NaN),
    );
    expect(product(Float64Array.of(1, 2, 3), { direction: "backward" })).toEqual(Float64Array.of(6, 6, 3));
    expect(product(new Float64Array(0))).toEqual(new Float64Array(0));
    const wide = { type: "u32", accumulate: "u64" } as const;
    expect(runCall(on, cumulativeProductCall([2 ** 31, 4], wide))).toEqual(
      BigUint64Array.of(2n ** 31n, 2n ** 33n),
    );
    const squares = Int32Array.of(0, 1, 4, 9, 16);
    expect(runCall(on, differencesCall(squares))).toEqual(Int32Array.of(1, 3, 5, 7));
    expect(runCall(on, differencesCall(squares, { order: 2 }))).toEqual(Int32Array.of(2, 2, 2));
    expect(runCall(on, differencesCall(squares, { order: 5 }))).toEqual(new Int32Array(0));
    expect(runCall(on, differencesCall(squares, { order: 64 }))).toEqual(new Int32Array(0));
    const infinite = Float32Array.of(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, -0, -0);
    expect(runCall(on, differencesCall(infinite))).toEqual(
      Float32Array.of(Number.NaN, Number.NEGATIVE_INFINITY, 0),
    );
    expect(() => differencesCall(squares, { order: 65 })).toThrow('"order" must be an integer from 0 to 64');
    expect(() => cumulativeProductCall(squares, { output: new Int32Array(4) })).toThrow(
      '"output" must have length 5',
    );
    expect(() => cumulativeProductCall(squares, { initial: 1 } as never)).toThrow("initial");
  });
});

describe("linearRecurrence", () => {
  it("has the bits of a loop as a left fold, also with a value before the first", () => {
    const scale = Float64Array.from({ length: 500 }, (_, i) => Math.sin(i) * 1.5);
    const offset = Float64Array.from({ length: 500 }, (_, i) => Math.cos(i * i));
    for (const initial of [undefined, 0.3]) {
      let y = initial;
      const loop = offset.map((x, i) => {
        y = y === undefined ? x : y * scale[i] + x;
        return y;
      });
      const options = { expression: "left-fold", initial };
      expect(runCall(on, linearRecurrenceCall({ scale, offset }, options))).toEqual(loop);
    }
  });

  it("takes one scale for all, and arrays of another kind", () => {
    expect(runCall(on, linearRecurrenceCall({ scale: 2, offset: Int32Array.of(1, 1, 1) }))).toEqual(
      Int32Array.of(1, 3, 7),
    );
    const steps = { scale: [1, 2], offset: [5, 6] };
    expect(runCall(on, linearRecurrenceCall(steps, { type: "u64", initial: 1n }))).toEqual(
      BigUint64Array.of(6n, 18n),
    );
    expect(runCall(on, linearRecurrenceCall({ scale: 2, offset: new Float32Array(0) }))).toHaveLength(0);
  });

  it("refuses what does not fit", () => {
    const offset = Float64Array.of(1, 2);
    expect(() => linearRecurrenceCall(offset)).toThrow('"steps" must be a record { scale, offset }');
    expect(() => linearRecurrenceCall({ scale: Float64Array.of(1), offset })).toThrow(
      '"steps.scale" must have length 2',
    );
    expect(() => linearRecurrenceCall({ scale: Float32Array.of(1, 1), offset })).toThrow(
      '"steps.scale" must be',
    );
    expect(() => linearRecurrenceCall({ scale: 1n, offset })).toThrow(
      '"steps.scale" must be an array of f64, or a number',
    );
    expect(() => linearRecurrenceCall({ scale: 1, offset }, { initial: 1n as never })).toThrow(
      '"initial.offset" must be',
    );
  });
});

describe("exponentialMovingAverage", () => {
  it("begins with the first element, or with what was before", () => {
    const x = Float64Array.of(4, 8, 0);
    expect(runCall(on, exponentialMovingAverageCall(x, { alpha: 0.25 }))).toEqual(
      Float64Array.of(4, 5, 3.75),
    );
    expect(runCall(on, exponentialMovingAverageCall(x, { alpha: 0.5, initial: 0 }))).toEqual(
      Float64Array.of(2, 5, 2.5),
    );
    expect(runCall(on, exponentialMovingAverageCall(Int32Array.of(1, 2), { alpha: 1 }))).toEqual(
      Float64Array.of(1, 2),
    );
    const wide = exponentialMovingAverageCall(Float32Array.of(1, 2), { alpha: 0.1, accumulate: "f64" });
    expect(runCall(on, wide)).toEqual(Float64Array.of(1, 0.9 + 0.1 * 2));
  });

  it("refuses weights that are none", () => {
    for (const alpha of [0, 1.5, Number.NaN, "0.5"]) {
      const call = () => exponentialMovingAverageCall(Float64Array.of(1), { alpha: alpha as number });
      expect(call).toThrow('"alpha" must be a number above 0 and at most 1');
    }
    const initial = 0.1;
    expect(() => exponentialMovingAverageCall(Float32Array.of(1), { alpha: 1, initial })).toThrow(
      '"initial" must be a number that f32 has exactly',
    );
  });
});

describe("movingSum", () => {
  it("adds the last elements, and forgets an infinity with its element", () => {
    const x = Float64Array.of(1, Infinity, 2, 3, 4);
    expect(runCall(on, movingSumCall(x, { window: 2 }))).toEqual(
      Float64Array.of(1, Infinity, Infinity, 5, 7),
    );
    expect(runCall(on, movingSumCall(x, { window: 3, operator: "max" }))).toEqual(
      Float64Array.of(1, Infinity, Infinity, Infinity, 4),
    );
    expect(
      runCall(on, movingSumCall(Int32Array.of(2 ** 31 - 1, 1), { window: 2, accumulate: "i64" })),
    ).toEqual(BigInt64Array.of(2n ** 31n - 1n, 2n ** 31n));
    expect(runCall(on, movingSumCall(new Float32Array(0), { window: 4 }))).toEqual(new Float32Array(0));
    const output = new Float64Array(5);
    expect(runCall(on, movingSumCall(x, { window: 1, output }))).toBe(output);
    expect(output).toEqual(x);
  });

  it("refuses windows that are none, and options that have no meaning here", () => {
    const x = Float64Array.of(1);
    for (const window of [0, -1, 1.5, undefined]) {
      expect(() => movingSumCall(x, { window } as never)).toThrow('"window" must be a positive integer');
    }
    expect(() => movingSumCall(x, { window: 2, direction: "backward" })).toThrow('"direction"');
    expect(() => movingSumCall(x, { window: 2, output: new Float32Array(1) })).toThrow('"output" must be');
  });
});
