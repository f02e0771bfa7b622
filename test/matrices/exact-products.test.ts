import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { algorithmsOn } from "../../src/algorithms/algorithms-on.ts";
import { javascriptExecutor, matricesOn, transpose, wasmExecutor } from "../../src/matrices.ts";
import { newElementArray } from "../../src/values/element-types.ts";
import { exactProducts, splitFloats } from "../../src/values/exact-products.ts";
import { anyMatrix, elementsOf } from "./arbitraries.ts";
import { SEED } from "./check-products.ts";

const options = { expression: "exact-products" } as const;

describe.each([
  ["plain loops", javascriptExecutor],
  ["wasm", wasmExecutor()],
] as const)("exact products on %s", (_, executor) => {
  const on = matricesOn(executor);
  const { dot } = algorithmsOn(executor);

  it("are those of rows and columns, whatever the shapes and the strides", () => {
    const draws = fc
      .tuple(fc.constantFrom("f64", "f32"), fc.nat(4), fc.nat(9), fc.nat(4))
      .chain(([type, rows, depth, columns]) =>
        fc.record({
          type: fc.constant(type),
          A: anyMatrix(type, rows, depth),
          B: anyMatrix(type, depth, columns),
        }),
      );
    fc.assert(
      fc.property(draws, ({ type, A, B }) => {
        const product = on.multiply(A, B as never, options);
        const turned = on.multiply(transpose(A), transpose(B) as never, {
          ...options,
          transposeA: true,
          transposeB: true,
        });
        expect(turned).toEqual(product);
        const [rows, depth] = A.shape;
        const [, columns] = B.shape;
        const left = elementsOf(A, type);
        const right = elementsOf(transposeOf(B), type);
        const cells = newElementArray(type, rows * columns);
        for (let i = 0; i < rows; i++) {
          for (let j = 0; j < columns; j++) {
            const row = left.subarray(i * depth, (i + 1) * depth);
            const column = right.subarray(j * depth, (j + 1) * depth);
            cells[i * columns + j] = dot(row, column as never, options) as never;
            expect(cells[i * columns + j]).toBe(definition(type, row, column));
          }
        }
        expect(product).toEqual({ array: cells, shape: [rows, columns] });
        if (depth * rows === 0) return;
        const x = elementsOf(transposeOf(A), type).subarray(0, rows);
        const byVector = on.multiplyVector(A, x as never, { ...options, transposeA: true });
        const byRow = on.multiply({ array: x, shape: [1, rows] } as never, A as never, options);
        expect(byVector).toEqual(byRow.array);
        const dots = on.dot(A, A as never, { ...options, axis: 0, keepAxes: true });
        const squares = Array.from({ length: depth }, (_, k) => {
          const column = transposeOf(A);
          const of = elementsOf(column, type).subarray(k * rows, (k + 1) * rows);
          return dot(of, of, options);
        });
        expect([dots.shape, [...dots.array]]).toEqual([[1, depth], squares]);
      }),
      { seed: SEED, numRuns: 150 },
    );
  });

  it("round once, into the type of the sums", () => {
    const x = Float32Array.of(2 ** 24, 1, 2 ** -70);
    const y = Float32Array.of(1, 1, 2 ** -70);
    expect(dot(x, y, options)).toBe(2 ** 24 + 2); // no tie: there is a little more
    expect(dot(x, y)).toBe(2 ** 24);
    expect(dot(x, y, { ...options, accumulate: "f64" })).toBe(2 ** 24 + 1);
    const A = { array: x, shape: [1, 3] };
    const product = on.multiply(A, { array: y, shape: [3, 1] }, { ...options, accumulate: "f64" });
    expect(product.array).toEqual(Float64Array.of(2 ** 24 + 1));
    const z = 1 + 2 ** -30;
    expect(dot(Float64Array.of(z, -1), Float64Array.of(z, z * z), options)).toBe(2 ** -60);
    const output = new Float64Array(1);
    const one = { array: Float64Array.of(1e200, 1, -1e200), shape: [1, 3] };
    expect(
      on.multiply(one, { ...one, array: one.array.map(Math.abs) }, { ...options, transposeB: true, output })
        .array,
    ).toBe(output);
    expect(output[0]).toBe(1);
  });

  it("are refused where there is nothing exact to be had", () => {
    const i = Int32Array.of(1, 2);
    expect(() => dot(i, i, options)).toThrow('"accumulate" must be f64 or f32 for "exact-products"');
    const A = { array: Float64Array.of(1), shape: [1, 1] };
    const semiring = { add: "min", multiply: "add" } as const;
    expect(() => on.multiply(A, A, { ...options, semiring })).toThrow('"semiring" must be left out');
    expect(() => on.reduce(A, { ...options, axis: 0 })).toThrow('"exact-products"');
  });
});

function transposeOf(matrix: Parameters<typeof elementsOf>[0]) {
  const { shape, strides = [shape[1], 1], ...rest } = matrix;
  return { ...rest, shape: [...shape].reverse(), strides: [...strides].reverse() };
}

function definition(type: "f64" | "f32", row: Iterable<unknown>, column: Iterable<unknown>): number {
  const products = exactProducts(type);
  const sides = [row, column].map((side) => splitFloats(Float64Array.from(side as Iterable<number>)));
  products.add({ floats: sides[0], start: 0 }, { floats: sides[1], start: 0 }, sides[0].values.length);
  return products.take();
}
