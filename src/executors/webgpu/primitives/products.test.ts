import { expect, test, vi } from "vitest";
import { differenceOf } from "../../../../test/algorithms/difference.ts";
import { isThorough } from "../../../../test/extent.ts";
import { cellsByDot } from "../../../../test/matrices/check-products.ts";
import { describeOnQuickAdapter } from "../../../../test/webgpu/adapters.ts";
import { partsOf } from "../../../../test/webgpu/check-primitives.ts";
import { bufferOf, wordsIn } from "../../../../test/webgpu/word-buffers.ts";
import { javascriptExecutor, matricesOn } from "../../../matrices.ts";
import { binary, left, right } from "../../../operators/term.ts";
import { type ElementArray, type ElementType, newElementArray } from "../../../values/element-types.ts";
import { UnsupportedError } from "../../../values/errors.ts";
import { columnsOf } from "../../../values/value-types.ts";
import { openWebGpu } from "../../../webgpu.ts";
import { webGpuExecutor } from "../machine.ts";
import { kernelText } from "./kernel-text.ts";
import { productKernel } from "./product-tile.wgsl.ts";
import { layoutOf } from "./program.ts";

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

/** Factors of which none is a zero. */
function cleanOf(count: number, step: number): Float32Array {
  return Float32Array.from(drawn("f32", count, step) as Float32Array, (factor) => factor || 3);
}

describeOnQuickAdapter((adapter) => {
  test.each(isThorough ? (["f64", "f32", "i32", "u32", "i64", "u64"] as const) : (["f32", "i64"] as const))(
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
        for (const expression of [
          "block-dyadic:32",
          "block-dyadic:4",
          "iterated-pairwise",
          "linear-carry:8",
          "linear-carry:21",
        ]) {
          const before = executor.fusionCounts.elements;
          const { array } = await on.multiply(A, B as never, { expression });
          expect(executor.fusionCounts.elements - before).toBe(rows * depth * columns);
          const expected = cellsByDot({ type, A, B, expression, accumulate: type });
          expect(differenceOf(array, expected), `${rows}x${depth}x${columns} ${expression}`).toBeUndefined();
        }
      }
    },
  );

  test("floats of the device get a certificate, and none where a product is an ulp off", async () => {
    const device = await adapter.device();
    const [add, multiply] = (["add", "multiply"] as const).map((operation) => ({
      columns: columnsOf("f32"),
      terms: [binary(operation, left("f32"), right("f32"))],
    }));
    for (const bracket of ["tree", "chain", "carry"] as const) {
      for (const threads of [
        [16, 16],
        [128, 1],
        [1, 128],
      ] as const) {
        const shape = { threads, cells: [1, 1], steps: 8 } as const;
        const holds = async (planted?: string) => {
          const kernel = productKernel({ type: "f32", sum: "f32", add, multiply, bracket, shape, planted });
          const code = kernelText({ ...kernel, body: kernel.certified?.body ?? kernel.body });
          const module = device.createShaderModule({ code });
          const layout = device.createPipelineLayout({ bindGroupLayouts: [layoutOf(device, kernel)] });
          const pipeline = await device.createComputePipelineAsync({ layout, compute: { module } });
          return kernel.certified?.holds(device, pipeline);
        };
        expect(await holds(), `${bracket} ${threads}`).toBe(true);
        const wrong =
          "fn product_native(left: Value, right: Value) -> Value { return Value(product_bits(left, right).w0 + 1u); }";
        expect(await holds(wrong), `${bracket} ${threads}`).toBe(false);
      }
    }
  });

  test("tiles with factors that are not clean are computed on bits, clean ones before them too", async () => {
    const on = matricesOn({ executor: webGpuExecutor(partsOf(await adapter.device())) });
    const [rows, depth, columns] = [18, 100, 17];
    const hostile = [0, -0, 2 ** -149, 2 ** -100, 2 ** 100, Number.POSITIVE_INFINITY, Number.NaN];
    for (const [k, value] of hostile.entries()) {
      const A = {
        array: cleanOf(rows * depth, 37),
        shape: [rows, depth],
      };
      const B = { array: cleanOf(depth * columns, 53), shape: [depth, columns] };
      A.array[depth * k + 13 * k] = value;
      const { array } = await on.multiply(A, B);
      const expected = cellsByDot({ type: "f32", A, B, expression: "block-dyadic:32", accumulate: "f32" });
      expect(differenceOf(array, expected), `${value}`).toBeUndefined();
    }
  });

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
    const [deepA, deepB] = [
      { array: "f32", shape: [2, 7] },
      { array: "f32", shape: [7, 2] },
    ];
    await expect(prepared(deepA, deepB, { expression: "block-dyadic:6" })).rejects.toThrow(UnsupportedError);
  });
});
