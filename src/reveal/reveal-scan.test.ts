import { describe, expect, test } from "vitest";
import { inclusiveScan } from "../index.ts";
import { revealCell, revealDot } from "./reveal-dot.ts";
import { revealScan } from "./reveal-scan.ts";

describe("scans", () => {
  const n = 40;

  test.each(["left-fold", "iterated-pairwise", "interleaved:4", "block-dyadic:8", "linear-carry:8"])(
    "%s is itself at every prefix, for a few calls",
    async (expression) => {
      const revealed = await revealScan((input) => inclusiveScan(input, { expression }), { n });
      expect(revealed.name).toBe(expression);
      expect(revealed.prefixes.map(({ kind }) => kind)).toEqual(new Array(n).fill("tree"));
      expect(revealed.callCount).toBeLessThan((n * (n - 1)) / 4);
    },
  );

  test("one whose last prefix is another tree has no name", async () => {
    const odd = (input: Float64Array): Float64Array => {
      const prefixes = inclusiveScan(input, { expression: "left-fold" });
      prefixes[7] = inclusiveScan(input, { expression: "iterated-pairwise" })[7];
      return prefixes;
    };
    const revealed = await revealScan(odd, { n: 8 });
    expect(revealed.name).toBeUndefined();
    expect(revealed.prefixes[7]).toMatchObject({ name: "iterated-pairwise" });
    expect(revealed.prefixes[6]).toMatchObject({ name: "left-fold" });
  });

  test("what comes back is looked at", async () => {
    await expect(revealScan(() => [1, 2], { n: 3 })).rejects.toThrow(
      '"scan" must be a function that gives 3 numbers, got one that gives an array of 2',
    );
    await expect(revealScan(() => 7 as never, { n: 3 })).rejects.toThrow("got one that gives 7");
    await expect(revealScan((input) => Array.from(input, String) as never, { n: 3 })).rejects.toThrow(
      'got one that gives an array with "-0.09',
    );
  });
});

describe("dot products", () => {
  const dot = (left: ArrayLike<number>, right: ArrayLike<number>): number => {
    let sum = 0;
    for (let i = 0; i < left.length; i++) sum += left[i] * right[i];
    return sum;
  };
  const singleDot = (left: ArrayLike<number>, right: ArrayLike<number>): number => {
    let sum = 0;
    for (let i = 0; i < left.length; i++) sum = Math.fround(sum + Math.fround(left[i] * right[i]));
    return sum;
  };
  /** A product of f32 is exact in f64, and so is a sum of one rounding less than two apart: fused multiply–add for values near 1. */
  const fusedDot = (left: ArrayLike<number>, right: ArrayLike<number>): number => {
    let sum = 0;
    for (let i = 0; i < left.length; i++) sum = Math.fround(sum + left[i] * right[i]);
    return sum;
  };

  test("a loop is a left fold of rounded products", async () => {
    const revealed = await revealDot(dot, { n: 17 });
    expect(revealed).toMatchObject({ sum: { kind: "tree", name: "left-fold" }, products: "rounded" });
  });

  test("f32 by f32, rounded and fused", async () => {
    const rounded = await revealDot(singleDot, { n: 17, type: "f32" });
    expect(rounded).toMatchObject({
      sum: { kind: "tree", name: "left-fold", arithmetic: { precision: 24 } },
      products: "rounded",
    });
    const fused = await revealDot(fusedDot, { n: 17, type: "f32" });
    expect(fused).toMatchObject({ sum: { kind: "tree", arithmetic: { precision: 24 } }, products: "fused" });
  });

  const multiply =
    (rows: number, inner: number, columns: number) =>
    (left: Float64Array, right: Float64Array): number[] =>
      Array.from({ length: rows * columns }, (_, cell) => {
        const row = left.subarray(
          Math.floor(cell / columns) * inner,
          (Math.floor(cell / columns) + 1) * inner,
        );
        const column = Array.from({ length: inner }, (__, i) => right[i * columns + (cell % columns)]);
        return cell === rows * columns - 1 ? dot(row, column) : dot(row.slice().reverse(), column.reverse());
      });

  test("each cell of a product has its own tree", async () => {
    const last = await revealCell(multiply(3, 5, 2), { rows: 3, inner: 5, columns: 2, row: 2, column: 1 });
    expect(last).toMatchObject({ sum: { name: "left-fold" }, products: "rounded" });
    const first = await revealCell(multiply(3, 5, 2), { rows: 3, inner: 5, columns: 2 });
    expect(first).toMatchObject({ sum: { name: "right-fold" }, products: "rounded" });
    const vector = await revealCell(multiply(4, 6, 1), { rows: 4, inner: 6, row: 3 });
    expect(vector).toMatchObject({ sum: { name: "left-fold" } });
  });

  test("a cell that is not there, and a product of another shape", async () => {
    const options = { rows: 3, inner: 5, row: 3 };
    await expect(revealCell(multiply(3, 5, 1), options)).rejects.toThrow(
      '"row" must be an integer from 0 to 2, got 3',
    );
    await expect(revealCell(multiply(3, 5, 2), { rows: 3, inner: 5 })).rejects.toThrow("gives 3 numbers");
  });
});
