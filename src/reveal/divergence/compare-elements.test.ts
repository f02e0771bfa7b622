import { describe, expect, test } from "vitest";
import { compareElements } from "./compare-elements.ts";

/** Writes bits, because engines may change a NaN that they store. */
function withBits(bits: readonly bigint[]): Float64Array {
  return new Float64Array(BigUint64Array.from(bits).buffer);
}

describe("floats", () => {
  test("equal arrays, and the same array", () => {
    const array = Float64Array.of(1, -0, Number.NaN, Number.POSITIVE_INFINITY);
    const same = compareElements(array, array.slice());
    expect(same).toEqual({
      ...{ type: "f64", length: 4, differentCount: 0, zeroSignCount: 0, payloadCount: 0, nanCount: 0 },
      ...{ first: undefined, largest: undefined },
    });
    expect(compareElements(new Float32Array(0), new Float32Array(0)).differentCount).toBe(0);
  });

  test("the first is the first, the largest is counted in floats", () => {
    const left = Float64Array.of(1, 1 + 2 ** -52, 1e300, 4);
    const right = Float64Array.of(1, 1, 1e300, 4 + 2 ** -49);
    const found = compareElements(left, right);
    expect(found.differentCount).toBe(2);
    expect(found.first).toEqual({
      ...{ position: 1, left: 1 + 2 ** -52, right: 1, distance: 1 },
      ...{ leftBits: "3ff0000000000001", rightBits: "3ff0000000000000" },
    });
    expect(found.largest).toMatchObject({ position: 3, distance: -2 });
  });

  test("the sign of zero and payloads of NaNs are told, and a NaN beside a number", () => {
    const left = withBits([0n, 0x7ff8000000000000n, 0x7ff8000000000000n, 0x3ff0000000000000n]);
    const right = withBits([1n << 63n, 0x7ff8000000000001n, 0x7ff8000000000000n, 0x7ff8000000000000n]);
    expect(compareElements(left, right)).toMatchObject({
      ...{ differentCount: 3, zeroSignCount: 1, payloadCount: 1, nanCount: 1 },
      first: { position: 0, left: 0, right: -0, leftBits: "0000000000000000", rightBits: "8000000000000000" },
      largest: { position: 0, distance: 0 },
    });
    const payloads = compareElements(left.subarray(1, 2), right.subarray(1, 2));
    expect(payloads.first).toMatchObject({ distance: undefined, rightBits: "7ff8000000000001" });
    expect(payloads.largest).toBeUndefined();
  });

  test("f32, and half floats as their bits", () => {
    const single = compareElements(Float32Array.of(16_777_216), Float32Array.of(16_777_220));
    expect(single.first).toMatchObject({ distance: -2, leftBits: "4b800000" });
    const halves = compareElements(Uint16Array.of(0x3c00), Uint16Array.of(0x3c02), { type: "f16" });
    expect(halves.first).toMatchObject({ left: 1, right: 1 + 2 ** -9, distance: -2, leftBits: "3c00" });
    const brains = compareElements(Uint16Array.of(0x3f80), Uint16Array.of(0xbf80), { type: "bf16" });
    expect(brains.first).toMatchObject({ left: 1, right: -1, distance: 2 * 0x3f80 });
  });
});

describe("integers", () => {
  test("differ by their values", () => {
    const wide = compareElements(BigInt64Array.of(5n, -1n), BigInt64Array.of(5n, 2n ** 62n));
    expect(wide.largest).toMatchObject({ position: 1, left: -1n, right: 2n ** 62n, distance: -(2 ** 62) });
    expect(compareElements(Uint32Array.of(7), Uint32Array.of(4)).first).toMatchObject({ distance: 3 });
    expect(compareElements(Int8Array.of(-7), Int8Array.of(4)).first).toMatchObject({
      ...{ distance: -11, leftBits: "f9" },
    });
  });

  test("of 64 bits, where only one half differs", () => {
    const left = BigUint64Array.of(1n, 1n << 40n, 3n);
    expect(compareElements(left, BigUint64Array.of(1n, 1n << 41n, 3n)).first?.position).toBe(1);
    expect(compareElements(left, BigUint64Array.of(2n, 1n << 40n, 3n)).first?.position).toBe(0);
  });
});

describe("bad input", () => {
  test.each([
    ["lengths", Float64Array.of(1), Float64Array.of(1, 2), {}, '"right" must have length 1, got 2'],
    [
      "types",
      Float64Array.of(1),
      Float32Array.of(1),
      {},
      '"right" must be a Float64Array, got a Float32Array',
    ],
    ["halves of no type", Uint16Array.of(1), Uint16Array.of(1), {}, 'of a Uint16Array "type" says what'],
    ["a list", [1] as never, [1] as never, {}, '"left" must be a typed array'],
    [
      "a type that is not theirs",
      Int8Array.of(1),
      Int8Array.of(1),
      { type: "f64" as const },
      '"left" must be a Float64Array',
    ],
  ])("%s", (_, left, right, options, message) => {
    expect(() => compareElements(left, right, options)).toThrow(message);
  });
});
