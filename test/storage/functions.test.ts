import { describe, expect, expectTypeOf, it } from "vitest";
import * as onWasm from "../../src/index.ts";
import * as onLoops from "../../src/javascript.ts";
import { bitsOfHalf, type HalfType } from "../../src/values/halves.ts";

/** Half floats by their values. */
function halvesOf(type: HalfType, values: readonly number[]): Uint16Array {
  return Uint16Array.from(values, (value) => bitsOfHalf(type, value));
}

it("has library memory of narrow elements, where kernels and pools use them", () => {
  const { array, type, release } = onWasm.allocate("f16", 5000);
  expectTypeOf(array).toEqualTypeOf<Uint16Array>();
  expect([type, array.length, array.buffer instanceof SharedArrayBuffer]).toStrictEqual(["f16", 5000, true]);
  array.fill(bitsOfHalf("f16", 0.5));
  expect(onWasm.reduce(array, { type: "f16" })).toBe(2500);
  release();
  for (const [narrow, bytes] of [
    ["u8", 1],
    ["i8", 1],
    ["u16", 2],
    ["i16", 2],
    ["bf16", 2],
  ] as const) {
    const other = onWasm.allocate(narrow, 3);
    expect(other.array.byteLength).toBe(3 * bytes);
    other.release();
  }
  expect(() => onWasm.allocate("f8" as never, 1)).toThrow(/"type" must be one of .*f16/);
});

describe.each([
  ["samebits", onWasm],
  ["samebits/javascript", onLoops],
] as const)("%s", (_, { reduce, inclusiveScan, exclusiveScan, prepare, parseContract, printContract }) => {
  it("sums f16 bits in f32, and in f64 where asked", () => {
    const bits = halvesOf("f16", [65504, 65504, 2 ** -24]);
    expect(reduce(bits, { type: "f16" })).toBe(131008);
    expect(reduce(bits, { type: "f16", accumulate: "f64" })).toBe(131008 + 2 ** -24);
    expect(inclusiveScan(bits, { type: "f16" })).toStrictEqual(Float32Array.of(65504, 131008, 131008));
  });

  it("sums bf16 bits", () => {
    expect(reduce(halvesOf("bf16", [1, 2 ** 20, 2 ** -10]), { type: "bf16", accumulate: "f64" })).toBe(
      1 + 2 ** 20 + 2 ** -10,
    );
  });

  it("takes small integers by the type of their array, in i32 or u32", () => {
    const sum = reduce(Uint8Array.of(255, 255, 1));
    expect(sum).toBe(511);
    expect(reduce(Int8Array.of(-128, -128))).toBe(-256);
    expect(reduce(Int16Array.of(-32768, 5))).toBe(-32763);
    expect(inclusiveScan(Uint8Array.of(200, 100))).toStrictEqual(Uint32Array.of(200, 300));
    expect(exclusiveScan(Int8Array.of(-1, -2))).toStrictEqual(Int32Array.of(0, -1));
    expect(reduce(Uint16Array.of(65535, 1), { type: "u16" })).toBe(65536);
  });

  it("accumulates small integers in any type that holds them", () => {
    expect(reduce(Uint8Array.of(255, 1), { accumulate: "u64" })).toBe(256n);
    expect(reduce(Int8Array.of(-1, -1), { accumulate: "i64", initial: 1 })).toBe(-1n);
    expect(inclusiveScan(Int16Array.of(-1, 3), { accumulate: "f64" })).toStrictEqual(Float64Array.of(-1, 2));
    expect(reduce(Int32Array.of(2 ** 31 - 1, 1), { accumulate: "f64" })).toBe(2 ** 31);
    expect(reduce(Uint32Array.of(2 ** 32 - 1, 1), { accumulate: "i64" })).toBe(2n ** 32n);
  });

  it("has the types of its results", () => {
    expectTypeOf(reduce(Uint8Array.of(1), { accumulate: "u64" })).toEqualTypeOf<bigint>();
    expectTypeOf(inclusiveScan(Uint8Array.of(1)))?.toEqualTypeOf<Uint32Array>();
    expectTypeOf(inclusiveScan(Uint16Array.of(1), { type: "f16" })).toEqualTypeOf<Float32Array>();
    expectTypeOf(inclusiveScan(Uint16Array.of(1), { type: "u16" })).toEqualTypeOf<Uint32Array>();
  });

  it("writes into an output of the accumulation type", () => {
    const output = new Float32Array(2);
    expect(inclusiveScan(halvesOf("f16", [1, 2]), { type: "f16", output })).toBe(output);
    expect(output).toStrictEqual(Float32Array.of(1, 3));
  });

  it("refuses an output over the same bytes: results are wider than what is read", () => {
    const buffer = new ArrayBuffer(8);
    const [input, output] = [new Uint16Array(buffer, 0, 2), new Float32Array(buffer, 0, 2)];
    expect(() => inclusiveScan(input, { type: "f16", output })).toThrow(/"output" must be .* apart from it/);
  });

  it("refuses 16-bit words that nobody says the type of", () => {
    expect(() => reduce(Uint16Array.of(0x3c00) as never)).toThrow(
      /"input" must be .*"type" to be read as, u16, f16 or bf16, got a Uint16Array of length 1/,
    );
  });

  it("reads numbers as narrow elements where each is one exactly", () => {
    expect(reduce([1, 2.5, Number.POSITIVE_INFINITY], { type: "f16" })).toBe(Number.POSITIVE_INFINITY);
    expect(() => reduce([1, 2049], { type: "f16" })).toThrow(
      /"input\[1\]" must be a value that f16 has exactly, got 2049/,
    );
    expect(() => reduce([1, 256], { type: "u8" })).toThrow(
      /"input\[1\]" must be a value that u8 has exactly, got 256/,
    );
    expect(() => reduce([-129], { type: "i8" })).toThrow(/a value that i8 has exactly, got -129/);
  });

  it("reads bytes as little-endian elements", () => {
    expect(reduce(new DataView(Uint8Array.of(0x00, 0x3c, 0x00, 0xc0).buffer), { type: "f16" })).toBe(-1);
    expect(reduce(new DataView(Uint8Array.of(0xff, 0x02).buffer), { type: "i8" })).toBe(1);
    expect(() => reduce(new DataView(new ArrayBuffer(3)), { type: "bf16" })).toThrow(/"input.byteLength"/);
  });

  it("refuses to accumulate in a narrow type, or in one that has not every element", () => {
    expect(() => reduce(Uint8Array.of(1), { accumulate: "u8" as never })).toThrow(/"accumulate"/);
    expect(() => reduce(Int8Array.of(1), { accumulate: "u32" as never })).toThrow(
      /"accumulate" must be i32 or i64 or f32 or f64 for elements of i8, got "u32"/,
    );
    expect(() => reduce(Uint16Array.of(1), { type: "f16", accumulate: "i32" as never })).toThrow(
      /f32 or f64/,
    );
  });

  it("makes NaNs canonical, and keeps −0", () => {
    const bits = Uint16Array.of(0x7c01, 0xfe00, 0x8000);
    const scan = inclusiveScan(bits.subarray(0, 2), { type: "f16" });
    expect([...new Uint32Array(scan.buffer, scan.byteOffset, 2)]).toStrictEqual([0x7fc00000, 0x7fc00000]);
    expect(Object.is(reduce(bits.subarray(2), { type: "f16" }), -0)).toBe(true);
    expect(Object.is(reduce(Uint16Array.of(0x8000), { type: "bf16", accumulate: "f64" }), -0)).toBe(true);
  });

  it("is empty, one, and away", () => {
    expect(inclusiveScan(new Uint8Array(0))).toStrictEqual(new Uint32Array(0));
    expect(() => reduce(new Uint16Array(0), { type: "f16" })).toThrow(
      /"input" must have at least one element/,
    );
    const input = new Uint8Array(4);
    structuredClone(input, { transfer: [input.buffer] });
    expect(() => reduce(input)).toThrow(/whose buffer was detached/);
  });

  it("prints both types, and parses them back", () => {
    const { contract } = prepare({ type: "f16" });
    const line = "add f16 sum=f32 block-dyadic:32 initial=none v1";
    expect(printContract(contract)).toBe(line);
    expect(printContract(parseContract(line))).toBe(line);
    expect(() => parseContract("add u8 block-dyadic:32 initial=none v1")).toThrow(
      /add u8 sum=u32 block-dyadic/,
    );
    expect(() => parseContract("add u8 sum=u16 block-dyadic:32 initial=none v1")).toThrow(/"accumulate"/);
  });

  it("is not for plain functions, which take values as they are", () => {
    const latest = (_: unknown, right: unknown) => right;
    expect(() => reduce(Uint16Array.of(1) as never, { type: "f16", operator: latest } as never)).toThrow(
      /"type"/,
    );
    expect(reduce(Uint8Array.of(1, 2), { operator: latest })).toBe(2);
  });

  it("takes a Float16Array where the engine has it", () => {
    const { Float16Array } = globalThis as unknown as {
      Float16Array?: new (values: number[]) => ArrayBufferView;
    };
    if (Float16Array === undefined) return;
    expect((reduce as (input: unknown) => unknown)(new Float16Array([1, 2.5]))).toBe(3.5);
  });
});
