import { expect, test, vi } from "vitest";
import { differenceOf } from "../../../../test/algorithms/difference.ts";
import { cellsByDot } from "../../../../test/matrices/check-products.ts";
import { describeOnQuickAdapter } from "../../../../test/webgpu/adapters.ts";
import { partsOf } from "../../../../test/webgpu/check-primitives.ts";
import { bufferOf, wordsIn } from "../../../../test/webgpu/word-buffers.ts";
import { javascriptExecutor, matricesOn } from "../../../matrices.ts";
import { type ElementArray, type ElementType, newElementArray } from "../../../values/element-types.ts";
import { UnsupportedError } from "../../../values/errors.ts";
import { openWebGpu } from "../../../webgpu.ts";
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

  test("products of buffers are those of arrays, and one goes on with the other's cells", async () => {
    const device = await adapter.device();
    const gpu = await openWebGpu({ device });
    const on = matricesOn(javascriptExecutor);
    const A = { array: drawn("f32", 5 * 40, 37) as Float32Array, shape: [5, 40] as const };
    const B = { array: drawn("f32", 40 * 3 + 2, 53) as Float32Array, shape: [40, 3] as const };
    const turned = { strides: [1, 40] as const, offset: 2 };
    const first = await gpu.prepareAlgorithm("multiply", {
      A: { ...A, array: "f32" },
      B: { ...B, ...turned, array: "f32" },
    });
    const second = await gpu.prepareAlgorithm("multiply", {
      A: { array: "f32", shape: [5, 3] },
      B: { array: "f32", shape: [3, 1] },
      accumulate: "f64",
      expression: "left-fold",
    });
    const x = Float32Array.of(0.1, -3, 7);
    const buffers = [A.array, B.array, x].map((array) => bufferOf(device, new Uint32Array(array.buffer)));
    const [cells, values] = [bufferOf(device, [], 15), bufferOf(device, [], 10)];
    const encoder = device.createCommandEncoder();
    first.encode(encoder, { A: buffers[0], B: buffers[1], output: cells });
    second.encode(encoder, { A: cells, B: buffers[2], output: values });
    device.queue.submit([encoder.finish()]);
    await first.checked();
    await second.checked();
    const between = on.multiply(A, { ...B, ...turned });
    const last = on.multiplyVector(between, x, { accumulate: "f64", expression: "left-fold" });
    expect([...(await wordsIn(device, cells))]).toEqual([...new Uint32Array(between.array.buffer)]);
    expect([...(await wordsIn(device, values))]).toEqual([...new Uint32Array(last.buffer)]);
    const small = { A: cells, B: buffers[2], output: bufferOf(device, [], 8) };
    expect(() => second.encode(device.createCommandEncoder(), small)).toThrow("room for 5 elements");
    expect(() => first.encode(device.createCommandEncoder(), { ...small, A: cells, B: cells })).toThrow(
      '"A" must be room for 200 elements, got room for 15',
    );
    first.release();
    second.release();
  });

  test("products of buffers are refused before anything runs", async () => {
    const gpu = await openWebGpu({ device: await adapter.device() });
    const prepared = (A: object, B: object, others: object = {}) =>
      gpu.prepareAlgorithm("multiply", { A, B, ...others } as never);
    const A = { array: "f32", shape: [2, 3] };
    await expect(prepared(A, A)).rejects.toThrow('"B.shape" must be of 3 rows');
    await expect(prepared(A, { ...A, array: "i32" })).rejects.toThrow('"B.array" must be f32');
    await expect(prepared({ ...A, strides: [-3, 1] }, A)).rejects.toThrow("begins at element 0 or later");
    const B = { array: "f32", shape: [3, 2] };
    await expect(prepared(A, B, { expression: "interleaved:2" })).rejects.toThrow(UnsupportedError);
    await expect(prepared(A, B, { expression: "block-dyadic:6" })).rejects.toThrow(UnsupportedError);
  });
});
