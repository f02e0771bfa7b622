import { describe, expect, it } from "vitest";
import type { ScalarType } from "./element-types.ts";
import { comesBefore, firstOutOfOrder, keyImages } from "./total-order.ts";

import type { ColumnArray } from "./value-types.ts";

/** Elements of each type in their order; equal ones stand together. */
const IN_ORDER: readonly (readonly [ScalarType, ColumnArray, equalPairs: number])[] = [
  ["f64", Float64Array.of(-Infinity, -1.5, -5e-324, -0, 0, 5e-324, 2, Infinity, Number.NaN, Number.NaN), 1],
  ["f32", new Float32Array(Uint32Array.of(0xff800000, 0x80000000, 0, 1, 0x7f800000, 0xffc00001).buffer), 0],
  ["i64", BigInt64Array.of(-(2n ** 63n), -1n, 0n, 0n, 1n, 2n ** 63n - 1n), 1],
  ["u64", BigUint64Array.of(0n, 1n, 2n ** 63n, 2n ** 64n - 1n), 0],
  ["i32", Int32Array.of(-(2 ** 31), -1, 0, 0, 1, 2 ** 31 - 1), 1],
  ["u32", Uint32Array.of(0, 1, 2 ** 31, 2 ** 32 - 1), 0],
  ["bool", Uint8Array.of(0, 1), 0],
];

describe("the total order of each type", () => {
  it.each(IN_ORDER)("%s: by value, and by image", (type, column, equalPairs) => {
    const images = keyImages(type, column);
    let equal = 0;
    for (let i = 0; i < column.length; i++) {
      for (let j = i + 1; j < column.length; j++) {
        expect(comesBefore(column[j], column[i])).toBe(false);
        expect(images[i] < images[j]).toBe(comesBefore(column[i], column[j]));
        if (comesBefore(column[i], column[j])) continue;
        expect(images[i]).toBe(images[j]);
        expect(Object.is(column[i], column[j])).toBe(true);
        equal++;
      }
    }
    expect(equal).toBe(equalPairs);
  });

  it("finds the first that is out of order", () => {
    const column = Float64Array.of(1, -0, 0, 3, Number.NaN);
    expect(firstOutOfOrder([{ column, isDescending: false }])).toBe(1);
    expect(firstOutOfOrder([{ column: column.subarray(1), isDescending: false }])).toBe(-1);
    expect(firstOutOfOrder([{ column: column.subarray(1), isDescending: true }])).toBe(1);
    const first = Uint32Array.of(1, 1, 2, 2);
    const second = Uint8Array.of(1, 0, 0, 1);
    const upwards = { column: first, isDescending: false };
    expect(firstOutOfOrder([upwards, { column: second, isDescending: true }])).toBe(3);
    expect(firstOutOfOrder([upwards, { column: second, isDescending: false }])).toBe(1);
    expect(firstOutOfOrder([upwards, { column: new Uint8Array(4), isDescending: true }])).toBe(-1);
    expect(firstOutOfOrder([{ column: new Float32Array(0), isDescending: false }])).toBe(-1);
  });
});
