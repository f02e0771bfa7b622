import { describe, expectTypeOf, it } from "vitest";
import type { Argsort } from "./argsort.ts";
import type { IsSorted } from "./is-sorted.ts";
import type { Merge } from "./merge.ts";
import type { SearchSorted } from "./search-sorted.ts";
import type { Sort } from "./sort.ts";
import type { SortBy } from "./sort-by.ts";
import type { SortPairs } from "./sort-pairs.ts";
import type { TopK } from "./top-k.ts";

/* What the compiler knows. These lines are checked by `tsc`; what must not compile is never called. */

declare const sort: Sort<"now">;
declare const sortLater: Sort<"later">;
declare const argsort: Argsort<"now">;
declare const sortPairs: SortPairs<"now">;
declare const sortBy: SortBy<"now">;
declare const isSorted: IsSorted<"later">;
declare const merge: Merge<"now">;
declare const searchSorted: SearchSorted<"now">;
declare const topK: TopK<"now">;

const prices = new Float64Array(2);
const flights = { origin: new Uint32Array(2), at: { delay: new Float32Array(2) }, isLate: new Uint8Array(2) };

describe("functions that order", () => {
  it("give the shapes that they are given", () => {
    const calls = () => {
      expectTypeOf(sort(prices)).toEqualTypeOf<Float64Array>();
      expectTypeOf(sortLater(prices, { descending: true })).toEqualTypeOf<Promise<Float64Array>>();
      expectTypeOf(sort([1n], { type: "i64", bits: [0, 8] })).toEqualTypeOf<BigInt64Array>();
      expectTypeOf(argsort(prices)).toEqualTypeOf<Uint32Array>();
      const pairs = sortPairs(prices, flights);
      expectTypeOf(pairs.keys).toEqualTypeOf<Float64Array>();
      expectTypeOf(pairs.values.at.delay).toEqualTypeOf<Float32Array>();
      expectTypeOf(sortPairs(prices, prices).values).toEqualTypeOf<Float64Array>();
      expectTypeOf(sortBy(flights, ["origin", "at.delay"]).isLate).toEqualTypeOf<Uint8Array>();
      expectTypeOf(isSorted(prices)).toEqualTypeOf<Promise<boolean>>();
      expectTypeOf(merge(prices, prices)).toEqualTypeOf<Float64Array>();
      expectTypeOf(merge(flights, flights, { by: "origin" }).at.delay).toEqualTypeOf<Float32Array>();
      expectTypeOf(searchSorted(prices, [1, 2], { side: "right" })).toEqualTypeOf<Uint32Array>();
      expectTypeOf(topK(prices, 1)).toEqualTypeOf<{
        readonly values: Float64Array;
        readonly indices: Uint32Array;
      }>();
    };
    expectTypeOf(calls).toBeFunction();
  });

  it("take nothing else", () => {
    const calls = () => {
      // @ts-expect-error a record is sorted by columns
      sort(flights);
      // @ts-expect-error an array needs a type
      sort([1, 2]);
      // @ts-expect-error of another type
      sort(prices, { output: new Float32Array(2) });
      // @ts-expect-error records need names
      merge(flights, flights);
      // @ts-expect-error two types
      merge(prices, new Float32Array(2));
      // @ts-expect-error another type than the sorted
      searchSorted(prices, new Float32Array(2));
      // @ts-expect-error no such end
      topK(prices, 1, { order: "first" });
    };
    expectTypeOf(calls).toBeFunction();
  });
});
