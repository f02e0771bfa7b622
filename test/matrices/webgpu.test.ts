import { expect, it, vi } from "vitest";
import { webGpuExecutor } from "../../src/executors/webgpu/machine.ts";
import { matricesOn } from "../../src/matrices.ts";
import { newElementArray } from "../../src/values/element-types.ts";
import { describeOnQuickAdapter } from "../webgpu/adapters.ts";
import { partsOf } from "../webgpu/check-primitives.ts";
import { cellsByDot } from "./check-products.ts";

vi.setConfig({ testTimeout: 300_000 });

// Each type takes seconds to compile; floats of both widths, by integer code, say enough.
describeOnQuickAdapter((adapter) => {
  it.each(["f64", "f32"] as const)("products of %s are dot products", async (type) => {
    const on = matricesOn({ executor: webGpuExecutor(partsOf(await adapter.device())) });
    const [rows, depth, columns] = [5, 71, 3];
    const draw = (count: number, step: number) => {
      const elements = newElementArray(type, count);
      return elements.map((_, i) => ((i * step) % 101) * 2 ** ((i % 9) - 4) - 17);
    };
    const A = { array: draw(rows * depth, 37), shape: [rows, depth] };
    const B = { array: draw(depth * columns, 53), shape: [depth, columns] };
    const expression = "block-dyadic:32";
    const { array } = await on.multiply(A, B as never, { expression });
    expect(array).toEqual(cellsByDot({ type, A, B, expression, accumulate: type }));
  });
});
