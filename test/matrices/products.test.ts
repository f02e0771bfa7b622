import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { javascriptExecutor, matricesOn, wasmExecutor } from "../../src/matrices.ts";
import { type ElementArray, newElementArray } from "../../src/values/element-types.ts";
import { anyProduct, checkProduct, type ProductDraw, SEED } from "./check-products.ts";

const long = { timeout: 60_000 };

describe("products on plain loops", () => {
  it("are dot products", long, async () => {
    const on = matricesOn(javascriptExecutor);
    const property = fc.asyncProperty(anyProduct(12), (draw) => checkProduct(on, draw));
    await fc.assert(property, { seed: SEED, numRuns: 60 });
  });
});

describe("products on wasm", () => {
  const executor = wasmExecutor();
  const on = matricesOn(executor);

  it("are dot products", long, async () => {
    await fc.assert(
      fc.asyncProperty(anyProduct(40), (draw) => checkProduct(on, draw)),
      { seed: SEED, numRuns: 150 },
    );
  });

  it("of trees and chains are computed by tiles", () => {
    const counted = (draw: Pick<ProductDraw, "expression">): number => {
      const before = executor.primitiveCounts.products;
      const A = { array: Float64Array.of(1, 2, 3, 4, 5, 6), shape: [2, 3] };
      on.multiply(A, A, { ...draw, transposeB: true });
      return executor.primitiveCounts.products - before;
    };
    const trees = ["block-dyadic:32", "block-dyadic:5", "iterated-pairwise"];
    for (const expression of [...trees, "left-fold", "linear-carry:4", "linear-carry:1"])
      expect(counted({ expression }), expression).toBe(12);
    for (const expression of ["exact", "linear-carry:2", "bisection"])
      expect(counted({ expression }), expression).toBe(0);
  });

  it.each(["f64", "f32", "i64"] as const)(
    "of %s, of more elements than are packed one by one, are those of plain loops",
    (type) => {
      const plain = matricesOn(javascriptExecutor);
      const [rows, depth, columns] = [67, 75, 45]; // no multiples of tiles, quads or strips
      const draw = (count: number, step: number): ElementArray => {
        const array = newElementArray(type, count);
        for (let i = 0; i < count; i++)
          array[i] = (type === "i64" ? BigInt(i * step) : ((i * step) % 1009) / 13 - 38) as never;
        return array;
      };
      const A = { array: draw(rows * depth, 7919), shape: [rows, depth] };
      const B = { array: draw(depth * columns, 7907), shape: [depth, columns] };
      const turnedA = { array: draw(rows * depth, 7901), shape: [depth, rows] };
      const turnedB = { array: draw(depth * columns, 7883), shape: [columns, depth] };
      for (const expression of ["block-dyadic:32", "left-fold", "linear-carry:6"]) {
        for (const accumulate of type === "f32" ? ["f32", "f64"] : [type]) {
          const options = { expression, accumulate } as object;
          expect(on.multiply(A, B, options)).toEqual(plain.multiply(A, B, options));
          const both = { ...options, transposeA: true, transposeB: true };
          expect(on.multiply(turnedA, turnedB, both)).toEqual(plain.multiply(turnedA, turnedB, both));
        }
      }
    },
  );

  it("of a column, and of a row, are computed where the other side lies", () => {
    const array = Float64Array.from({ length: 60 }, (_, i) => i / 7);
    const counted = (run: () => unknown): number => {
      const before = executor.primitiveCounts.vectorProducts;
      run();
      return executor.primitiveCounts.vectorProducts - before;
    };
    const A = { array, shape: [12, 5] };
    expect(counted(() => on.multiplyVector(A, array.subarray(0, 5)))).toBe(60);
    expect(counted(() => on.multiplyVector(A, array.subarray(0, 12), { transposeA: true }))).toBe(60);
    expect(counted(() => on.multiplyVector(A, array.subarray(0, 5), { expression: "left-fold" }))).toBe(0);
    const x = array.subarray(0, 12);
    expect(counted(() => on.multiplyVector(A, x, { transposeA: true, expression: "left-fold" }))).toBe(60);
    expect(counted(() => on.multiply({ array: x, shape: [1, 12] }, A))).toBe(60);
    const long = { array: new Float64Array(9000), shape: [90, 100] };
    expect(counted(() => on.reduce(long, { axis: 0 }))).toBe(9000);
    expect(counted(() => on.reduce(long, { axis: 0, operator: "max", accumulate: "f64" }))).toBe(9000);
    expect(counted(() => on.reduce(long, { axis: 1 }))).toBe(0);
  });

  it.each(["f32", "f64", "i64"] as const)(
    "of %s are the same in chunks of cells and of steps",
    async (type) => {
      const draw = (count: number, step: number): ElementArray => {
        const array = newElementArray(type, count);
        for (let i = 0; i < count; i++)
          array[i] = (type === "i64" ? BigInt(i * step) : ((i * step) % 1009) / 13 - 38) as never;
        return array;
      };
      const plain = matricesOn(javascriptExecutor);
      const accumulate = type === "f32" ? "f64" : type;
      for (const [rows, columns] of [
        [3, 20_011],
        [9001, 21],
      ]) {
        const A = { array: draw(rows * columns, 7919), shape: [rows, columns] };
        for (const options of [
          {},
          { accumulate },
          { semiring: { add: "max", multiply: "add" } },
          { expression: "linear-carry:48" },
        ] as object[]) {
          const x = draw(columns, 31) as never;
          expect(on.multiplyVector(A, x, options)).toEqual(plain.multiplyVector(A, x, options));
          const y = draw(rows, 37) as never;
          const turned = { ...options, transposeA: true };
          expect(on.multiplyVector(A, y, turned)).toEqual(plain.multiplyVector(A, y, turned));
        }
        const cube = { ...A, shape: [1, ...A.shape], strides: [0, columns, 1] };
        for (const options of [
          { axis: 1 },
          { axis: 1, accumulate },
          { axis: [1], expression: "left-fold" },
          { axis: 1, expression: "linear-carry:37" },
        ] as never[]) {
          expect(on.reduce(cube, options)).toEqual(plain.reduce(cube, options));
        }
      }
    },
  );

  it("read library memory where it lies", () => {
    const rows = 23;
    for (const type of ["f64", "f32", "i64"] as const) {
      const { array, release } = executor.allocate(type, rows * 70);
      for (let i = 0; i < array.length; i++)
        array[i] = (type === "i64" ? BigInt(i * 7919) : ((i * 7919) % 1009) / 13) as never;
      const copy = array.slice();
      const x = copy.slice(0, 70);
      const shape = [rows, 70];
      expect(on.multiplyVector({ array, shape }, x as never)).toEqual(
        on.multiplyVector({ array: copy, shape }, x as never),
      );
      const turned = { transposeA: true };
      const y = copy.slice(0, rows);
      expect(on.multiplyVector({ array, shape }, y as never, turned)).toEqual(
        on.multiplyVector({ array: copy, shape }, y as never, turned),
      );
      release();
    }
  });

  it("of large matrices read rows of library memory some at once", () => {
    const plain = matricesOn(javascriptExecutor);
    const shapes = fc.record({
      columns: fc.integer({ min: 256, max: 900 }),
      more: fc.integer({ min: 0, max: 19 }),
      exponent: fc.integer({ min: 0, max: 40 }),
      special: fc.constantFrom(0, -0, Number.NaN, Number.POSITIVE_INFINITY, 5e-324, -1.7e308),
    });
    const property = fc.property(shapes, ({ columns, more, exponent, special }) => {
      const rows = Math.ceil(2 ** 19 / columns) + more;
      const all = Float64Array.from(
        { length: rows * columns },
        (_, i) => (((i * 7919) % 1009) / 13 - 38) * 2 ** (i % (exponent + 1)),
      );
      for (let i = 7; i < all.length; i += 70_001) all[i] = special;
      const tight = { array: all, shape: [rows, columns] };
      const before = { ...executor.primitiveCounts };
      const { array, release } = executor.allocate("f64", tight.array.length);
      array.set(tight.array);
      const placed = { array, shape: tight.shape };
      for (const options of [
        { axis: 0 },
        { axis: 1 },
        { axis: 1, operator: "max" },
        { axis: 1, expression: "iterated-pairwise" },
        { axis: 1, expression: "block-dyadic:256" },
      ] as const)
        expect(on.reduce(placed, options)).toEqual(plain.reduce(tight, options));
      expect(executor.primitiveCounts.vectorProducts - before.vectorProducts).toBe(5 * rows * columns);
      release();
    });
    fc.assert(property, { seed: SEED, numRuns: 6 });
  }, 60_000);

  it("have the bits of a row alone, whatever rows and columns come with it", () => {
    const depth = 301;
    const draw = (count: number, seed: number): Float64Array =>
      Float64Array.from(
        { length: count },
        (_, i) => Math.fround(((i * 7919 + seed) % 1009) / 13 - 38) * 2 ** (i % 40),
      );
    const A = { array: draw(1000 * depth, 1), shape: [1000, depth] };
    const B = { array: draw(depth * 9, 2), shape: [depth, 9] };
    for (const expression of ["block-dyadic:32", "left-fold", "linear-carry:32"]) {
      const alone = on.multiply({ array: A.array.subarray(0, depth), shape: [1, depth] }, B, { expression });
      for (const rows of [1, 2, 7, 64, 1000]) {
        const batch = { array: A.array.subarray(0, rows * depth), shape: [rows, depth] };
        const { array } = on.multiply(batch, B, { expression });
        expect(array.subarray(0, 9)).toEqual(alone.array);
        const last = { array: batch.array.subarray((rows - 1) * depth), shape: [1, depth] };
        expect(array.subarray((rows - 1) * 9)).toEqual(on.multiply(last, B, { expression }).array);
      }
    }
  });
});
