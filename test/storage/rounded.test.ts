import { describe, expect, expectTypeOf, it } from "vitest";
import * as onWasm from "../../src/index.ts";
import * as onLoops from "../../src/javascript.ts";
import { onlineReduce, onlineScan } from "../../src/streams.ts";
import { bitsOfHalf } from "../../src/values/halves.ts";

const half = (value: number): number => bitsOfHalf("f16", value);

describe.each([
  ["samebits", onWasm],
  ["samebits/javascript", onLoops],
] as const)("results rounded to half floats on %s", (_, { reduce, inclusiveScan, exclusiveScan }) => {
  it("are the nearest, ties to even, infinity beyond the largest", () => {
    expect(reduce(Float32Array.of(2048, 1), { output: "f16" })).toBe(2048);
    expect(reduce(Float64Array.of(2048, 1, 2), { output: "f16" })).toBe(2052);
    expect(reduce(Float32Array.of(65504, 16), { output: "f16" })).toBe(Number.POSITIVE_INFINITY);
    expect(reduce(Float32Array.of(1, 2 ** -9), { output: "bf16" })).toBe(1);
  });

  it("come of an f64 in one rounding, not by way of f32", () => {
    const terms = Float64Array.of(1, 2 ** -11, 2 ** -40);
    expect(reduce(terms, { output: "f16" })).toBe(1 + 2 ** -10);
    expect(half(Math.fround(1 + 2 ** -11 + 2 ** -40))).toBe(half(1));
  });

  it("are a scan's bits, the scan's own tree unchanged", () => {
    const bits = Uint16Array.from([1, 2 ** -11, 2 ** -11, Number.NaN], half);
    const scan = inclusiveScan(bits, { type: "f16", output: "f16" });
    expectTypeOf(scan).toEqualTypeOf<Uint16Array>();
    expect(scan).toStrictEqual(Uint16Array.of(0x3c00, 0x3c00, 0x3c01, 0x7e00));
    expect(exclusiveScan(bits.subarray(0, 2), { type: "f16", output: "bf16" })).toStrictEqual(
      Uint16Array.of(0, 0x3f80),
    );
    expect(inclusiveScan(new Float32Array(0), { output: "f16" })).toStrictEqual(new Uint16Array(0));
  });

  it("are floats: refused for other results, and for other names", () => {
    expect(() => inclusiveScan(Int32Array.of(1), { output: "f16" } as never)).toThrow(
      /"output" must be an array or left out for results that are i32, got "f16"/,
    );
    expect(() => reduce(Float64Array.of(1), { output: "f8" } as never)).toThrow(
      /"output" must be one of f16, bf16 \(nearest: f16\), got "f8"/,
    );
  });
});

describe("streams of narrow chunks", () => {
  it("have the bits of one call", () => {
    const bits = Uint16Array.from({ length: 1000 }, (_, i) => half(((i * 37) % 101) / 7));
    const scan = onlineScan({ type: "f16" });
    const parts = [bits.subarray(0, 333), bits.subarray(333)].map((chunk) => scan.push(chunk));
    const whole = onLoops.inclusiveScan(bits, { type: "f16" });
    expect([...parts[0], ...parts[1]]).toStrictEqual([...whole]);
    const running = onlineReduce({ type: "i8", accumulate: "i64" });
    running.push(Int8Array.of(-128, -1));
    running.push(Int8Array.of(3));
    expect(running.observe()).toBe(-126n);
    expect(() => scan.push(new Float32Array(1) as never)).toThrow(/"chunk" must be a typed array of f16/);
  });
});
