import { expect, test } from "vitest";
import { generateData } from "../../src/conformance/data/generate-data.ts";
import { BUFFER_USAGE, MAP_READ } from "../../src/executors/webgpu/memory/buffers.ts";
import { reduce } from "../../src/javascript.ts";
import { InvalidArgumentError, openWebGpu, UnsupportedError } from "../../src/webgpu.ts";
import { describeOnQuickAdapter } from "./adapters.ts";

const NATIVE = "implementation-defined:webgpu-native:block-dyadic:32";
const ARRIVAL = "implementation-defined:webgpu-arrival";

/** Of one sign, so that rounding alone tells sums apart. */
const input = generateData({ data: "narrow", type: "f32", length: 5000, seed: 9n }).map(Math.abs);
const exact = input.reduce((sum, element) => sum + element, 0);

describeOnQuickAdapter((adapter) => {
  test("arrays are reduced at the level that is asked for, and achieved says which", async () => {
    const gpu = await openWebGpu({ device: await adapter.device() });
    for (const [determinism, expression] of [
      ["runToRun", NATIVE],
      ["notGuaranteed", ARRIVAL],
    ] as const) {
      const found = await gpu.reduce(input, { determinism });
      expect(Math.abs(found - exact)).toBeLessThan(exact * 1e-5);
      expect(gpu.achieved("reduce", { type: "f32", determinism })).toEqual({
        determinism,
        executor: "webgpu",
        expression,
      });
    }
    const sum = await gpu.reduce(input, { determinism: "runToRun" });
    expect(await gpu.reduce(input, { determinism: "runToRun" })).toBe(sum);
    const prefixes = await gpu.inclusiveScan(input, { determinism: "runToRun" });
    expect(prefixes.at(-1)).toBe(sum);
    for (const type of ["u32", "f64"] as const) {
      expect(gpu.achieved("inclusive-scan", { type, determinism: "notGuaranteed" })).toMatchObject({
        determinism: "everywhere",
        expression: "block-dyadic:32",
      });
    }
    await gpu.close();
  }, 120_000);

  test("buffers are, and what was prepared says how floats are computed", async () => {
    const gpu = await openWebGpu({ device: await adapter.device() });
    const observations = ["reduce"] as const;
    const prepare = (given: object) =>
      gpu.prepare({ type: "f32", maxLength: input.length, observations, ...given });
    const plans = await Promise.all([
      prepare({ determinism: "notGuaranteed" }),
      prepare({ determinism: "notGuaranteed", arithmetic: "integer" }),
    ]);
    expect(plans.map(({ achieved }) => achieved)).toEqual([
      { determinism: "notGuaranteed", executor: "webgpu", arithmetic: "native", expression: ARRIVAL },
      {
        ...{ determinism: "everywhere", executor: "webgpu", arithmetic: "integer" },
        expression: "block-dyadic:32",
      },
    ]);
    const sums = await reduceOnDevice(gpu.device, plans);
    expect(Math.abs(sums[0] - exact)).toBeLessThan(exact * 1e-5);
    expect(sums[1]).toBe(reduce(input));
    for (const plan of plans) plan.release();
    await gpu.close();
  }, 120_000);

  test("what gives other bits than a level promises is refused", async () => {
    const gpu = await openWebGpu({ device: await adapter.device() });
    const observations = ["inclusive-scan"] as const;
    const algorithm = "look-back:decoupled-fallback";
    const wanted = { type: "f32", determinism: "runToRun", observations, algorithm } as const;
    await expect(gpu.prepare(wanted)).rejects.toThrow(UnsupportedError);
    await expect(gpu.prepare(wanted)).rejects.toThrow(/dyadic-look-back, or determinism "notGuaranteed"$/);
    const native = { type: "f32", arithmetic: "native" } as const;
    await expect(gpu.prepare(native as never)).rejects.toThrow(InvalidArgumentError);
    const named = { type: "f32", determinism: "notGuaranteed", expression: "block-dyadic:32" } as const;
    await expect(gpu.prepare(named)).rejects.toThrow(/"expression" must be left out/);
    const blocks = { type: "f32", determinism: "runToRun", expression: "block-dyadic:9999" } as const;
    await expect(gpu.prepare(blocks)).rejects.toThrow(/at level "runToRun" on executor "webgpu".*a tile/);
    await gpu.close();
  });
});

/** What each of some plans makes of the input. */
async function reduceOnDevice(
  device: GPUDevice,
  plans: readonly Awaited<ReturnType<Awaited<ReturnType<typeof openWebGpu>>["prepare"]>>[],
): Promise<readonly number[]> {
  const { storage, copySource, copyDestination, mapRead } = BUFFER_USAGE;
  const from = device.createBuffer({ size: input.byteLength, usage: storage | copyDestination });
  const to = plans.map(() => device.createBuffer({ size: 4, usage: storage | copySource }));
  const staging = device.createBuffer({ size: 4 * plans.length, usage: copyDestination | mapRead });
  device.queue.writeBuffer(from, 0, input);
  const encoder = device.createCommandEncoder();
  for (const [i, plan] of plans.entries()) {
    plan.encodeReduce(encoder, { input: from, output: to[i], length: input.length } as never);
    encoder.copyBufferToBuffer(to[i], 0, staging, 4 * i, 4);
  }
  device.queue.submit([encoder.finish()]);
  await staging.mapAsync(MAP_READ);
  const sums = [...new Float32Array(staging.getMappedRange())];
  for (const buffer of [from, ...to, staging]) buffer.destroy();
  return sums;
}
