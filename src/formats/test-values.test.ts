import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ScalarType } from "../values/element-types.ts";
import { FormatError, InvalidArgumentError } from "../values/errors.ts";
import { decodeTestValues, encodeTestValues, isBinaryTestValue } from "./decode-test-values.ts";
import { parseTestBlocks } from "./parse-test-blocks.ts";
import { parseTestValues } from "./parse-test-values.ts";
import { nestTestValue, typedTestValue } from "./test-value.ts";

describe("parseTestValues", () => {
  it.each(["1e309f64", "-1e309f64", "3.5e38f32", "[1f64, 1e400]", "1e999999999f64"])(
    "refuses %s, beyond every number",
    (text) => {
      expect(() => parseTestValues(text)).toThrow(
        /must be a number that f(64|32) has, or f(64|32)\.inf, got/,
      );
    },
  );

  it("reads values of every type, one after another", () => {
    const values = parseTestValues(
      "[1, 2i64, -3] 4.5f32 true empty([0]i64) [[1.0, -f64.inf], [f64.nan, 1e3]] -7 0x1Fu32 -- end",
    ).map((value) => typedTestValue(value));
    expect(values.map(({ type, shape }) => [type, shape])).toEqual([
      ["i64", [3]],
      ["f32", []],
      ["bool", []],
      ["i64", [0]],
      ["f64", [2, 2]],
      ["i32", []],
      ["u32", []],
    ]);
    expect(values.map(nestTestValue)).toEqual([
      BigInt64Array.of(1n, 2n, -3n),
      4.5,
      true,
      new BigInt64Array(0),
      [Float64Array.of(1, -Infinity), Float64Array.of(NaN, 1000)],
      -7,
      31,
    ]);
  });

  it.each([
    ["[1, 2", "the end of the text"],
    ["[[1], [2, 3]]", "[1] and [2]"],
    ["[1i32, 2i64]", "one of i64"],
    ["3f16", '"f16"'],
    ["4294967296u32", "4294967296"],
    ["1.5i32", "1.5"],
    ["[true, 1]", "1"],
    ["0x_", '"x"'],
    ["@", '"@"'],
  ])("refuses %s", (text, actual) => {
    expect(() => parseTestValues(text, "data.in")).toThrow(FormatError);
    expect(() => parseTestValues(text, "data.in")).toThrow(actual);
  });
});

describe("typedTestValue", () => {
  const read = (text: string, type?: ScalarType) => typedTestValue(parseTestValues(text)[0], type, "xs");

  it.each([
    ["10", "i64", 10n],
    ["10", "u32", 10],
    ["10", "f64", 10],
    ["-0", "f32", -0],
    ["-0", "i64", 0n],
    ["3000000000", "u32", 3000000000],
    ["3_000_000_000", "i64", 3000000000n],
    ["18446744073709551615", "u64", 2n ** 64n - 1n],
    ["-9223372036854775808", "i64", -(2n ** 63n)],
    ["-0x1F", "f64", -31],
    ["0x1F", "i64", 31n],
    ["0.1", "f32", Math.fround(0.1)],
    ["16777217", "f32", 16777216],
    ["1.00000005960464477539062500001", "f32", 1.0000001192092896],
    ["1.00000005960464477539062500001f32", "f32", 1.0000001192092896],
    ["-1.00000005960464477539062500001", "f32", -1.0000001192092896],
    ["1.000000059604644775390625", "f32", 1],
    ["9223372586610589697", "f32", 2 ** 63 + 2 ** 40],
    ["340282356779733661637539395458142568447f32", "f32", 2 ** 128 - 2 ** 104],
    ["0x8000008000000001", "f32", 2 ** 63 + 2 ** 40],
    ["1.", "f64", 1],
    ["0x1f32", undefined, 0x1f32],
    ["-0x1f32", "f32", -0x1f32],
    ["0x1f64i64", "i64", 0x1f64n],
    ["1e3", "f64", 1000],
    ["1e3", undefined, 1000],
    ["-0x80000000", undefined, -(2 ** 31)],
    ["7u64", undefined, 7n],
    ["7u64", "u64", 7n],
  ] as const)("reads %s as %s", (text, type, value) => {
    expect(nestTestValue(read(text, type))).toBe(value);
  });

  it("reads the numbers of an array as of one type", () => {
    expect(read("[[1, 2.5], [-3, 4]]", "f64")).toEqual({
      type: "f64",
      shape: [2, 2],
      elements: Float64Array.of(1, 2.5, -3, 4),
    });
    expect(read("[1, 2.5]")).toEqual({ type: "f64", shape: [2], elements: Float64Array.of(1, 2.5) });
    expect(read("[1, 2]")).toEqual({ type: "i32", shape: [2], elements: Int32Array.of(1, 2) });
    expect(read("[]", "u64")).toEqual({ type: "u64", shape: [0], elements: new BigUint64Array(0) });
    expect(read("[[], []]", "bool")).toEqual({ type: "bool", shape: [2, 0], elements: new Uint8Array(0) });
    expect(read("[]")).toEqual({ type: "i32", shape: [0], elements: new Int32Array(0) });
  });

  it("gives back numbers of every type, written without it", () => {
    const written = fc.oneof(
      fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map((x) => ["u64", String(x), x] as const),
      fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((x) => ["i64", String(x), x] as const),
      fc.integer().map((x) => ["i32", String(x), x] as const),
      fc
        .double({ noNaN: true, noDefaultInfinity: true })
        .map((x) => ["f64", Object.is(x, -0) ? "-0" : String(x), x] as const),
    );
    fc.assert(
      fc.property(written, ([type, text, value]) => {
        expect(nestTestValue(read(text, type))).toBe(value);
      }),
      { seed: 10 },
    );
  });

  it.each([
    [
      "2147483648",
      "i32",
      '"xs" must be a whole number of i32, from -2147483648 to 2147483647, got 2147483648',
    ],
    ["3000000000", undefined, "a whole number of i32, from -2147483648 to 2147483647, got 3000000000"],
    ["-1", "u64", "a whole number of u64, from 0 to 18446744073709551615, got -1"],
    ["1.5", "i64", "a whole number of i64, from -9223372036854775808 to 9223372036854775807, got 1.5"],
    ["1e3", "i32", "a whole number of i32, from -2147483648 to 2147483647, got 1e3"],
    ["[[1, 2, 3], [4, 5, 6.5]]", "i32", '"xs[1][2]" must be a whole number of i32'],
    ["1", "bool", '"xs" must be bool, got 1'],
    ["10i32", "i64", '"xs" must be i64, got i32'],
    ["[1, 2i32]", "f64", '"xs" must be []f64, got []i32'],
    ["true", "i32", '"xs" must be i32, got bool'],
    ["empty([0]i32)", "i64", '"xs" must be []i64, got []i32'],
  ] as const)("does not read %s as %s", (text, type, message) => {
    expect(() => read(text, type)).toThrow(InvalidArgumentError);
    expect(() => read(text, type)).toThrow(message);
  });
});

describe("decodeTestValues", () => {
  it("is the inverse of encodeTestValues", () => {
    const value = fc.oneof(
      fc
        .array(fc.double({ noNaN: true }))
        .map((xs) => ({ type: "f64", shape: [xs.length], elements: Float64Array.from(xs) }) as const),
      fc
        .bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
        .map((x) => ({ type: "i64", shape: [], elements: BigInt64Array.of(x) }) as const),
      fc
        .array(fc.tuple(fc.integer(), fc.integer()))
        .map((xs) => ({ type: "i32", shape: [xs.length, 2], elements: Int32Array.from(xs.flat()) }) as const),
      fc
        .array(fc.boolean())
        .map((xs) => ({ type: "bool", shape: [xs.length], elements: Uint8Array.from(xs, Number) }) as const),
    );
    fc.assert(
      fc.property(fc.array(value, { minLength: 1 }), (values) => {
        const bytes = encodeTestValues(values);
        expect(isBinaryTestValue(bytes)).toBe(true);
        expect(decodeTestValues(bytes)).toEqual(values);
      }),
      { seed: 9 },
    );
  });

  it("says where a file is wrong", () => {
    const bytes = encodeTestValues([{ type: "i32", shape: [2], elements: Int32Array.of(1, 2) }]);
    expect(() => decodeTestValues(bytes.subarray(0, 20), "x.in")).toThrow(
      '"x.in" must be 23 bytes or more, got 20',
    );
    expect(() => decodeTestValues(changed(bytes, { 1: 3 }))).toThrow("version 2 at byte 0, got bytes 98 3");
    expect(() => decodeTestValues(changed(bytes, { 5: 0x31, 6: 0x37 }))).toThrow("a type at byte 3");
  });
});

describe("parseTestBlocks", () => {
  it("reads thousands of cases, each with its line", () => {
    const [{ cases }] = parseTestBlocks(`-- ==\n${"-- input { 1 } output { 2 }\n".repeat(20_000)}`);
    expect([cases.length, cases[0].line, cases[19_999].line]).toEqual([20_000, 2, 20_001]);
  });

  it("passes over what is said of another compiler's insides, on one line or several", () => {
    const text = `-- Comments.
-- ==
-- structure { Map 1 }
-- input { 1 } output { 2 }
-- structure gpu-mem {
--   SegMap 2
--   Alloc 3
-- }
-- input { 3 } output { 4 }
-- structure seq {}`;
    const [{ cases }] = parseTestBlocks(text);
    expect(cases.map(({ line }) => line)).toEqual([4, 9]);
    expect(() => parseTestBlocks("-- ==\n-- structure gpu\n-- input { 1 }", "p.sb")).toThrow(
      '"p.sb:2" must be what is counted, between braces, got "gpu"',
    );
  });

  it("reads entries, tags, inputs and outputs", () => {
    const text = `-- A program.
-- ==
-- entry: f g
-- tags { slow }
-- "named" compiled input { 1 [2, 3] } output { 5 }
-- random input { [10]i32 [2][3]f64 bool } auto output
-- nobench input @ data/x.in output @ data/x.out
-- input { empty([0]i32) } error: index.*outside
def f = 1
-- ==
-- input { 1 }
def main = 2`;
    const [one, two] = parseTestBlocks(text);
    expect([one.line, one.entries, one.tags, two.entries]).toEqual([2, ["f", "g"], ["slow"], ["main"]]);
    expect(one.cases.map(({ line, name, tags, output }) => [line, name, tags, output.kind])).toEqual([
      [5, "named", ["compiled"], "values"],
      [6, "random input { [10]i32 [2][3]f64 bool }", [], "auto"],
      [7, "nobench input @ data/x.in", ["nobench"], "file"],
      [8, "input { empty([0]i32) }", [], "error"],
    ]);
    expect(one.cases[1].input).toEqual({
      kind: "random",
      types: [
        { type: "i32", shape: [10] },
        { type: "f64", shape: [2, 3] },
        { type: "bool", shape: [] },
      ],
    });
    expect(two.cases[0].output).toEqual({ kind: "none" });
  });

  it("reads those of every example", () => {
    for (const file of readdirSync("examples/language")) {
      const blocks = parseTestBlocks(readFileSync(`examples/language/${file}`, "utf8"), file);
      expect(blocks.length, file).toBeGreaterThan(0);
      for (const { cases } of blocks) expect(cases.length, file).toBeGreaterThan(0);
    }
  });

  it("says in which line a block is wrong", () => {
    expect(() => parseTestBlocks("-- ==\n-- entry: f\n-- inputs { 1 }", "p.sb")).toThrow('"p.sb:3"');
    expect(() => parseTestBlocks("-- ==\n-- random input { [x]i32 }", "p.sb")).toThrow('got "[x]i32"');
  });
});

function changed(bytes: Uint8Array, by: Readonly<Record<number, number>>): Uint8Array {
  const copy = bytes.slice();
  for (const [place, byte] of Object.entries(by)) copy[Number(place)] = byte;
  return copy;
}
