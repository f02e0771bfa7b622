import { describe, expect, it } from "vitest";
import { type Matrix, multiply, multiplyVector, reduce, slice, transpose, widen } from "../matrices.ts";
import { ACCUMULATION_TYPES } from "../values/convert.ts";
import { NARROW_TYPES, type NarrowArray, type NarrowType, viewNarrow } from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { widenColumn } from "../values/widen-column.ts";

function draw(type: NarrowType, count: number): NarrowArray {
  const bytes = Uint8Array.from({ length: 2 * count }, (_, i) => (i * 7919) >>> 3);
  return viewNarrow(type, bytes.buffer, 0, count);
}

describe("widen", () => {
  it.each(NARROW_TYPES)("of %s holds each element, in every type that does", (type) => {
    const array = draw(type, 35);
    for (const accumulate of ACCUMULATION_TYPES[type]) {
      const A = { array, shape: [3, 4], strides: [-5, 2], offset: 12 };
      const wide = widen(A, { type, accumulate } as never) as Matrix;
      const column = widenColumn(type, array, accumulate);
      expect(wide).toEqual({ ...A, array: column });
      expect(reduce(wide, { axis: 1 })).toEqual(reduce({ ...A, array: column }, { axis: 1 }));
      const B = transpose(slice(wide, [[2, -1, -1]]));
      const copy = { array: column, shape: [4, 3], strides: [2, 5], offset: 2 };
      expect(multiply(wide, B as never)).toEqual(multiply({ ...A, array: column }, copy as never));
      const x = column.slice(0, 4) as never;
      expect(multiplyVector(wide, x)).toEqual(multiplyVector({ ...A, array: column }, x));
    }
  });

  it("takes what an array says by itself", () => {
    const bytes = { array: Int8Array.of(-1, 2), shape: [1, 2] };
    expect(widen(bytes)).toEqual({ array: Int32Array.of(-1, 2), shape: [1, 2] });
    expect(widen(bytes, { accumulate: "f64" }).array).toEqual(Float64Array.of(-1, 2));
    const nan = widen({ array: Uint16Array.of(0xfe01, 1), shape: [2] }, { type: "f16" }).array;
    expect(nan).toEqual(Float32Array.of(Number.NaN, 2 ** -24));
    expect(widen({ array: new Uint8Array(0), shape: [0, 3] })).toEqual({
      array: new Uint32Array(0),
      shape: [0, 3],
    });
    expect(widen({ array: Uint8Array.of(7), shape: [2, 3], strides: [0, 0] }).strides).toEqual([0, 0]);
  });

  it.each<readonly [string, () => unknown, string]>([
    [
      "words without a type",
      () => widen({ array: Uint16Array.of(1) as never, shape: [1] }),
      '"A.array" must be an array of u8, i8, i16 or f16, or words that come with a "type": u16, f16 or bf16',
    ],
    [
      "an array of another type",
      () => widen({ array: Uint8Array.of(1), shape: [1] }, { type: "f16" }),
      '"A.array" must be an array of f16, got',
    ],
    [
      "a type that does not hold them",
      () => widen({ array: Uint8Array.of(1), shape: [1] }, { accumulate: "f16" as never }),
      '"accumulate" must be',
    ],
    [
      "a shape of another size",
      () => widen({ array: Uint8Array.of(1), shape: [2, 2] }),
      '"A.shape" must be of as many elements as "A.array" has, 1, got 2 × 2, which is 4',
    ],
    [
      "f16 bits without a type",
      () => reduce({ array: Uint16Array.of(1) as never, shape: [1] }, { axis: 0 }),
      '"A.array"',
    ],
  ])("of %s is an InvalidArgumentError", (_, call, message) => {
    expect(call).toThrow(InvalidArgumentError);
    expect(call).toThrow(message);
  });
});
