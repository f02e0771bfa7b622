import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { webGpuExecutor } from "../../src/executors/webgpu/machine.ts";
import { javascriptExecutor, matricesOn } from "../../src/matrices.ts";
import { f32, operator, u32 } from "../../src/operators.ts";
import { type ElementType, newElementArray } from "../../src/values/element-types.ts";
import { differenceOf } from "../algorithms/difference.ts";
import { isThorough } from "../extent.ts";
import { describeOnQuickAdapter, type TestAdapter } from "../webgpu/adapters.ts";
import { partsOf } from "../webgpu/check-primitives.ts";
import { anyLines, checkLines } from "./check-lines.ts";
import { anyProduct, checkProduct, SEED } from "./check-products.ts";

vi.setConfig({ testTimeout: 300_000 });

const BY_TILES = [
  ...["block-dyadic:32", "block-dyadic:4", "block-dyadic:64", "iterated-pairwise", "left-fold"],
  ...["linear-carry:1", "linear-carry:3", "linear-carry:8"],
];

async function opened(adapter: TestAdapter) {
  const executor = webGpuExecutor(partsOf(await adapter.device()));
  return { executor, on: matricesOn({ executor }) };
}

function drawn<Type extends ElementType>(type: Type, shape: readonly [number, number], step: number) {
  const array = newElementArray(type, shape[0] * shape[1]);
  for (let i = 0; i < array.length; i++) array[i] = (((i * step) % 1009) * 2 ** (i % 3) - 700) as never;
  return { array, shape };
}

describeOnQuickAdapter((adapter) => {
  it("products of any bits and strides are dot products", async () => {
    const { on } = await opened(adapter);
    // A type takes seconds to compile in each of three shapes: of these floats of both widths and words say enough; the other types have their tiles' test.
    const served = anyProduct(20).filter(
      ({ type, accumulate, expression }) =>
        ["f32", "f64", "u32"].includes(type) && accumulate !== "u64" && BY_TILES.includes(expression),
    );
    await fc.assert(
      fc.asyncProperty(served, (draw) => checkProduct(on, draw)),
      { seed: SEED, numRuns: isThorough ? 60 : 15 },
    );
  });

  it("have the bits of a row alone, whatever rows and columns come with it", async () => {
    const { on } = await opened(adapter);
    const A = drawn("f32", [1000, 45], 37);
    const B = drawn("f32", [45, 9], 53);
    for (const expression of ["block-dyadic:32", "left-fold"]) {
      const alone = await on.multiply({ array: A.array.subarray(0, 45), shape: [1, 45] }, B, { expression });
      for (const rows of [1, 2, 7, 64, 1000]) {
        const batch = { array: A.array.subarray(0, rows * 45), shape: [rows, 45] };
        const { array } = await on.multiply(batch, B, { expression });
        expect(differenceOf(array.subarray(0, 9), alone.array), `${rows}`).toBeUndefined();
      }
    }
  });

  it("of semirings are those of plain loops", async () => {
    const { executor, on } = await opened(adapter);
    const plain = matricesOn(javascriptExecutor);
    const mix = operator(u32, (left, right) => left.multiply(0x9e3779b1).rotateLeft(13).add(right));
    const A = drawn("u32", [35, 70], 37);
    const B = drawn("u32", [70, 40], 53);
    for (const semiring of [
      { add: "min", multiply: "add" },
      { add: "or", multiply: "and" },
      { add: mix, multiply: mix },
    ] as const) {
      const before = executor.fusionCounts.elements;
      expect(await on.multiply(A, B, { semiring })).toEqual(plain.multiply(A, B, { semiring }));
      expect(executor.fusionCounts.elements - before).toBe(35 * 70 * 40);
    }
  });

  it("of elementary functions of f32 go by tiles too", async () => {
    const { executor, on } = await opened(adapter);
    const plain = matricesOn(javascriptExecutor);
    const root = operator(f32, (left, right) => left.multiply(right).cbrt());
    const [A, B] = [drawn("f32", [2, 9], 37), drawn("f32", [9, 3], 53)];
    const options = { semiring: { add: "add", multiply: root }, expression: "left-fold" } as const;
    expect(await on.multiply(A, B, options)).toEqual(plain.multiply(A, B, options));
    expect(executor.fusionCounts.elements).toBe(2 * 9 * 3);
  });

  it("of no rows, columns or steps are empty or the start", async () => {
    const { on } = await opened(adapter);
    const none = new Float32Array(0);
    expect(await on.multiply({ array: none, shape: [2, 0] }, { array: none, shape: [0, 1] })).toEqual({
      array: new Float32Array(2),
      shape: [2, 1],
    });
    expect(await on.multiply({ array: none, shape: [0, 3] }, drawn("f32", [3, 2], 7))).toEqual({
      array: none,
      shape: [0, 2],
    });
  });

  it("lines are what they are alone", async () => {
    const { on } = await opened(adapter);
    const served = anyLines(9).filter(
      ({ type, expression }) => type === "f32" && !["left-fold", "linear-carry:8"].includes(expression),
    );
    await fc.assert(
      fc.asyncProperty(served, (draw) => checkLines(on, draw)),
      { seed: SEED, numRuns: isThorough ? 12 : 4 },
    );
  });

  it("lines side by side are reduced where they lie, a thread for each", async () => {
    const { executor, on } = await opened(adapter);
    const plain = matricesOn(javascriptExecutor);
    const A = drawn("f32", [71, 131], 37);
    for (const expression of ["block-dyadic:32", "iterated-pairwise"]) {
      const before = executor.fusionCounts.elements;
      const options = { axis: 0, expression };
      expect(await on.reduce(A, options)).toEqual(plain.reduce(A, options));
      expect(executor.fusionCounts.elements - before).toBe(71 * 131);
    }
    expect(await on.summedAreaTable(A)).toEqual(plain.summedAreaTable(A));
  });

  it("of few cells and many steps go by segments, whose steps are shared out", async () => {
    const { executor, on } = await opened(adapter);
    const plain = matricesOn(javascriptExecutor);
    const [A, B] = [drawn("f32", [2, 5000], 37), drawn("f32", [5000, 1], 53)];
    expect(await on.multiply(A, B)).toEqual(plain.multiply(A, B));
    expect(executor.fusionCounts.elements).toBe(0);
    const expression = "linear-carry:256";
    expect(await on.multiply(A, B, { expression })).toEqual(plain.multiply(A, B, { expression }));
    expect(executor.fusionCounts.elements).toBe(2 * 5000);
  });

  it("by other brackets go by segments", async () => {
    const { executor, on } = await opened(adapter);
    const plain = matricesOn(javascriptExecutor);
    const [A, B] = [drawn("f64", [5, 71], 37), drawn("f64", [71, 3], 53)];
    for (const expression of ["interleaved:4", "block-dyadic:6"]) {
      expect(await on.multiply(A, B, { expression })).toEqual(plain.multiply(A, B, { expression }));
    }
    expect(executor.fusionCounts.elements).toBe(0);
    const options = { axis: 1, expression: "left-fold" } as const;
    expect(await on.reduce(A, options)).toEqual(plain.reduce(A, options));
  });
});
