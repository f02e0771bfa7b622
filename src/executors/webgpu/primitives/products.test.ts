import { expect, test, vi } from "vitest";
import { differenceOf } from "../../../../test/algorithms/difference.ts";
import { cellsByDot } from "../../../../test/matrices/check-products.ts";
import { describeOnQuickAdapter } from "../../../../test/webgpu/adapters.ts";
import { partsOf } from "../../../../test/webgpu/check-primitives.ts";
import { matricesOn } from "../../../matrices.ts";
import { type ElementArray, type ElementType, newElementArray } from "../../../values/element-types.ts";
import { webGpuExecutor } from "../machine.ts";

vi.setConfig({ testTimeout: 300_000 });

function drawn(type: ElementType, count: number, step: number): ElementArray {
  const array = newElementArray(type, count);
  for (let i = 0; i < count; i++) {
    const whole = ((i * step) % 1009) - 500;
    array[i] = (
      typeof array[i] === "bigint" ? BigInt(whole) * 0x1_2345_6789n : whole * 2 ** ((i % 13) - 6)
    ) as never;
  }
  return array;
}

describeOnQuickAdapter((adapter) => {
  test.each(["f64", "f32", "i32", "u32", "i64", "u64"] as const)(
    "tiles of %s have the bits of dot products",
    async (type) => {
      const executor = webGpuExecutor(partsOf(await adapter.device()));
      const on = matricesOn({ executor });
      for (const [rows, depth, columns] of [
        [1, 1, 1],
        [2, 31, 3],
        [33, 65, 31],
        [17, 33, 65],
        [65, 70, 67],
        [130, 64, 1],
        [1, 97, 131],
      ]) {
        const A = { array: drawn(type, rows * depth, 37), shape: [rows, depth] };
        const B = { array: drawn(type, depth * columns, 53), shape: [depth, columns] };
        for (const expression of ["block-dyadic:32", "block-dyadic:4", "iterated-pairwise"]) {
          const before = executor.fusionCounts.elements;
          const { array } = await on.multiply(A, B as never, { expression });
          expect(executor.fusionCounts.elements - before).toBe(rows * depth * columns);
          const expected = cellsByDot({ type, A, B, expression, accumulate: type });
          expect(differenceOf(array, expected), `${rows}x${depth}x${columns} ${expression}`).toBeUndefined();
        }
      }
    },
  );
});
