import { describe, expect, it } from "vitest";
import { dot } from "../algorithms.ts";
import { type Matrix, multiply, multiplyVector, outer } from "../matrices.ts";
import { op } from "../operators.ts";
import {
  EmptyInputError,
  InvalidArgumentError,
  LengthMismatchError,
  OutOfMemoryError,
} from "../values/errors.ts";

const rows = (...lines: readonly (readonly number[])[]): Matrix<Float64Array> => ({
  array: Float64Array.from(lines.flat()),
  shape: [lines.length, lines[0].length],
});
const identity = (size: number): Matrix<Float64Array> => ({
  array: Float64Array.from({ length: size * size }, (_, i) => Number(i % (size + 1) === 0)),
  shape: [size, size],
});

describe("multiply", () => {
  it("multiplies by hand", () => {
    const A = rows([1, 2, 3], [4, 5, 6], [7, 8, 9]);
    const B = rows([9, 8, 7], [6, 5, 4], [3, 2, 1]);
    expect(multiply(A, B)).toEqual({
      array: Float64Array.of(30, 24, 18, 84, 69, 54, 138, 114, 90),
      shape: [3, 3],
    });
  });

  it("by the identity gives the matrix, but for −0, and rows with an infinity", () => {
    const A = rows([0.1, -0, 5e-324], [-1.7e308, 3, Number.POSITIVE_INFINITY], [0, -2, 1 / 3]);
    expect([...multiply(A, identity(3)).array]).toEqual([
      ...[0.1, 0, 5e-324],
      ...[Number.NaN, Number.NaN, Number.POSITIVE_INFINITY],
      ...[0, -2, 1 / 3],
    ]);
  });

  it("rounds each product by itself", () => {
    const x = 1 + 2 ** -30;
    // Fused, the low half of x² would be left over.
    expect(multiply(rows([x, -1]), rows([x], [x * x])).array).toEqual(Float64Array.of(0));
  });

  it("accumulates in f64 what is converted before it is multiplied", () => {
    const x = Float32Array.of(0.1, 16_777_217, 3);
    const A = { array: x, shape: [1, 3] };
    const cell = multiply(A, A, { transposeB: true, accumulate: "f64" }).array;
    expect(cell).toEqual(Float64Array.of(dot(x, x, { accumulate: "f64" })));
    const i = { array: Int32Array.of(2 ** 30, -5), shape: [1, 2] };
    expect(multiply(i, i, { transposeB: true, accumulate: "i64" }).array).toEqual(
      BigInt64Array.of(2n ** 60n + 25n),
    );
    const u = { array: Uint32Array.of(2 ** 32 - 1), shape: [1, 1] };
    expect(multiply(u, u, { accumulate: "u64" }).array).toEqual(BigUint64Array.of((2n ** 32n - 1n) ** 2n));
    expect(multiply(u, u).array).toEqual(Uint32Array.of(1)); // which wraps
  });

  it("adds exactly what was rounded", () => {
    const A = rows([1e308, 1, -1e308]);
    expect(multiply(A, rows([1], [1], [1]), { expression: "exact" }).array).toEqual(Float64Array.of(1));
  });

  it("finds shortest paths", () => {
    const none = Number.POSITIVE_INFINITY;
    const edges = rows([0, 4, none, 1], [none, 0, 1, none], [2, none, 0, none], [none, 2, 7, 0]);
    const semiring = { add: "min", multiply: "add" } as const;
    const twice = multiply(edges, edges, { semiring });
    const paths = multiply(twice, twice, { semiring });
    expect([...paths.array]).toEqual([0, 3, 4, 1, 3, 0, 1, 4, 2, 5, 0, 3, 5, 2, 3, 0]);
  });

  it("finds what can be reached", () => {
    const edges = { array: Uint32Array.of(1, 1, 0, 0, 1, 1, 0, 0, 1), shape: [3, 3] };
    const reached = multiply(edges, edges, { semiring: { add: "or", multiply: "and" } });
    expect([...reached.array]).toEqual([1, 1, 1, 0, 1, 1, 0, 0, 1]);
  });

  it("takes operators of one's own", () => {
    const add = op<"f64">`(left: f64, right) => left * 0.5 + right`;
    const times = op<"f64">`(left: f64, right) => left - right`;
    const A = rows([1, 2, 3]);
    const cell = multiply(A, A, { transposeB: true, semiring: { add, multiply: times } });
    expect(cell.array).toEqual(Float64Array.of(0));
    const none = { array: new Float64Array(0), shape: [2, 0] };
    expect(() => multiply(none, none, { transposeB: true, semiring: { add, multiply: times } })).toThrow(
      EmptyInputError,
    );
  });

  it("of nothing gives zeros, or nothing", () => {
    const none = { array: new Float64Array(0), shape: [2, 0] };
    expect(multiply(none, none, { transposeB: true })).toEqual({ array: new Float64Array(4), shape: [2, 2] });
    expect(multiply(none, none, { transposeA: true })).toEqual({ array: new Float64Array(0), shape: [0, 0] });
  });

  it("repeats what has a stride of 0", () => {
    const ones = { array: Float64Array.of(1), shape: [2, 3], strides: [0, 0] };
    expect(multiply(ones, rows([1, 2], [3, 4], [5, 6])).array).toEqual(Float64Array.of(9, 12, 9, 12));
  });

  it("writes where it is told to", () => {
    const output = new Float64Array(4);
    expect(multiply(rows([1], [2]), rows([3, 4]), { output }).array).toBe(output);
    expect([...output]).toEqual([3, 4, 6, 8]);
  });
});

describe("multiplyVector and outer", () => {
  it("have a column for one side", () => {
    const A = rows([1, 2, 3], [4, 5, 6]);
    expect(multiplyVector(A, Float64Array.of(1, 0, -1))).toEqual(Float64Array.of(-2, -2));
    expect(multiplyVector(A, Float64Array.of(1, 2), { transposeA: true })).toEqual(
      Float64Array.of(9, 12, 15),
    );
    const product = outer(Float64Array.of(1, 2), Float64Array.of(3, -0, Number.NaN));
    expect(product).toEqual({ array: Float64Array.of(3, -0, Number.NaN, 6, -0, Number.NaN), shape: [2, 3] });
    expect(
      outer(Float64Array.of(5), Float64Array.of(2), { semiring: { add: "max", multiply: "add" } }).array,
    ).toEqual(Float64Array.of(7));
  });
});

describe("bad input", () => {
  const A = rows([1, 2, 3], [4, 5, 6]);

  it.each<readonly [string, () => unknown, string]>([
    [
      "shapes that do not fit",
      () => multiply(A, A),
      '"B.shape" must be of 3 rows, as many as there are columns in "A" of 2 × 3, got 2 × 3',
    ],
    [
      "a shape of another size",
      () => multiply({ ...A, shape: [2, 4] }, A),
      '"A.shape" must be of as many elements as "A.array" has, 6, got 2 × 4, which is 8',
    ],
    [
      "too many axes",
      () => multiply({ ...A, shape: [1, 2, 3] }, A),
      '"A.shape" must be of 2 axes, got 1 × 2 × 3',
    ],
    [
      "strides out of bounds",
      () => multiply({ ...A, strides: [3, 2] }, A),
      '"A.strides" must be such that shape 2 × 3 from offset 0 stays within 6 elements, got 3, 2, which reach from 0 to 7',
    ],
    ["strides below the array", () => multiply({ ...A, strides: [3, -1] }, A), "which reach from -2 to 3"],
    [
      "an offset out of bounds",
      () => multiply({ ...A, offset: 1 }, A),
      "from offset 1 stays within 6 elements",
    ],
    [
      "strides of other axes",
      () => multiply({ ...A, strides: [1] }, A),
      '"A.strides" must be as many as there are axes in shape 2 × 3, got 1',
    ],
    [
      "types that differ",
      () => multiply(A, { array: new Float32Array(3), shape: [3, 1] } as never),
      '"B.array" must be an array of f64, as "A" has, got f32',
    ],
    [
      "a plain function",
      () => multiply(A, A, { transposeB: true, semiring: { add: Math.min as never, multiply: "add" } }),
      '"semiring.add" must be an operator',
    ],
    [
      "a semiring of a misspelt operator",
      () => multiply(A, A, { transposeB: true, semiring: { add: "mn" as never, multiply: "add" } }),
      '"semiring.add" must be one of add, multiply, min',
    ],
    [
      "bytes beside doubles",
      () => multiply({ array: Uint8Array.of(1, 2), shape: [1, 2] }, A as never),
      '"B.array" must be an array of u32, as "A" has, got f64',
    ],
    [
      "words of 16 bits without a type",
      () => multiplyVector(A, new Uint16Array(3) as never),
      '"x" must be of elements of a type that it has by itself, as words of 16 bits have none, got a Uint16Array of length 3',
    ],
    [
      "half a semiring",
      () => multiply(A, A, { transposeB: true, semiring: { add: "min" } as never }),
      '"semiring.multiply" must be an operator, got undefined',
    ],
    [
      "a vector of another length",
      () => multiplyVector(A, Float64Array.of(1)),
      '"x" must be of 3 elements, as many as there are columns in "A" of 2 × 3, got 1',
    ],
    [
      "an output that is read",
      () => multiply(A, A, { transposeB: true, output: A.array.subarray(0, 4) }),
      '"output" must be bytes apart from "A"',
    ],
  ])("of %s is an InvalidArgumentError", (_, call, message) => {
    expect(call).toThrow(InvalidArgumentError);
    expect(call).toThrow(message);
  });

  it("of an output of another length is a LengthMismatchError", () => {
    expect(() => multiply(A, A, { transposeB: true, output: new Float64Array(3) })).toThrow(
      LengthMismatchError,
    );
  });

  it("that is too large for memory is an OutOfMemoryError before anything runs", () => {
    const wide = { array: Float64Array.of(1), shape: [1, 2 ** 30], strides: [0, 0] };
    const product = () => multiply(wide, wide, { transposeA: true });
    expect(product).toThrow(OutOfMemoryError);
    expect(product).toThrow(
      '"output" of 1073741824 × 1073741824 must fit in an array of at most 4294967295 elements',
    );
  });
});
