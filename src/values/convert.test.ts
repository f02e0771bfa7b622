import { describe, expect, it } from "vitest";
import { convertExactly, readElements } from "./convert.ts";
import { InvalidArgumentError, LengthMismatchError } from "./errors.ts";

describe("readElements", () => {
  it("converts what every value allows", () => {
    expect(readElements("f32", [1, 0.5, -0])).toEqual(Float32Array.of(1, 0.5, -0));
    expect(readElements("i32", Int8Array.of(-1, 2))).toEqual(Int32Array.of(-1, 2));
    expect(readElements("i64", [1, 2n])).toEqual(BigInt64Array.of(1n, 2n));
    expect(readElements("u64", Uint16Array.of(65535))).toEqual(BigUint64Array.of(65535n));
    expect(readElements("f64", [2n ** 60n])).toEqual(Float64Array.of(2 ** 60));
  });

  it("reads the bytes of a DataView as little-endian elements, from its own offset", () => {
    const view = new DataView(Uint8Array.of(9, 1, 0, 0, 0, 2, 1, 0, 0).buffer, 1);
    expect(readElements("u32", view)).toEqual(Uint32Array.of(1, 258));
    expect(() => readElements("u64", new DataView(new ArrayBuffer(12)))).toThrow(LengthMismatchError);
  });

  it.each([
    ["f32", [1, 0.1], '"input[1]" must be a value that f32 has exactly, got 0.1'],
    ["i32", [0, 1, 2 ** 31], '"input[2]" must be a value that i32 has exactly, got 2147483648'],
    ["u32", [-1], '"input[0]" must be a value that u32 has exactly, got -1'],
    ["i64", [1.5], '"input[0]" must be a value that i64 has exactly, got 1.5'],
    ["u64", [-1n], '"input[0]" must be a value that u64 has exactly, got -1n'],
    ["f64", [2n ** 53n + 1n], '"input[0]" must be a value that f64 has exactly, got 9007199254740993n'],
    ["f64", [1, "2"], '"input[1]" must be a value that f64 has exactly, got "2"'],
    ["f64", [undefined], '"input[0]" must be a value that f64 has exactly, got undefined'],
  ] as const)("refuses for %s what is not exact, and says which", (type, values, message) => {
    expect(() => readElements(type, values)).toThrow(InvalidArgumentError);
    expect(() => readElements(type, values)).toThrow(message);
  });

  it("has no exact element for what lies outside a type", () => {
    expect(convertExactly("i64", 2 ** 63)).toBeUndefined();
    expect(convertExactly("i64", -(2 ** 63))).toBe(-(2n ** 63n));
    expect(convertExactly("f32", 2n ** 200n)).toBeUndefined();
    expect(convertExactly("f64", 10n ** 400n)).toBeUndefined();
    expect(convertExactly("f32", Number.NaN)).toBeNaN();
  });
});
