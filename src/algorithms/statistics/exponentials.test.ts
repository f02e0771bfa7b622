import { describe, expect, it } from "vitest";
import { javascriptPrimitives } from "../../executors/javascript/primitives/javascript-primitives.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { runCall } from "../run-call.ts";
import { logSumExpCall } from "./log-sum-exp.ts";
import { softmaxCall } from "./softmax.ts";

const on = javascriptPrimitives();
const { NEGATIVE_INFINITY, NaN: NOT_A_NUMBER, POSITIVE_INFINITY } = Number;
const logSumExp = (...given: number[]): number => runCall(on, logSumExpCall(Float64Array.from(given)));
const softmax = (...given: number[]) => runCall(on, softmaxCall(Float64Array.from(given)));

describe("logSumExp", () => {
  it("is the largest and the logarithm of what is left", () => {
    expect(logSumExp(3)).toBe(3);
    expect(logSumExp(1000, 1000)).toBe(1000 + Math.LN2);
    expect(logSumExp(-1000, -1000)).toBe(-1000 + Math.LN2);
    expect(logSumExp(0, -800)).toBe(0);
    expect(runCall(on, logSumExpCall(Float32Array.of(1, 1)))).toBe(Math.fround(1 + Math.fround(Math.LN2)));
    expect(runCall(on, logSumExpCall([5, 5], { type: "i32" }))).toBe(5 + Math.LN2);
  });

  it("has −∞ for nothing, and infinities and NaNs for theirs", () => {
    expect(logSumExp()).toBe(NEGATIVE_INFINITY);
    expect(logSumExp(NEGATIVE_INFINITY, NEGATIVE_INFINITY)).toBe(NEGATIVE_INFINITY);
    expect(logSumExp(NEGATIVE_INFINITY, 2)).toBe(2);
    expect(logSumExp(POSITIVE_INFINITY, NEGATIVE_INFINITY)).toBe(POSITIVE_INFINITY);
    expect(logSumExp(POSITIVE_INFINITY, NOT_A_NUMBER)).toBeNaN();
    expect(() => logSumExpCall(Float64Array.of(1), { accumulate: "f32" } as never)).toThrow(
      InvalidArgumentError,
    );
  });
});

describe("softmax", () => {
  it("is the shares of exponentials", () => {
    expect(softmax(7)).toEqual(Float64Array.of(1));
    expect(softmax(1000, 1000)).toEqual(Float64Array.of(0.5, 0.5));
    expect(softmax(0, Math.LN2)).toEqual(Float64Array.of(0.5 / 1.5, 1 / 1.5));
    expect(softmax()).toEqual(new Float64Array(0));
    expect(runCall(on, softmaxCall(new Float32Array(0), { accumulate: "f64" }))).toEqual(new Float64Array(0));
    expect(runCall(on, softmaxCall(Float32Array.of(1, 1)))).toEqual(Float32Array.of(0.5, 0.5));
    expect(runCall(on, softmaxCall(BigInt64Array.of(1n, 1n)))).toEqual(Float64Array.of(0.5, 0.5));
  });

  it("has 0 for −∞ and NaN where ∞ is divided by ∞", () => {
    expect(softmax(NEGATIVE_INFINITY, 0)).toEqual(Float64Array.of(0, 1));
    expect(softmax(POSITIVE_INFINITY, 0)).toEqual(Float64Array.of(NOT_A_NUMBER, 0));
    expect(softmax(NEGATIVE_INFINITY)).toEqual(Float64Array.of(NOT_A_NUMBER));
    expect(softmax(1, NOT_A_NUMBER)).toEqual(Float64Array.of(NOT_A_NUMBER, NOT_A_NUMBER));
    expect(() => softmaxCall(Float64Array.of(1), { base: 2 } as never)).toThrow("base");
  });
});
