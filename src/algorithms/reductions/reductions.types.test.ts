import { describe, expectTypeOf, it } from "vitest";
import { argMax as argMaxOperator } from "../../operators/combinators/arg-by.ts";
import { fn } from "../../operators/text/parse-element-function.ts";
import type { CategoryHistogram, Histogram, HistogramFunction } from "../histograms/histogram.ts";
import type { ReduceByIndex } from "../histograms/reduce-by-index.ts";
import type { ExponentialMovingAverage } from "../recurrences/exponential-moving-average.ts";
import type { LinearRecurrence } from "../recurrences/linear-recurrence.ts";
import type { MovingSum } from "../recurrences/moving-sum.ts";
import type { RunningMax } from "../recurrences/running-extreme.ts";
import type { Count } from "./count-flags.ts";
import type { Dot } from "./dot.ts";
import type { ArgMax } from "./first-of-extreme.ts";
import type { Mean } from "./mean.ts";
import type { MinMax } from "./min-max.ts";
import type { ReduceCommutative } from "./reduce-commutative.ts";

/* What the compiler knows. These lines are checked by `tsc`; what must not compile is never called. */

declare const histogram: HistogramFunction<"now">;
declare const reduceByIndex: ReduceByIndex<"now">;
declare const reduceByIndexLater: ReduceByIndex<"later">;
declare const linearRecurrence: LinearRecurrence<"now">;
declare const exponentialMovingAverage: ExponentialMovingAverage<"now">;
declare const movingSum: MovingSum<"now">;
declare const runningMax: RunningMax<"later">;
declare const argMax: ArgMax<"now">;
declare const count: Count<"now">;
declare const dot: Dot<"now">;
declare const mean: Mean<"later">;
declare const minMax: MinMax<"now">;
declare const reduceCommutative: ReduceCommutative<"now">;

const prices = new Float64Array(2);
const samples = new Float32Array(2);
const places = { value: samples, index: new Uint32Array(2) };
const operator = argMaxOperator("f32");

describe("histograms", () => {
  it("give counts by the kind of bins, and the edges that were given", () => {
    const calls = () => {
      expectTypeOf(histogram([1, 2], { categories: 3 })).toEqualTypeOf<CategoryHistogram>();
      expectTypeOf(histogram(prices, { binCount: 3, range: [0, 1] })).toEqualTypeOf<Histogram>();
      const edges: readonly number[] = [0, 1];
      expectTypeOf(histogram(prices, { edges }).edges).toEqualTypeOf<readonly number[]>();
      expectTypeOf(histogram([1n], { type: "u64", edges }).nanCount).toEqualTypeOf<number>();
      // @ts-expect-error bins of one width need a range
      histogram(prices, { binCount: 3 });
    };
    expectTypeOf(calls).toBeFunction();
  });

  it("give values by the accumulation type, and records their shape", () => {
    const calls = () => {
      expectTypeOf(reduceByIndex(samples, [0, 1], { binCount: 2 }).values).toEqualTypeOf<Float32Array>();
      const wide = reduceByIndex(samples, [0, 1], { binCount: 2, accumulate: "f64" });
      expectTypeOf(wide.values).toEqualTypeOf<Float64Array>();
      const later = reduceByIndexLater(places, new Int32Array(2), { operator, binCount: 2 });
      expectTypeOf<Awaited<typeof later>["values"]["index"]>().toEqualTypeOf<Uint32Array>();
      expectTypeOf(
        reduceByIndex([1], [0], { type: "i64", binCount: 1 }).values,
      ).toEqualTypeOf<BigInt64Array>();
      // @ts-expect-error f64 is not summed in f32
      reduceByIndex(prices, [0, 1], { binCount: 2, accumulate: "f32" });
    };
    expectTypeOf(calls).toBeFunction();
  });
});

describe("reductions", () => {
  it("give scalars of their types", () => {
    const calls = () => {
      expectTypeOf(argMax(prices)).toEqualTypeOf<number>();
      expectTypeOf(minMax(new BigInt64Array(1)).max).toEqualTypeOf<bigint>();
      expectTypeOf(mean(prices, { expression: "exact" })).toEqualTypeOf<Promise<number>>();
      expectTypeOf(dot(new Int32Array(1), new Int32Array(1), { accumulate: "i64" })).toEqualTypeOf<bigint>();
      expectTypeOf(count(prices, (price, index) => price > index)).toEqualTypeOf<number>();
      expectTypeOf(count(prices, fn`(value: f64) => value > 0`)).toEqualTypeOf<number>();
      expectTypeOf(reduceCommutative(prices)).toEqualTypeOf<number>();
      const largest = reduceCommutative(places, { operator, commutative: "declared" });
      expectTypeOf(largest).toEqualTypeOf<{ readonly value: number; readonly index: number }>();
      // @ts-expect-error two types
      dot(prices, samples);
    };
    expectTypeOf(calls).toBeFunction();
  });
});

describe("recurrences", () => {
  it("give as many elements as they are given, of their types", () => {
    const calls = () => {
      expectTypeOf(runningMax(samples)).toEqualTypeOf<Promise<Float32Array>>();
      expectTypeOf(linearRecurrence({ scale: 2, offset: samples })).toEqualTypeOf<Float32Array>();
      expectTypeOf(
        linearRecurrence({ scale: 2n, offset: [1] }, { type: "u64" }),
      ).toEqualTypeOf<BigUint64Array>();
      expectTypeOf(exponentialMovingAverage(new Int32Array(1), { alpha: 0.5 })).toEqualTypeOf<Float64Array>();
      expectTypeOf(exponentialMovingAverage(samples, { alpha: 0.5 })).toEqualTypeOf<Float32Array>();
      const wide = exponentialMovingAverage(samples, { alpha: 0.5, accumulate: "f64" });
      expectTypeOf(wide).toEqualTypeOf<Float64Array>();
      expectTypeOf(movingSum(samples, { window: 3, accumulate: "f64" })).toEqualTypeOf<Float64Array>();
      expectTypeOf(movingSum(places, { window: 3, operator }).value).toEqualTypeOf<Float32Array>();
      // @ts-expect-error an average needs a weight
      exponentialMovingAverage(samples, {});
    };
    expectTypeOf(calls).toBeFunction();
  });
});
