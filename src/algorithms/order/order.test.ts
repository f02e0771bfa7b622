import { describe, expect, it } from "vitest";
import { javascriptPrimitives } from "../../executors/javascript/primitives/javascript-primitives.ts";
import type { Call } from "../call.ts";
import { runCall } from "../run-call.ts";
import { argsortCall } from "./argsort.ts";
import { isSortedCall } from "./is-sorted.ts";
import { mergeCall } from "./merge.ts";
import { searchSortedCall } from "./search-sorted.ts";
import { sortCall } from "./sort.ts";
import { sortByCall } from "./sort-by.ts";
import { sortPairsCall } from "./sort-pairs.ts";
import { topKCall } from "./top-k.ts";

function run<Result>(call: Call<Result>): Result {
  return runCall(javascriptPrimitives(), call);
}

const prices = Float64Array.of(2, Number.NaN, -0, 0, -1);

describe("functions that order", () => {
  it("have one total order, and its reverse", () => {
    expect(run(sortCall(prices))).toEqual(Float64Array.of(-1, -0, 0, 2, Number.NaN));
    expect(run(sortCall(prices, { descending: true }))).toEqual(Float64Array.of(Number.NaN, 2, 0, -0, -1));
    expect(run(argsortCall(prices))).toEqual(Uint32Array.of(4, 2, 3, 0, 1));
    expect(run(sortCall([3, 1, 2], { type: "i32" }))).toEqual(Int32Array.of(1, 2, 3));
    expect(run(sortCall(new Float32Array(0)))).toEqual(new Float32Array(0));
  });

  it("keep equal keys as they came, also downwards, also where few bits count", () => {
    const keys = Uint32Array.of(0x15, 0x21, 0x11, 0x25);
    expect(run(argsortCall(keys, { bits: [0, 4] }))).toEqual(Uint32Array.of(1, 2, 0, 3));
    expect(run(argsortCall(keys, { bits: [0, 4], descending: true }))).toEqual(Uint32Array.of(0, 3, 1, 2));
    expect(run(argsortCall(keys, { bits: [4, 4] }))).toEqual(Uint32Array.of(0, 1, 2, 3));
  });

  it("move what belongs to the keys", () => {
    const values = { delay: Float32Array.of(1, 2, 3), isLate: Uint8Array.of(0, 1, 0) };
    expect(run(sortPairsCall(Int32Array.of(5, -5, 0), values))).toEqual({
      keys: Int32Array.of(-5, 0, 5),
      values: { delay: Float32Array.of(2, 3, 1), isLate: Uint8Array.of(1, 0, 0) },
    });
    const flights = {
      origin: Uint32Array.of(7, 3, 7, 3),
      at: { delay: Float32Array.of(1, 5, 2, 4) },
      isLate: Uint8Array.of(0, 1, 1, 0),
    };
    expect(run(sortByCall(flights, ["origin", "at.delay"], { descending: [false, true] }))).toEqual({
      origin: Uint32Array.of(3, 3, 7, 7),
      at: { delay: Float32Array.of(5, 4, 2, 1) },
      isLate: Uint8Array.of(1, 0, 1, 0),
    });
    expect(run(sortByCall(flights, "isLate"))).toMatchObject({ origin: Uint32Array.of(7, 3, 3, 7) });
  });

  it("merge with the left side first", () => {
    const left = { key: Uint32Array.of(1, 2, 2), side: Uint8Array.of(0, 0, 0) };
    const right = { key: Uint32Array.of(0, 2), side: Uint8Array.of(1, 1) };
    expect(run(mergeCall(left, right, { by: "key" }))).toEqual({
      key: Uint32Array.of(0, 1, 2, 2, 2),
      side: Uint8Array.of(1, 0, 0, 0, 1),
    });
    expect(run(mergeCall(Int32Array.of(3, 1), [2], { descending: true }))).toEqual(Int32Array.of(3, 2, 1));
  });

  it("find places and the first k", () => {
    const sorted = Float64Array.of(-1, -0, 0, 0, Number.NaN);
    expect(run(searchSortedCall(sorted, [0, -0, 9, Number.NaN]))).toEqual(Uint32Array.of(2, 1, 4, 4));
    expect(run(searchSortedCall(sorted, [0, Number.NaN], { side: "right" }))).toEqual(Uint32Array.of(4, 5));
    expect(run(searchSortedCall([3, 1, 1], [1, 4], { type: "u32", descending: true }))).toEqual(
      Uint32Array.of(1, 0),
    );
    const numbers = Int32Array.of(4, 9, 4, 9, 1);
    expect(run(topKCall(numbers, 3))).toEqual({
      values: Int32Array.of(9, 9, 4),
      indices: Uint32Array.of(1, 3, 0),
    });
    expect(run(topKCall(numbers, 0, { order: "smallest" }))).toEqual({
      values: new Int32Array(0),
      indices: new Uint32Array(0),
    });
    expect(run(isSortedCall(sorted))).toBe(true);
    expect(run(isSortedCall(sorted, { descending: true }))).toBe(false);
    expect(run(isSortedCall(Float32Array.of(0, -0)))).toBe(false);
  });
});

/** Calls that are refused before anything runs, and what they say. */
const BAD_CALLS: readonly (readonly [name: string, call: () => unknown, message: string])[] = [
  [
    "a record to sort",
    () => sortCall({ key: prices }),
    '"input" must be one typed array; "sortBy" puts records in order, got an Object',
  ],
  [
    "an array without a type",
    () => sortCall([1, 2]),
    '"input" must be an array of f64, f32, i64, u64, i32 or u32, or come with a "type" to be read as, got an Array of length 2',
  ],
  [
    "an unknown option",
    () => sortCall(prices, { descendin: true } as never),
    '"options" must be of names that are each one of descending, bits, type, output (nearest: descending), got "descendin"',
  ],
  ["a direction", () => argsortCall(prices, { descending: 1 }), '"descending" must be true or false, got 1'],
  [
    "bits beyond the type",
    () => sortCall(new Uint32Array(2), { bits: [0, 33] }),
    '"bits" must be [low, high], two whole numbers with 0 <= low <= high <= 32, got [0, 33]',
  ],
  [
    "bits that are no range",
    () => sortCall(prices, { bits: [8, 0] }),
    '"bits" must be [low, high], two whole numbers with 0 <= low <= high <= 64, got [8, 0]',
  ],
  [
    "bits that are no list",
    () => sortCall(prices, { bits: 8 }),
    '"bits" must be [low, high], two whole numbers with 0 <= low <= high <= 64, got 8',
  ],
  [
    "an output of another length",
    () => sortCall(prices, { output: new Float64Array(4) }),
    '"output" must have length 5, got 4',
  ],
  [
    "an output of another type",
    () => argsortCall(prices, { output: new Float64Array(5) }),
    '"output" must be a Uint32Array, got a Float64Array of length 5',
  ],
  [
    "values of another length",
    () => sortPairsCall(prices, { delay: new Float32Array(4) }),
    '"values.delay" must have length 5, got 4',
  ],
  [
    "columns of different lengths",
    () => sortByCall({ key: prices, value: new Uint32Array(4) }, "key"),
    '"input.value" must have length 5, got 4',
  ],
  [
    "a name that no column has",
    () => sortByCall({ origin: prices, delay: prices }, "orign"),
    '"by" must be the name of a column: one of origin, delay (nearest: origin), got "orign"',
  ],
  [
    "a name twice",
    () => sortByCall({ key: prices }, ["key", "key"]),
    '"by[1]" must be a name that has not come before, got "key"',
  ],
  ["no name", () => sortByCall({ key: prices }, []), '"by" must be at least one name of a column, got none'],
  [
    "what is no name",
    () => sortByCall({ key: prices }, 0),
    '"by" must be the name of a column, or an Array of them, got 0',
  ],
  [
    "too few directions",
    () => sortByCall({ key: prices, value: prices }, ["key", "value"], { descending: [true] }),
    '"descending" must be true or false, or an Array of 2 of them, one for each name in "by", got an Array of length 1',
  ],
  [
    "a side that is not in order",
    () => mergeCall(Uint32Array.of(1, 2), Uint32Array.of(4, 3)),
    '"right" must be in order, got 3 at 1, after 4',
  ],
  [
    "records that are not in order",
    () => mergeCall({ a: prices.slice(0, 0) }, { a: prices }, { by: "a" }),
    '"right.a" must be in order, got -0 at 2, after NaN',
  ],
  [
    "records that are not in order by two columns",
    () => {
      const record = { a: Uint32Array.of(1, 1), b: Uint32Array.of(1, 0) };
      return mergeCall(record, record, { by: ["a", "b"] });
    },
    '"left.a" must be in order, got a record at 1 that comes before the one before it',
  ],
  [
    "records without names",
    () => mergeCall({ a: prices }, { a: prices }),
    '"by" must be the name of a column, or an Array of them, got undefined',
  ],
  [
    "names for single elements",
    () => mergeCall(new Uint32Array(1), new Uint32Array(1), { by: "a" }),
    '"by" must be left out, for single elements, got "a"',
  ],
  [
    "sides of two types",
    () => mergeCall(new Uint32Array(1), new Int32Array(1)),
    '"right" must be an array of u32, or one without an element type of its own, got an Int32Array of length 1',
  ],
  [
    "queries of another type",
    () => searchSortedCall(new Uint32Array(1), new Float64Array(1)),
    '"queries" must be an array of u32, or one without an element type of its own, got a Float64Array of length 1',
  ],
  [
    "no side",
    () => searchSortedCall(prices, prices, { side: "middle" }),
    '"side" must be "left" or "right", got "middle"',
  ],
  [
    "more elements than there are",
    () => topKCall(prices, 6),
    '"count" must be a whole number from 0 to 5, the input\'s length, got 6',
  ],
  [
    "no count",
    () => topKCall(prices, undefined),
    '"count" must be a whole number from 0 to 5, the input\'s length, got undefined',
  ],
  [
    "no end of an order",
    () => topKCall(prices, 1, { order: "last" }),
    '"order" must be "largest" or "smallest", got "last"',
  ],
];

function outcomeOf(call: () => unknown): string {
  try {
    call();
    return "nothing was thrown";
  } catch (error) {
    return String(error);
  }
}

function typeOf(message: string): string {
  return message.includes("must have length") ? "LengthMismatchError" : "InvalidArgumentError";
}

describe("what functions that order refuse", () => {
  it.each(BAD_CALLS)("%s", (_, call, message) => {
    expect(outcomeOf(call)).toBe(`${typeOf(message)}: ${message}`);
  });
});
