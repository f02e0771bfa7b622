import { describe, expect, test } from "vitest";
import { generateSumData } from "../accuracy.ts";
import { histogram, reduceByIndex } from "../algorithms.ts";
import { generateColumns, generateData, publishedData, wholeRangeData } from "../conformance.ts";
import { symbolic, symbolicScan } from "../expressions.ts";
import { nestTestValue, parseTestValues } from "../formats.ts";
import { blockDyadic, leftFold, newElementArray, parseExpression } from "../index.ts";
import { randomTestValues } from "../language.ts";
import { generateNetwork, koggeStone, networkExpression, sklansky, validateNetwork } from "../networks.ts";
import { OutOfMemoryError, SamebitsError } from "../values/errors.ts";

/** What a caller may pass for a size: beyond memory, beyond 2^53, and no size at all. */
const HUGE = [2 ** 31, 2 ** 40, 2 ** 53, 1e300, Number.POSITIVE_INFINITY, Number.NaN, -1, 0.5];

const calls: Readonly<Record<string, (size: number) => unknown>> = {
  binCount: (binCount) => histogram(Float64Array.of(1), { binCount, range: [0, 1] }),
  categories: (categories) => histogram(Uint32Array.of(1), { categories }),
  reduceByIndex: (binCount) => reduceByIndex(Float64Array.of(1), Uint32Array.of(0), { binCount }),
  symbolic: (length) => symbolic(blockDyadic(4), length),
  symbolicScan: (length) => symbolicScan(leftFold, "inclusive-scan", length),
  randomTestValues: (length) => randomTestValues([{ type: "i32", shape: [length] }], 1n),
  nestTestValue: (length) => nestTestValue({ type: "i32", shape: [length, 2], elements: new Int32Array(0) }),
  sklansky,
  "kogge-stone": koggeStone,
  "generated network": (width) => generateNetwork("brent-kung", width),
  networkExpression: (width) => networkExpression("sklansky", width),
  parseExpression: (width) => parseExpression(`network:sklansky:${width}`),
};

describe.each(Object.keys(calls))("%s of a size that no memory has", (name) => {
  test.each(HUGE)("%d is a typed error at once", (size) => {
    expect(() => calls[name](size)).toThrow(SamebitsError);
  });
});

test.each([2 ** 53, 1e300, Number.NaN, -1])("arrays of %d elements are typed errors", (length) => {
  expect(() => newElementArray("f64", length)).toThrow(SamebitsError);
  expect(() => generateData({ data: "wide", type: "f64", length, seed: 0n })).toThrow(SamebitsError);
});

describe("what a few numbers ask for is held against the memory that is left, before any is taken", () => {
  const length = 2 ** 40;
  const f64 = { type: "f64", seed: 0n, length } as const;
  const asked: Readonly<Record<string, () => unknown>> = {
    newElementArray: () => newElementArray("u32", length),
    generateData: () => generateData({ ...f64, data: "wide" }),
    generateSumData: () => generateSumData({ ...f64, kind: "tenths" }),
    generateColumns: () =>
      generateColumns({ columns: [{ path: [], type: "bool" }], data: "bits", length, seed: 0n }),
    publishedData: () => publishedData(length),
    wholeRangeData: () => wholeRangeData(f64),
  };
  test.each(Object.keys(asked))("%s", (name) => {
    expect(() => asked[name]()).toThrow(OutOfMemoryError);
  });

  test("a text of a value without elements has at most 2^20 rows", () => {
    const value = { type: "i32", shape: [2 ** 31, 0], elements: new Int32Array(0) } as const;
    expect(() => nestTestValue(value)).toThrow(/at most 1048576 rows without an element/);
  });
});

test("values in brackets that have no end are a typed error", () => {
  expect(() => parseTestValues("[".repeat(100_000))).toThrow(SamebitsError);
  expect(() => parseTestValues("[".repeat(100_000) + "]".repeat(100_000))).toThrow(SamebitsError);
});

test("the widest network is validated", () => {
  expect(validateNetwork(sklansky(65_536)).serves).toBe("associative");
});
