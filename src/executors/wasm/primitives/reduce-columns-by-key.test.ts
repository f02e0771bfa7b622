import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { counted, executor, placements } from "../../../../test/algorithms/wasm-definition.ts";
import { runCall } from "../../../algorithms/run-call.ts";
import { type GivenByKeyOptions, reduceByKeyCall } from "../../../algorithms/segments/reduce-by-key.ts";
import { blockDyadic, iteratedPairwise, leftFold } from "../../../expressions/expression.ts";
import { argMax } from "../../../operators/combinators/arg-by.ts";
import type { ScalarType } from "../../../values/element-types.ts";
import { bitsView } from "../../../values/total-order.ts";
import { type ColumnArray, columnType, newColumn, SCALAR_TYPES } from "../../../values/value-types.ts";
import { javascriptPrimitives } from "../../javascript/primitives/javascript-primitives.ts";
import type { PrimitiveCounts } from "./parts.ts";
import { CHUNK_LENGTH } from "./work-memory.ts";

const SEED = 20_261_121;

type Columns = readonly ColumnArray[];

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

/** Floats that are no ordinary ones: NaNs of different bits, zeros of both signs, infinities. As words, high ones first. */
const SPECIAL_WORDS = {
  f32: [0x7fc00001, 0xffc00002, 0x7f800001, 0x80000000, 0, 0x7f800000, 0xff800000],
  f64: [0x7ff80001, 0xfff80002, 0x7ff00001, 0x80000000, 0, 0x7ff00000, 0xfff00000],
};

/** So many keys, of which so many are different and of any bits. */
function repeatedKeys(type: ScalarType, length: number, distinctCount: number, seed: number): ColumnArray {
  const next = randomWords(seed);
  const distinct = newColumn(type, distinctCount);
  const words = bitsView(distinct);
  const specials = type === "f32" || type === "f64" ? SPECIAL_WORDS[type] : [];
  for (let i = 0; i < distinctCount; i++) {
    const word = specials[i] ?? next();
    if (words instanceof BigUint64Array) words[i] = (BigInt(word) << 32n) | BigInt(i % 3);
    else words[i] = type === "bool" ? word & 1 : word;
  }
  const keys = newColumn(type, length);
  const [from, to] = [bitsView(distinct), bitsView(keys)] as [Uint32Array, Uint32Array];
  for (let i = 0; i < length; i++) to[i] = from[next() % distinctCount];
  return keys;
}

function doubles(length: number, seed: number): Float64Array {
  const next = randomWords(seed);
  return Float64Array.from({ length }, () => next() / 2 ** 32 - 0.5);
}

/** Each key's reduce on wasm, which is that by definition; what the kernels took. */
function expectSame(
  keys: ColumnArray,
  values: unknown,
  options: GivenByKeyOptions = {},
): Partial<PrimitiveCounts> {
  const call = reduceByKeyCall(keys, values, options);
  let actual: unknown;
  const counts = counted(() => {
    actual = runCall(executor.openPrimitives(), call);
  });
  expect(shown(actual)).toEqual(shown(runCall(javascriptPrimitives(), call)));
  return counts;
}

function shown(result: unknown): unknown {
  if (ArrayBuffer.isView(result))
    return [columnType(result as ColumnArray), Array.from(bitsView(result as ColumnArray), String)];
  return Object.entries(result as object).map(([name, each]) => [name, shown(each)]);
}

const KEY_TYPES = SCALAR_TYPES.filter((type) => type !== "bool");

const CONTRACTS: readonly GivenByKeyOptions[] = [
  {},
  { expression: leftFold },
  { expression: blockDyadic(8) },
  { expression: iteratedPairwise },
  { operator: "max" },
  { initial: 0.1, initialPlacement: "first" },
  { initial: 0.1, initialPlacement: "outside" },
];

describe("reduceByKey through a table of keys", () => {
  it.each(KEY_TYPES)("%s keys, by any contract, wherever columns lie", (type) => {
    const property = fc.property(
      fc.integer({ min: CHUNK_LENGTH, max: 3 * CHUNK_LENGTH }),
      fc.integer({ min: 3, max: 400 }),
      fc.nat(2 ** 30),
      fc.constantFrom(...CONTRACTS),
      fc.nat(3),
      (length, distinctCount, seed, options, where) => {
        const columns = [repeatedKeys(type, length, distinctCount, seed), doubles(length, seed + 1)];
        const [keys, values] = placements(columns)[where];
        expect(expectSame(keys, values, options).reduceByTable).toBe(length);
      },
    );
    fc.assert(property, { seed: SEED, numRuns: 25 });
  });

  it.each(["f64", "u32", "i64"] as const)(
    "%s keys so many that the table grows, in the midst of chunks",
    (type) => {
      const length = 2 ** 15 + 3;
      const keys = repeatedKeys(type, length, 3000, 5);
      expect(expectSame(keys, doubles(length, 6)).reduceByTable).toBe(length);
    },
  );

  it("values of other types, and records", () => {
    const length = 5000;
    const keys = repeatedKeys("f64", length, 90, 7);
    const integers = Int32Array.from({ length }, (_, i) => Math.imul(i, 0x9e3779b1));
    expect(expectSame(keys, integers).reduceByTable).toBe(length);
    const images = BigUint64Array.from(integers, (value) => BigInt(value >>> 0));
    expect(expectSame(keys, images, { operator: "tree-hash" }).reduceByTable).toBe(length);
    const record = { value: Float32Array.from(integers), index: Uint32Array.from({ length }, (_, i) => i) };
    expect(expectSame(keys, record, { operator: argMax("f32", "u32") }).reduceByTable).toBe(length);
  });

  it("of equal NaNs the first keeps its bits, and zeros of both signs are two keys", () => {
    const keys = Float64Array.from({ length: 2048 }, (_, i) => [Number.NaN, -0, 0, 7][i % 4]);
    const words = new BigUint64Array(keys.buffer);
    words[0] = 0xfff8_0000_0000_1234n;
    const counts = expectSame(keys, doubles(2048, 8));
    expect(counts.reduceByTable).toBe(2048);
    const { keys: distinct } = runCall(executor.openPrimitives(), reduceByKeyCall(keys, keys)) as {
      keys: Float64Array;
    };
    expect(distinct.slice(0, 3)).toEqual(Float64Array.of(-0, 0, 7));
    expect(new BigUint64Array(distinct.buffer)[3]).toBe(words[0]);
  });

  it("leaves to a sort what repeats seldom, is short, or comes from the end", () => {
    const many = repeatedKeys("f64", 2 ** 14, 2 ** 13, 9);
    expect(expectSame(many, doubles(many.length, 10))).not.toHaveProperty("reduceByTable");
    const sorted = repeatedKeys("u64", 2 ** 14, 2 ** 13, 9).sort() as ColumnArray; // which shows after some chunks
    expect(expectSame(sorted, doubles(sorted.length, 10))).not.toHaveProperty("reduceByTable");
    const few = repeatedKeys("f64", 1000, 10, 11);
    expect(expectSame(few, doubles(1000, 12))).not.toHaveProperty("reduceByTable");
    const repeated = repeatedKeys("f64", 5000, 10, 11);
    const backward = { direction: "backward" } as const;
    expect(expectSame(repeated, doubles(5000, 12), backward)).not.toHaveProperty("reduceByTable");
  });

  it("leaves to a sort keys that share their places in the table", () => {
    let inverse = 1;
    for (let round = 0; round < 5; round++) inverse = Math.imul(inverse, 2 - Math.imul(inverse, 0x9e3779b9));
    expect(Math.imul(inverse, 0x9e3779b9)).toBe(1);
    const length = 2 ** 13;
    const keys = Uint32Array.from({ length }, (_, i) => Math.imul(inverse, i % 200)); // all at place 0
    expect(expectSame(keys, doubles(length, 13))).not.toHaveProperty("reduceByTable");
  });
});

describe("reduceByKey by a range", () => {
  it.each(["u32", "i32"] as const)("%s keys, by any contract, from both ends", (type) => {
    const property = fc.property(
      fc.integer({ min: 1, max: 2 * CHUNK_LENGTH + 9 }),
      fc.integer({ min: 1, max: 1000 }),
      fc.constantFrom(0, 1, 5000, -(2 ** 31), 2 ** 31 - 1000),
      fc.nat(2 ** 30),
      fc.constantFrom(...CONTRACTS),
      fc.constantFrom<"forward" | "backward">("forward", "backward"),
      fc.nat(3),
      (length, range, least, seed, options, direction, where) => {
        const next = randomWords(seed);
        const keys = newColumn(type, length) as Uint32Array;
        for (let i = 0; i < length; i++) keys[i] = least + (next() % range);
        const [placed, values] = placements([keys, doubles(length, seed)])[where];
        expect(expectSame(placed, values, { ...options, direction }).reduceByRange).toBe(length);
      },
    );
    fc.assert(property, { seed: SEED, numRuns: 40 });
  });

  it("both ends of each type, and one key alone", () => {
    const columns: Columns = [
      Uint32Array.of(2 ** 32 - 1, 2 ** 32 - 3, 2 ** 32 - 1),
      Int32Array.of(2 ** 31 - 1, 2 ** 31 - 1, 2 ** 31 - 2),
      Int32Array.of(-(2 ** 31), -(2 ** 31) + 9, -(2 ** 31)),
      Int32Array.of(-1, 1, 0),
      Uint32Array.of(7, 7, 7),
    ];
    for (const keys of columns) expect(expectSame(keys, doubles(3, 1)).reduceByRange).toBe(3);
    expect(expectSame(Int32Array.of(-5), Int32Array.of(3)).reduceByRange).toBe(1);
    expect(expectSame(Int32Array.of(-(2 ** 31), 2 ** 31 - 1), doubles(2, 1))).not.toHaveProperty(
      "reduceByRange",
    );
  });
});
