import { describe, expect, test } from "vitest";
import { compareArrays, compareScalars, differenceCount, rawHex } from "./compare.ts";

function withBits(bits: bigint): Float64Array {
  return new Float64Array(new BigUint64Array([0n, bits]).buffer);
}

describe("compareArrays", () => {
  test("says nothing of equal bits", () => {
    expect(
      compareArrays(new Float32Array([1, -0, Number.NaN]), new Float32Array([1, -0, Number.NaN])),
    ).toBeUndefined();
  });

  test("tells −0 from +0, with both bits and the position", () => {
    expect(compareArrays(new Float32Array([1, -0]), new Float32Array([1, 0]))).toStrictEqual({
      expected: "80000000",
      actual: "00000000",
      position: 1,
    });
  });

  test("takes only the canonical NaN, whatever NaN was expected", () => {
    const payload = withBits(0x7ff8000000000001n);
    const canonical = withBits(0x7ff8000000000000n);
    expect(compareArrays(payload, canonical)).toBeUndefined();
    expect(compareArrays(canonical, payload)).toMatchObject({ actual: "7ff8000000000001", position: 1 });
    expect(compareArrays(payload, payload)).toMatchObject({ expected: "7ff8000000000000", position: 1 });
  });

  test.each([
    [new Float64Array(3), "f64[2]", "f64[3]"],
    [new Float32Array(2), "f64[2]", "f32[2]"],
    [undefined, "f64[2]", "undefined"],
  ])("says what is wrong with the shape of %s", (actual, expected, shown) => {
    expect(compareArrays(new Float64Array(2), actual)).toStrictEqual({
      expected,
      actual: shown,
      position: undefined,
    });
  });

  test("looks at a view's own elements", () => {
    const left = new BigUint64Array([9n, 1n, 2n]).subarray(1);
    expect(compareArrays(left, new BigUint64Array([1n, 3n]))).toMatchObject({ position: 1 });
  });
});

test("compareScalars tells signed zeros, and kinds", () => {
  expect(compareScalars("f64", Number.NaN, Number.NaN)).toBeUndefined();
  expect(compareScalars("f64", -0, 0)).toMatchObject({
    expected: "8000000000000000",
    actual: "0000000000000000",
  });
  expect(compareScalars("u64", 1n, 1)).toMatchObject({ actual: "number 1" });
  expect(compareScalars("f32", 0.5, 0.1)).toMatchObject({ actual: "number 0.1" });
});

test("differenceCount counts elements once, whichever half differs", () => {
  const left = new BigUint64Array([1n, 2n, 3n, 1n << 40n]);
  const right = new BigUint64Array([1n, 2n | (1n << 40n), 4n, 2n]);
  expect(differenceCount(left, right)).toBe(3);
  expect(differenceCount(new Int32Array([1, 2]), new Int32Array([1, -2]))).toBe(1);
});

test("rawHex shows a payload", () => {
  expect(rawHex(withBits(0xfff80000deadbeefn), 1)).toBe("fff80000deadbeef");
});
