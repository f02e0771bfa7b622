import { describe, expectTypeOf, it } from "vitest";
import { elementFunction } from "../../operators/builder/builder.ts";
import { f32, f64, u32 } from "../../operators/builder/scalar-types.ts";
import type { ElementFunction } from "../../operators/element-function.ts";
import { fn } from "../../operators/text/parse-element-function.ts";
import type { Expand } from "./expand.ts";
import type { Filter } from "./filter.ts";
import type { FilterIndices } from "./filter-indices.ts";
import type { Gather } from "./gather.ts";
import type { Partition } from "./partition.ts";
import type { RunLengthDecode } from "./run-length-decode.ts";
import type { RunLengthEncode } from "./run-length-encode.ts";
import type { Scatter } from "./scatter.ts";
import type { Unique } from "./unique.ts";

/* What the compiler knows. These lines are checked by `tsc`; what must not compile is never called. */

declare const filter: Filter<"now">;
declare const filterLater: Filter<"later">;

const flights = {
  delay: new Float32Array(2),
  origin: new Uint32Array(2),
  isLate: new Uint8Array(2),
  at: { x: new Float64Array(2) },
};
const prices = new Float64Array(2);

describe("element functions", () => {
  it("know what they take and give", () => {
    const isLate = elementFunction({ delay: f32 }, (flight) => flight.delay.greater(15));
    expectTypeOf(isLate).toEqualTypeOf<ElementFunction<{ readonly delay: "f32" }, "bool">>();
    const both = elementFunction(f64, (value) => ({ twice: value.add(value), isLow: value.less(0) }));
    expectTypeOf(both.resultType).toEqualTypeOf<{ readonly twice: "f64"; readonly isLow: "bool" }>();
  });
});

describe("filter", () => {
  it("gives the shape that it is given", () => {
    const calls = () => {
      expectTypeOf(filter(prices, (price) => price > 0)).toEqualTypeOf<Float64Array<ArrayBufferLike>>();
      expectTypeOf(filterLater(prices, (price) => price > 0)).toEqualTypeOf<Promise<Float64Array>>();
      const late = filter(flights, ({ delay, isLate, at }, i) => delay > 15 && isLate && at.x > i);
      expectTypeOf(late.delay).toEqualTypeOf<Float32Array>();
      expectTypeOf(late.at.x).toEqualTypeOf<Float64Array>();
      expectTypeOf(late.isLate).toEqualTypeOf<Uint8Array>();
      expectTypeOf(filter([1, 2], (x) => x > 0n, { type: "i64" })).toEqualTypeOf<BigInt64Array>();
    };
    expectTypeOf(calls).toBeFunction();
  });

  it("takes what says of each element whether it counts, and nothing else", () => {
    const isCheap = elementFunction(f32, (price) => price.less(0));
    const isToThree = elementFunction({ to: u32 }, ({ to }) => to.equal(3));
    const asItIs = elementFunction(f64, (price) => price);
    const calls = () => {
      filter(prices, fn`(value: f64) => value > 0`);
      filter(flights, fn`(flight: { delay: f32 }) => flight.delay > 0`);
      filter(
        prices,
        elementFunction(f64, (price) => price.less(0)),
      );
      filter(
        flights,
        elementFunction({ origin: u32 }, ({ origin }) => origin.equal(3)),
      );
      filter(prices, Uint8Array.of(0, 1));
      filter(prices, [true, false]);
      // @ts-expect-error a function of another type
      filter(prices, isCheap);
      // @ts-expect-error a field that is not there
      filter(flights, isToThree);
      // @ts-expect-error no bool
      filter(prices, asItIs);
      // @ts-expect-error no bool
      filter(prices, (price) => price);
      // @ts-expect-error numbers are no flags
      filter(prices, [0, 1]);
    };
    expectTypeOf(calls).toBeFunction();
  });
});

declare const expand: Expand<"now">;
declare const filterIndices: FilterIndices<"now">;
declare const gather: Gather<"now">;
declare const partition: Partition<"later">;
declare const runLengthDecode: RunLengthDecode<"now">;
declare const runLengthEncode: RunLengthEncode<"now">;
declare const scatter: Scatter<"now">;
declare const unique: Unique<"now">;

describe("the others", () => {
  it("give the shapes that they are given", () => {
    const calls = async () => {
      expectTypeOf(filterIndices(flights, ({ delay }) => delay > 0)).toEqualTypeOf<Uint32Array>();
      const sides = await partition(prices, [true, false], { output: new Float64Array(2) });
      expectTypeOf(sides.kept).toEqualTypeOf<Float64Array>();
      expectTypeOf(unique(flights, { anywhere: true }).at.x).toEqualTypeOf<Float64Array>();
      const runs = runLengthEncode(flights);
      expectTypeOf(runs.values.isLate).toEqualTypeOf<Uint8Array>();
      expectTypeOf(runLengthDecode(runs).origin).toEqualTypeOf<Uint32Array>();
      expectTypeOf(
        runLengthDecode({ values: [1, 2], lengths: [3, 4] }, { type: "i32" }),
      ).toEqualTypeOf<Int32Array>();
      expectTypeOf(expand(prices, Int32Array.of(1, 2))).toEqualTypeOf<Float64Array>();
      expectTypeOf(gather([1n], [0], { type: "u64", check: "range" })).toEqualTypeOf<BigUint64Array>();
      expectTypeOf(scatter(prices, [1, 0], 4, { check: "duplicates" })).toEqualTypeOf<Float64Array>();
      expectTypeOf(scatter({ x: prices }, [1, 0], { x: prices }).x).toEqualTypeOf<Float64Array>();
    };
    expectTypeOf(calls).toBeFunction();
  });

  it("refuse what does not fit", () => {
    const calls = () => {
      // @ts-expect-error an array without a type
      unique([1, 2]);
      // @ts-expect-error numbers with fractions have no place among typed indices
      gather(prices, new Float64Array(2));
      // @ts-expect-error columns of another type
      scatter(prices, [1, 0], new Float32Array(4));
      // @ts-expect-error an output of another type
      gather(prices, [0], { output: new Float32Array(1) });
      // @ts-expect-error no such check
      gather(prices, [0], { check: "duplicates" });
      // @ts-expect-error no such option
      expand(prices, [0, 1], { check: "range" });
    };
    expectTypeOf(calls).toBeFunction();
  });
});
