import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { javascriptExecutor, matricesOn, wasmExecutor } from "../../src/matrices.ts";
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
      { seed: SEED, numRuns: 250 },
    );
  });

  it("of trees and chains are computed by tiles", () => {
    const counted = (draw: Pick<ProductDraw, "expression">): number => {
      const before = executor.primitiveCounts.products;
      const A = { array: Float64Array.of(1, 2, 3, 4, 5, 6), shape: [2, 3] };
      on.multiply(A, A, { ...draw, transposeB: true });
      return executor.primitiveCounts.products - before;
    };
    for (const expression of ["block-dyadic:32", "block-dyadic:5", "iterated-pairwise", "left-fold"])
      expect(counted({ expression }), expression).toBe(12);
    for (const expression of ["exact", "linear-carry:2", "bisection"])
      expect(counted({ expression }), expression).toBe(0);
  });

  it("have the bits of a row alone, whatever rows and columns come with it", () => {
    const depth = 301;
    const draw = (count: number, seed: number): Float64Array =>
      Float64Array.from(
        { length: count },
        (_, i) => Math.fround(((i * 7919 + seed) % 1009) / 13 - 38) * 2 ** (i % 40),
      );
    const A = { array: draw(1000 * depth, 1), shape: [1000, depth] };
    const B = { array: draw(depth * 9, 2), shape: [depth, 9] };
    for (const expression of ["block-dyadic:32", "left-fold"]) {
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
