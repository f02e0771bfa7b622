import { describe, expect, it } from "vitest";
import { javascriptPrimitives } from "../../executors/javascript/primitives/javascript-primitives.ts";
import { argMax } from "../../operators/combinators/arg-by.ts";
import { defineOperator } from "../../operators/define-operator.ts";
import { swapCounterexample } from "../../operators/swap-counterexample.ts";
import { binary, constant, left, right } from "../../operators/term.ts";
import { LawError } from "../../values/errors.ts";
import { runCall } from "../run-call.ts";
import { allCall, anyCall, countCall } from "./count-flags.ts";
import { correlationCall, covarianceCall } from "./covariance.ts";
import { dotCall } from "./dot.ts";
import { argMaxCall, argMinCall } from "./first-of-extreme.ts";
import { meanCall } from "./mean.ts";
import { minMaxCall } from "./min-max.ts";
import { normCall } from "./norm.ts";
import { reduceCommutativeCall } from "./reduce-commutative.ts";
import { squaredDistanceCall } from "./squared-distance.ts";
import { standardDeviationCall } from "./standard-deviation.ts";
import { varianceCall } from "./variance.ts";

const on = javascriptPrimitives();

describe("argMax, argMin and minMax", () => {
  it("are of the first of equal elements, a NaN before all, −0 below +0", () => {
    const x = Float64Array.of(-0, 0, 5, 5, -7, -7);
    expect([runCall(on, argMaxCall(x)), runCall(on, argMinCall(x))]).toEqual([2, 4]);
    const zeros = Float32Array.of(0, -0, 0, -0);
    expect([runCall(on, argMaxCall(zeros)), runCall(on, argMinCall(zeros))]).toEqual([0, 1]);
    const nans = Float32Array.of(Infinity, Number.NaN, -Infinity, Number.NaN);
    expect([runCall(on, argMaxCall(nans)), runCall(on, argMinCall(nans))]).toEqual([1, 1]);
    expect(runCall(on, minMaxCall(BigInt64Array.of(3n, -(2n ** 63n))))).toEqual({
      min: -(2n ** 63n),
      max: 3n,
    });
    expect(runCall(on, minMaxCall([3, 1], { type: "u32" }))).toEqual({ min: 1, max: 3 });
  });

  it("refuse nothing, and what has no type", () => {
    for (const call of [argMaxCall, argMinCall, minMaxCall, meanCall, varianceCall]) {
      expect(() => call(new Int32Array(0))).toThrow('"input" must have at least one element, got none');
      expect(() => call([1, 2])).toThrow('come with a "type" to be read as');
      expect(() => call("text")).toThrow('"input" must be an array of f64, f32');
      expect(() => call([1], { type: "f8" as never })).toThrow('"type" must be');
      expect(() => call([1], { typ: "f64" } as never)).toThrow('"typ"');
    }
  });
});

describe("mean and variance", () => {
  it("are those of small numbers, whatever their type is", () => {
    for (const x of [Float64Array.of(1, 2, 3, 6), Float32Array.of(1, 2, 3, 6), Int32Array.of(1, 2, 3, 6)]) {
      expect(runCall(on, meanCall(x))).toBe(3);
      expect(runCall(on, varianceCall(x))).toBe(3.5);
      expect(runCall(on, varianceCall(x, { correction: 1 }))).toBe(
        Number(x instanceof Float32Array ? Math.fround(14 / 3) : 14 / 3),
      );
    }
    expect(runCall(on, meanCall(BigUint64Array.of(2n ** 63n, 2n ** 63n)))).toBe(2 ** 63);
  });

  it("keeps its digits far from zero, where the difference of squares has none", () => {
    const x = Float64Array.from({ length: 1000 }, (_, i) => 1e9 + (i % 2));
    expect(runCall(on, varianceCall(x))).toBe(0.25);
  });

  it("sums f32 in f64 where that is asked for, and by any expression", () => {
    const x = new Float32Array(2 ** 12).fill(0.1);
    expect(runCall(on, meanCall(x, { accumulate: "f64" }))).toBe(Math.fround(0.1));
    const y = Float64Array.of(1e308, 1, -1e308, 1);
    expect(runCall(on, meanCall(y, { expression: "exact" }))).toBe(0.5);
    expect(() => meanCall(Float64Array.of(1), { accumulate: "f32" as never })).toThrow(
      '"accumulate" must be f64',
    );
    expect(() => varianceCall(x, { correction: Number.NaN })).toThrow('"correction" must be a finite number');
  });
});

describe("known answers", () => {
  it("mean overflows as its sum does", () => {
    expect(runCall(on, meanCall(Float64Array.of(1e308, 1e308)))).toBe(Number.POSITIVE_INFINITY);
    expect(runCall(on, meanCall(Float64Array.of(1e308, 1e308), { expression: "exact" }))).toBe(
      Number.POSITIVE_INFINITY,
    );
    expect(Object.is(runCall(on, meanCall(Float64Array.of(-0, -0))), -0)).toBe(true);
    expect(runCall(on, meanCall(Float64Array.of(5e-324, 5e-324)))).toBe(5e-324);
    expect(runCall(on, meanCall(Float64Array.of(Infinity, -Infinity)))).toBe(Number.NaN);
  });

  it("variance, deviation and covariance of 1e9 + {4, 7, 13, 16} are those of {4, 7, 13, 16}", () => {
    const x = Float64Array.of(1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16);
    expect(runCall(on, varianceCall(x))).toBe(22.5);
    expect(runCall(on, varianceCall(x, { correction: 1 }))).toBe(30);
    expect(runCall(on, standardDeviationCall(x))).toBe(Math.sqrt(22.5));
    expect(runCall(on, covarianceCall(x, x))).toBe(22.5);
    expect(runCall(on, covarianceCall(x, x.slice().reverse(), { correction: 1 }))).toBe(-30);
    expect(runCall(on, correlationCall(x, x))).toBe(1);
    expect(
      runCall(
        on,
        correlationCall(
          x,
          x.map((each) => -3 * each),
        ),
      ),
    ).toBe(-1);
    expect(runCall(on, correlationCall(x, new Float64Array(4)))).toBe(Number.NaN);
  });

  it("norms neither overflow nor lose subnormals", () => {
    const norms = (...x: number[]) => runCall(on, normCall(Float64Array.from(x)));
    expect(norms(3, 4)).toBe(5);
    expect(norms(3e300, 4e300)).toBe(5e300);
    expect(norms(3 * 2 ** -1074, -4 * 2 ** -1074)).toBe(5 * 2 ** -1074);
    expect(norms(2 ** 1023, 2 ** 1023)).toBe(Math.SQRT2 * 2 ** 1023);
    expect(norms(1.7e308, 1.7e308)).toBe(Number.POSITIVE_INFINITY);
    expect(Object.is(norms(-0), 0)).toBe(true);
    expect(norms(1, -Infinity)).toBe(Number.POSITIVE_INFINITY);
    expect(norms(Number.NaN, Infinity)).toBe(Number.NaN);
    expect(runCall(on, normCall(Float32Array.of(2 ** -149 * 3, 2 ** -149 * 4)))).toBe(5 * 2 ** -149);
    expect(runCall(on, normCall(Float32Array.of(3e38, 0)))).toBe(Math.fround(3e38));
    expect(runCall(on, normCall(new Int32Array(0)))).toBe(0);
    expect(runCall(on, normCall(Int32Array.of(-3, 4), { p: 1 }))).toBe(7);
    expect(runCall(on, normCall(BigInt64Array.of(-3n, 2n), { p: Number.POSITIVE_INFINITY }))).toBe(3);
    expect(() => normCall(Float64Array.of(1), { p: 3 as never })).toThrow(
      '"p" must be 1, 2 or Infinity, got 3',
    );
  });

  it("distances are squared, and want two columns of one kind", () => {
    expect(runCall(on, squaredDistanceCall(Float64Array.of(1, 2), Float64Array.of(4, 6)))).toBe(25);
    expect(runCall(on, squaredDistanceCall(Uint32Array.of(1), Uint32Array.of(4)))).toBe(9);
    expect(runCall(on, squaredDistanceCall(new Float32Array(0), new Float32Array(0)))).toBe(0);
    expect(() => covarianceCall(new Float64Array(0), new Float64Array(0))).toThrow(
      '"left" must have at least one element, got none',
    );
    expect(() => correlationCall(Float64Array.of(1), Float32Array.of(1))).toThrow(
      '"right" must be an array of f64',
    );
    expect(() => squaredDistanceCall(Float64Array.of(1), new Float64Array(2))).toThrow(
      '"right" must have length 1',
    );
  });
});

describe("dot", () => {
  it("multiplies, then adds", () => {
    expect(runCall(on, dotCall(Float64Array.of(1, 2), Float64Array.of(3, 4)))).toBe(11);
    expect(runCall(on, dotCall(Int32Array.of(2 ** 30), Int32Array.of(4)))).toBe(0);
    expect(runCall(on, dotCall(Int32Array.of(2 ** 30), Int32Array.of(4), { accumulate: "i64" }))).toBe(
      2n ** 32n,
    );
    expect(runCall(on, dotCall([1, 2], [3, 4], { type: "u64" }))).toBe(11n);
    expect(runCall(on, dotCall(new BigInt64Array(0), new BigInt64Array(0)))).toBe(0n);
  });

  it("refuses two lengths and two types", () => {
    expect(() => dotCall(Float64Array.of(1), new Float64Array(2))).toThrow(
      '"right" must have length 1, got 2',
    );
    expect(() => dotCall(Float64Array.of(1), Float32Array.of(1))).toThrow('"right" must be an array of f64');
    expect(() => dotCall([1], Float64Array.of(1))).toThrow('"left" must be an array');
  });
});

describe("count, any and all", () => {
  it("take plain functions of elements and indices, and flags", () => {
    const x = Int32Array.of(3, -1, 4);
    expect(
      runCall(
        on,
        countCall(x, (value: number, index: number) => value > index),
      ),
    ).toBe(2);
    expect(runCall(on, anyCall(x, [false, false, false]))).toBe(false);
    expect(runCall(on, allCall(x, Uint8Array.of(1, 1, 1)))).toBe(true);
    const nothing = new Float64Array(0);
    const counts = [countCall(nothing, []), anyCall(nothing, []), allCall(nothing, [])];
    expect(counts.map((call) => runCall(on, call as never))).toEqual([0, false, true]);
    expect(() => countCall(x, [true])).toThrow('"predicate" must have length 3, got 1');
  });
});

describe("reduceCommutative", () => {
  const subtract = defineOperator("f64", [binary("subtract", left("f64"), right("f64"))], { name: "minus" });
  const half = binary("multiply", binary("add", left("f64"), right("f64")), constant("f64", 0.5));
  const middle = defineOperator("f64", [half], { name: "middle" });

  it("takes built-in operators, and others that are declared", () => {
    const x = Float64Array.of(1, 2, 3, 4);
    expect(runCall(on, reduceCommutativeCall(x, { operator: "max" }))).toBe(4);
    expect(runCall(on, reduceCommutativeCall(x, { operator: middle, commutative: "declared" }))).toBe(2.5);
    expect(runCall(on, reduceCommutativeCall(new Float64Array(0), { initial: 7 }))).toBe(7);
    expect(() => reduceCommutativeCall(new Float64Array(0))).toThrow("at least one element");
  });

  it("refuses operators that are not known to be commutative, and refuted ones with the operands", () => {
    const x = Float64Array.of(1, 2);
    expect(() => reduceCommutativeCall(x, { operator: middle })).toThrow(LawError);
    expect(() => reduceCommutativeCall(x, { operator: middle })).toThrow(
      "must be commutative, which is not known",
    );
    const refuted = () => reduceCommutativeCall(x, { operator: subtract, commutative: "declared" });
    expect(refuted).toThrow("which is refuted: 0 ∘ -0 = 0, but -0 ∘ 0 = -0");
    const hashes = BigUint64Array.of(1n);
    expect(() => reduceCommutativeCall(hashes, { operator: "tree-hash", commutative: "declared" })).toThrow(
      "refuted: 0n ∘ 1n",
    );
    expect(() => reduceCommutativeCall(x, { commutative: true as never })).toThrow('"commutative" must be');
  });

  it("tries operands on the claimed carrier alone", () => {
    expect(swapCounterexample(argMax("f32"))).toBeUndefined();
    // Leftmost of equal values: one value twice (0 and -0 are equal to it), at other indices.
    const found = swapCounterexample(argMax("f32", "u32", { tieBreak: "none" }));
    expect(found?.left[0] === found?.right[0]).toBe(true);
    expect(found?.combined[1]).toBe(found?.left[1]);
    expect(found?.swapped[1]).toBe(found?.right[1]);
    expect(found?.left[1]).not.toBe(found?.right[1]);
    const isZero = binary("equal", left("f64"), constant("f64", 1));
    const onOne = defineOperator("f64", [binary("subtract", left("f64"), right("f64"))], {
      claims: { carrier: isZero },
    });
    expect(swapCounterexample(onOne)).toBeUndefined();
  });
});
