import { describe, expect, test } from "vitest";
import { describeOnQuickAdapter } from "../test/webgpu/adapters.ts";
import { BUFFER_USAGE, MAP_READ } from "./executors/webgpu/memory/buffers.ts";
import { inclusiveScan } from "./javascript.ts";
import { ExecutorClosedError, InvalidArgumentError, openWebGpu, UnsupportedError } from "./webgpu.ts";

const input = Uint32Array.from({ length: 1000 }, (_, i) => Math.imul(i, 0x9e3779b1));
const expected = inclusiveScan(input);

const MANY = 200_000; // elements: more than the tiles of a certificate's runs

describeOnQuickAdapter((adapter) => {
  // Kernels of whole tiles take lavapipe a minute to compile beside other work.
  test("scans arrays, and buffers in the caller's encoder", async () => {
    const gpu = await openWebGpu({ adapter: await adapter.request() });
    expect(await gpu.inclusiveScan(input)).toEqual(expected);
    const observations = ["inclusive-scan"] as const;
    const plan = await gpu.prepare({ type: "u32", observations, maxLength: 1000, counts: true });
    expect(
      await scanBuffers(gpu.device, (encoder, from, to) => {
        plan.encodeInclusiveScan(encoder, { input: from, output: to, length: 1000 });
      }),
    ).toEqual(expected);
    await plan.checked();
    expect(await plan.counters()).toMatchObject({ publications: 1, polls: 0, recomputed: 0 });
    plan.release();
    await expect(plan.counters()).rejects.toThrow(/a released one/);
    await gpu.close();
    await expect(gpu.inclusiveScan(input)).rejects.toThrow(ExecutorClosedError);
    await expect(gpu.prepare({ type: "u32" })).rejects.toThrow(ExecutorClosedError);
  }, 240_000);

  test("counts calls alone: not the runs that a certificate takes, whoever keeps it", async () => {
    const gpu = await openWebGpu({ device: await adapter.device() });
    const usage = BUFFER_USAGE.storage;
    const [from, to] = [1, 2].map(() => gpu.device.createBuffer({ size: 4 * MANY, usage }));
    for (const _ of ["first", "again"]) {
      const plan = await gpu.prepare({ type: "f32", observations: ["inclusive-scan"], counts: true });
      expect(await plan.counters()).toMatchObject({ elementReads: 0, elementWrites: 0, publications: 0 });
      const encoder = gpu.device.createCommandEncoder();
      plan.encodeInclusiveScan(encoder, { input: from, output: to, length: MANY });
      gpu.device.queue.submit([encoder.finish()]);
      const { elementReads, elementWrites } = await plan.counters();
      expect(elementWrites).toBe(MANY);
      expect(elementReads).toBeGreaterThanOrEqual(MANY);
      plan.release();
    }
    for (const buffer of [from, to]) buffer.destroy();
    await gpu.close();
  }, 240_000);

  test("refuses before anything runs what no kernel computes", async () => {
    const gpu = await openWebGpu({ device: await adapter.device() });
    const refused: readonly (readonly [object, RegExp])[] = [
      [
        { expression: "block-dyadic:9999" },
        /blocks of 9999, which is no power of two, are done within a tile, which has at most \d+ of these.*use a power of two/,
      ],
      [{ expression: "bisection" }, /a tree of its own.*iteratedPairwise/],
      [
        { operator: (left: number, right: number) => left - right },
        /plain function cannot be sent to a GPU.*javascript/,
      ],
    ];
    for (const [options, message] of refused) {
      const call = gpu.inclusiveScan(new Float32Array(5), options);
      await expect(call).rejects.toThrow(UnsupportedError);
      await expect(call).rejects.toThrow(message);
    }
    await expect(gpu.prepare({ type: "f32", expression: "block-dyadic:9999" })).rejects.toThrow(/a tile/);
    await expect(gpu.prepare({ operator: Math.max as never, type: "f32" })).rejects.toThrow(/plain function/);
    await gpu.close();
  });

  test("prepare checks what it is told", async () => {
    const gpu = await openWebGpu({ device: await adapter.device() });
    const wrong: readonly (readonly [object, RegExp])[] = [
      [{ type: "u32", maxLength: 0 }, /"maxLength" must be a whole number of elements, 1 or more, got 0/],
      [
        { type: "u32", observations: ["scan"] },
        /"observations" must be each reduce, inclusive-scan, exclusive-scan, got/,
      ],
      [{ type: "u9" }, /"type" must be/],
      [{ typ: "u32" }, /"options" must be of names .*type/],
      [{}, /"type" must be given/],
      [{ type: "u32", counts: 1 }, /"counts" must be true or false, got 1/],
      [{ type: "u32", algorithm: "chained-scans" }, /"algorithm" must be one of .*nearest: chained-scan/],
      [{ type: "u64", operator: "tree-hash", observations: ["exclusive-scan"] }, /"initial" must be given/],
    ];
    for (const [options, message] of wrong) {
      const call = gpu.prepare(options as never);
      await expect(call).rejects.toThrow(InvalidArgumentError);
      await expect(call).rejects.toThrow(message);
    }
    await gpu[Symbol.asyncDispose]();
  });
});

describe("openWebGpu refuses", () => {
  test.each([
    [5, /"options" must be an object, got 5/],
    [{ devices: 1 }, /"options" must be of names that are each one of device, .*nearest: device/],
    [{ adapter: 1 }, /"adapter" must be a GPUAdapter, got 1/],
    [{ arithmetic: "native" }, /"arithmetic" must be "fastest" or "integer", got "native"/],
  ])("%o", async (options, message) => {
    await expect(openWebGpu(options as never)).rejects.toThrow(message);
  });

  test("to open when it was told not to", async () => {
    await expect(openWebGpu({ signal: AbortSignal.abort("no") })).rejects.toBe("no");
  });
});

/** What a recorded scan gives. */
async function scanBuffers(
  device: GPUDevice,
  recordOn: (encoder: GPUCommandEncoder, from: GPUBuffer, to: GPUBuffer) => void,
): Promise<Uint32Array> {
  const { storage, copySource, copyDestination, mapRead } = BUFFER_USAGE;
  const create = (usage: number): GPUBuffer => device.createBuffer({ size: input.byteLength, usage });
  const from = create(storage | copyDestination);
  const to = create(storage | copySource);
  const staging = create(mapRead | copyDestination);
  device.queue.writeBuffer(from, 0, input);
  const encoder = device.createCommandEncoder();
  recordOn(encoder, from, to);
  encoder.copyBufferToBuffer(to, 0, staging, 0, input.byteLength);
  device.queue.submit([encoder.finish()]);
  await staging.mapAsync(MAP_READ);
  return new Uint32Array(staging.getMappedRange().slice(0));
}
