import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyColumn, skewedKeys } from "../../../../test/algorithms/arbitraries.ts";
import { differenceOf } from "../../../../test/algorithms/difference.ts";
import type { ScalarType } from "../../../values/element-types.ts";
import { OutOfMemoryError } from "../../../values/errors.ts";
import { bitsView, imageBits } from "../../../values/total-order.ts";
import { type ColumnArray, columnType, newColumn, SCALAR_TYPES } from "../../../values/value-types.ts";
import { searchSorted, sort } from "../../javascript/primitives/order.ts";
import type { SortOrder } from "../../primitives.ts";
import { Heap } from "../memory/heap.ts";
import { algorithmsWasmExecutor } from "./algorithms-wasm-executor.ts";
import type { PrimitiveCounts } from "./parts.ts";

const SEED = 20_261_121;
const executor = algorithmsWasmExecutor();
const wasm = executor.openPrimitives();

type Sorted = ReturnType<typeof sort>;

function runSort(keys: ColumnArray, payload: readonly ColumnArray[], order: SortOrder): Sorted {
  return wasm.sort(keys, payload, order) as Sorted; // at once
}

/** What each kernel took during `run`. */
function counted<Result>(run: () => Result): { readonly result: Result; readonly counts: PrimitiveCounts } {
  const before = { ...executor.primitiveCounts };
  const result = run();
  const counts = { ...executor.primitiveCounts };
  for (const name of Object.keys(counts) as (keyof PrimitiveCounts)[]) counts[name] -= before[name];
  return { result, counts };
}

function expectSame(keys: ColumnArray, payload: readonly ColumnArray[], order: SortOrder): PrimitiveCounts {
  const { result, counts } = counted(() => runSort(keys, payload, order));
  expect(differenceOf(result, sort(keys, payload, order))).toBeUndefined();
  return counts;
}

function wholeOrder(type: ScalarType, isDescending = false): SortOrder {
  return { isDescending, bits: [0, imageBits(type)] };
}

/** Bits without end, from a seed: splitmix32. */
function randomWords(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let word = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    word = Math.imul(word ^ (word >>> 15), 0x735a2d97);
    return (word ^ (word >>> 15)) >>> 0;
  };
}

/** Elements of any bits, so that floats have NaNs of many payloads now and then. */
function randomColumn(type: ScalarType, length: number, seed: number): ColumnArray {
  const next = randomWords(seed);
  if (type === "bool") return Uint8Array.from({ length }, () => next() & 1);
  const column = newColumn(type, length);
  const words = new Uint32Array(column.buffer);
  for (let i = 0; i < words.length; i++) words[i] = next();
  return column;
}

function inLibrary(column: ColumnArray): ColumnArray {
  const { array } = executor.allocate(columnType(column), column.length);
  (array as Uint8Array).set(column as Uint8Array);
  return array as ColumnArray;
}

describe("sort on wasm is sort by definition", () => {
  it.each(SCALAR_TYPES)("%s keys, any payload, order and bits", (type) => {
    const width = imageBits(type);
    const bits = fc
      .tuple(fc.nat(width), fc.nat(width))
      .map(([low, high]) => (low < high ? ([low, high] as const) : ([high, low] as const)));
    const property = fc.property(
      fc.oneof(anyColumn(type), skewedKeys(type)),
      fc.array(fc.constantFrom(...SCALAR_TYPES), { maxLength: 3 }),
      fc.record({
        isDescending: fc.boolean(),
        bits: fc.oneof(fc.constant([0, width] as const), bits),
      }),
      fc.constantFrom("javascript", "library", "mixed"),
      (keys, types, order, where) => {
        const payload = types.map((each, i) => randomColumn(each, keys.length, i));
        if (where === "javascript") expectSame(keys, payload, order);
        else expectSame(inLibrary(keys), where === "mixed" ? payload : payload.map(inLibrary), order);
      },
    );
    fc.assert(property, { seed: SEED, numRuns: 80 });
  });

  it.each(SCALAR_TYPES)("%s keys of each length around where the way changes", (type) => {
    for (const length of [0, 1, 2, 3, 63, 64, 65, 511, 512, 513, 997, 65_535, 65_537]) {
      const keys = randomColumn(type, length, length);
      const indices = Uint32Array.from({ length }, (_, i) => i);
      for (const isDescending of [false, true]) {
        expectSame(keys, [indices], wholeOrder(type, isDescending));
        expectSame(keys, [], wholeOrder(type, isDescending));
      }
    }
  });

  it("takes views that begin anywhere", () => {
    for (const type of SCALAR_TYPES) {
      const keys = randomColumn(type, 3001, 7).subarray(1, 2900) as ColumnArray;
      const payload = randomColumn("bool", 3001, 8).subarray(3, 2902) as ColumnArray;
      expectSame(keys, [payload], wholeOrder(type));
      const placed = inLibrary(randomColumn(type, 3001, 7)).subarray(1, 2900) as ColumnArray;
      expectSame(placed, [payload], wholeOrder(type, true));
    }
  });

  it("keeps the bits and the order of NaNs, in few keys too", () => {
    const words = [0x7fc00001, 0x3f800000, 0xffc00002, 0x80000000, 0x7fc00003, 0x00000000, 0xff800000];
    const keys = new Float32Array(Uint32Array.from(words).buffer);
    const counts = expectSame(keys, [], wholeOrder("f32"));
    expect(counts.insertion).toBe(keys.length); // the engine's own sort would not keep the order of three NaNs
    expectSame(keys, [], wholeOrder("f32", true));
  });

  it.each(["f64", "f32"] as const)("takes %s with NaNs and without", (type) => {
    const next = randomWords(6);
    const numbers = newColumn(type, 2000) as Float64Array;
    for (let i = 0; i < numbers.length; i++) numbers[i] = (next() - 2 ** 31) / ((next() & 0xffff) - 2 ** 15);
    numbers.set([0, -0, Infinity, -Infinity, -0, 0], 990);
    const payload = randomColumn("u32", numbers.length, 1);
    const withNaNs = numbers.slice();
    bitsView(withNaNs).set(bitsView(randomColumn(type, 3, 5)) as never, 1500);
    withNaNs.set([Number.NaN, 1, Number.NaN], 700);
    for (const keys of [numbers, withNaNs]) {
      expectSame(keys, [payload], wholeOrder(type));
      expectSame(keys, [], wholeOrder(type, true));
      expectSame(keys, [], { isDescending: true, bits: [3, 29] });
    }
  });
});

describe("the ways of a sort on wasm", () => {
  it("passes only over digits that keys differ in", () => {
    const next = randomWords(1);
    const keys = Uint32Array.from({ length: 5000 }, () => ((next() & 0xff) << 16) | 0x12000034);
    expect(expectSame(keys, [], wholeOrder("u32")).order).toBe(5000);
    expect(expectSame(new Float64Array(keys), [], wholeOrder("f64")).order).toBeLessThanOrEqual(4 * 5000);
    expect(expectSame(keys, [], { isDescending: false, bits: [17, 23] }).order).toBe(5000);
  });

  it("moves nothing that is in order", () => {
    const keys = Float64Array.from({ length: 3000 }, (_, i) => Math.floor(i / 3) - 100);
    const payload = randomColumn("i64", 3000, 5);
    expect(expectSame(keys, [payload], wholeOrder("f64")).order).toBe(0);
    expect(expectSame(keys, [], wholeOrder("f64", true)).order).toBeGreaterThan(0);
    expect(expectSame(keys.slice().reverse(), [], wholeOrder("f64", true)).order).toBe(0);
    const result = runSort(keys, [payload], wholeOrder("f64"));
    expect(result.keys).not.toBe(keys);
    expect(result.payload[0]).not.toBe(payload);
  });

  it("is left to the engine, to insertion and to digits as keys become more", () => {
    const keys = (length: number) => randomColumn("i32", length, 3);
    expect(expectSame(keys(512), [], wholeOrder("i32"))).toMatchObject({ sortBuiltIn: 512, order: 0 });
    expect(expectSame(keys(64), [keys(64)], wholeOrder("i32"))).toMatchObject({ insertion: 64, order: 0 });
    expect(expectSame(keys(65), [keys(65)], wholeOrder("i32"))).toMatchObject({ insertion: 0, order: 260 });
    expect(expectSame(keys(513), [], wholeOrder("i32"))).toMatchObject({ sortBuiltIn: 0, order: 4 * 513 });
  });

  it("gathers lines where digits begin in the same sets of a cache", () => {
    const length = 2 ** 16;
    const shuffled = Uint32Array.from({ length }, (_, i) => (Math.imul(i, 40_503) & (length - 1)) << 8);
    const payload = randomColumn("u64", length, 9);
    const wide = BigUint64Array.from(shuffled, (key) => BigInt(key) << 30n);
    for (const [keys, moved] of [
      [shuffled, []],
      [shuffled, [payload]],
      [wide, [shuffled]],
      [wide, [payload, payload]],
    ] as const) {
      const counts = expectSame(keys, moved, wholeOrder(columnType(keys)));
      expect(counts.orderLines).toBeGreaterThanOrEqual(length);
      expectSame(keys, moved, wholeOrder(columnType(keys), true));
    }
    const random = randomColumn("u32", length, 4);
    expect(expectSame(random, [], wholeOrder("u32")).orderLines).toBe(0);
  });

  it("refuses what library memory cannot hold, and works after that", () => {
    const memory = new WebAssembly.Memory({ initial: 32, maximum: 65_536, shared: true });
    const heap = new Heap({ memory, start: 65_536, end: 32 * 65_536 }); // a part of another's, which does not grow
    const small = algorithmsWasmExecutor(heap);
    const { array } = small.allocate("u32", 300_000);
    array.set(randomColumn("u32", array.length, 2) as Uint32Array);
    const { sort: sortSmall } = small.openPrimitives();
    const free = heap.freeBytes;
    expect(() => sortSmall(array, [], wholeOrder("u32"))).toThrow(OutOfMemoryError);
    expect(heap.freeBytes).toBe(free);
    const few = array.subarray(0, 50_000);
    expect(
      differenceOf(sortSmall(few, [], wholeOrder("u32")), sort(few, [], wholeOrder("u32"))),
    ).toBeUndefined();
  });
});

describe("searchSorted on wasm is searchSorted by definition", () => {
  it.each(SCALAR_TYPES)("%s", (type) => {
    const property = fc.property(
      fc.oneof(anyColumn(type), skewedKeys(type)),
      fc.oneof(anyColumn(type), skewedKeys(type)),
      fc.constantFrom<"left" | "right">("left", "right"),
      fc.boolean(),
      fc.boolean(),
      (keys, queries, side, isDescending, isPlaced) => {
        const sorted = sort(keys, [], wholeOrder(type, isDescending)).keys;
        const expected = searchSorted(sorted, queries, side, isDescending);
        const given = isPlaced ? inLibrary(sorted) : sorted;
        const { result, counts } = counted(() => wasm.searchSorted(given, queries, side, isDescending));
        expect(differenceOf(result, expected)).toBeUndefined();
        expect(counts.search + counts.searchFew).toBe(queries.length);
        // The few, too.
        const some = queries.subarray(0, 2) as ColumnArray;
        const few = wasm.searchSorted(sorted, some, side, isDescending);
        expect(differenceOf(few, expected.slice(0, 2))).toBeUndefined();
      },
    );
    fc.assert(property, { seed: SEED, numRuns: 60 });
  });

  it("loops over few queries where the keys are, and copies keys for many", () => {
    const sorted = Float64Array.from({ length: 5000 }, (_, i) => i / 2);
    const few = Float64Array.of(7.25, Number.NaN, -1, 7);
    const { result, counts } = counted(() => wasm.searchSorted(sorted, few, "right", false));
    expect(result).toEqual(Uint32Array.of(15, 5000, 0, 15));
    expect(counts).toMatchObject({ searchFew: 4, search: 0 });
    const placed = counted(() => wasm.searchSorted(inLibrary(sorted), few, "left", false));
    expect(placed.result).toEqual(Uint32Array.of(15, 5000, 0, 14));
    expect(placed.counts).toMatchObject({ searchFew: 0, search: 4 });
  });

  it("puts many queries among many keys in order first", () => {
    const keys = randomColumn("f32", 2 ** 18, 11);
    const queries = randomColumn("f32", 2 ** 14, 12);
    queries.set(keys.subarray(0, 5000) as never);
    for (const isDescending of [false, true]) {
      const sorted = sort(keys, [], wholeOrder("f32", isDescending)).keys;
      const { result, counts } = counted(() => wasm.searchSorted(sorted, queries, "left", isDescending));
      expect(differenceOf(result, searchSorted(sorted, queries, "left", isDescending))).toBeUndefined();
      expect(counts).toMatchObject({ search: queries.length, searchOrdered: queries.length });
    }
  });
});
