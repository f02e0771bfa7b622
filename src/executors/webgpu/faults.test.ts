import { afterEach, describe, expect, test } from "vitest";
import { gpuParts } from "../../../test/helpers/webgpu/gpu-parts.ts";
import { serialPlans, serialWords } from "../../../test/helpers/webgpu/serial-plan.ts";
import { describeOnAdapters } from "../../../test/webgpu/adapters.ts";
import { contractOf } from "../../conformance/contract-of.ts";
import { columnContract } from "../../contracts/column-contract.ts";
import { blockDyadic } from "../../expressions/expression.ts";
import { add } from "../../operators/built-in.ts";
import {
  DeviceLostError,
  ExecutorClosedError,
  InternalError,
  OutOfMemoryError,
  UnsupportedError,
} from "../../values/errors.ts";
import { awaitedElementPlan } from "../executor.ts";
import { GpuCore } from "./device/gpu-core.ts";
import type { GpuPlan } from "./gpu-plan.ts";
import { webGpuExecutor } from "./machine.ts";
import type { PlanMaker } from "./plans.ts";

const sum = contractOf({ operator: add, type: "u32", expression: blockDyadic(32) });
const contract = columnContract(sum);
const input = Uint32Array.from({ length: 50 }, (_, i) => i);
const expected = serialWords(contract, "reduce", [input])[0][0];

const unhandled: unknown[] = [];
process.on("unhandledRejection", (reason) => unhandled.push(reason));

afterEach(async () => {
  // Rejections are told at the end of a turn, and those that a lost device causes some turns later.
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(unhandled).toEqual([]);
});

/** A device whose scopes tell of an error that did not happen: no device runs out of memory on demand. */
function withError(
  device: GPUDevice,
  scope: "validation" | "out-of-memory" | "internal",
  isDue: () => boolean,
): GPUDevice {
  const filters: string[] = [];
  return new Proxy(device, {
    get(target, name) {
      if (name === "pushErrorScope") {
        return (filter: GPUErrorFilter) => {
          filters.push(filter);
          target.pushErrorScope(filter);
        };
      }
      if (name === "popErrorScope") {
        return async () => {
          const isMeant = filters.pop() === scope && isDue();
          return (await target.popErrorScope()) ?? (isMeant ? { message: "as told" } : null);
        };
      }
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

/** Plans that wait until they are let go. */
function heldPlans(): { readonly make: PlanMaker; readonly letGo: () => void } {
  let letGo = (): void => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const make: PlanMaker = async (...given) => {
    await held;
    return serialPlans(8)(...given);
  };
  return { make, letGo };
}

describeOnAdapters((adapter) => {
  describe("a device that is lost", () => {
    test("rejects calls that run, and all later ones, with one typed error", async () => {
      const device = await adapter.open();
      const parts = gpuParts(device, serialPlans(8));
      const plan = awaitedElementPlan(webGpuExecutor(parts).plan(contract));
      expect(await plan.reduce(input)).toBe(expected);
      const calls = [
        plan.reduce(input),
        plan.inclusiveScan(input),
        plan.inclusiveScan(new Uint32Array(1000)),
      ];
      device.destroy();
      for (const call of calls) await expect(call).rejects.toThrow(DeviceLostError);
      await expect(plan.reduce(input)).rejects.toThrow(/the device must live .* lost \(destroyed\)/);
      await expect(
        awaitedElementPlan(webGpuExecutor(parts).plan(contract)).inclusiveScan(input),
      ).rejects.toThrow(DeviceLostError);
      expect(parts.core.isOpen).toBe(false);
    });

    test("rejects calls that wait for a plan to be made, even if it never is", async () => {
      const device = await adapter.open();
      const executor = webGpuExecutor(gpuParts(device, () => new Promise(() => {})));
      const plan = awaitedElementPlan(executor.plan(contract));
      const calls = [plan.reduce(input), plan.inclusiveScan(input)];
      device.destroy();
      for (const call of calls) await expect(call).rejects.toThrow(DeviceLostError);
    });
  });

  describe("close", () => {
    test("rejects calls that run and later ones, and destroys the device that is owned", async () => {
      const device = await adapter.open();
      const { make, letGo } = heldPlans();
      const parts = gpuParts(device, make, true);
      const plan = awaitedElementPlan(webGpuExecutor(parts).plan(contract));
      const calls = [plan.reduce(input), plan.inclusiveScan(input)];
      parts.core.close();
      parts.plans.close();
      parts.pool.close();
      letGo();
      for (const call of calls) await expect(call).rejects.toThrow(ExecutorClosedError);
      await expect(plan.reduce(input)).rejects.toThrow(/executor "webgpu" must be open, it was closed/);
      expect((await device.lost).reason).toBe("destroyed");
    });

    test("leaves the caller's device alive, and gives back what it held of it", async () => {
      const made: GpuPlan[] = [];
      const device = await adapter.device();
      const first = gpuParts(device, serialPlans(8, made));
      expect(await awaitedElementPlan(webGpuExecutor(first).plan(contract)).reduce(input)).toBe(expected);
      for (const part of [first.core, first.plans, first.pool]) part.close();
      await expect
        .poll(() => made.map((plan) => (plan as GpuPlan & { isReleased: boolean }).isReleased))
        .toEqual([true]);
      const second = awaitedElementPlan(webGpuExecutor(gpuParts(device, serialPlans(8))).plan(contract));
      expect(await second.reduce(input)).toBe(expected);
    });
  });

  describe("what the device objects to becomes", () => {
    test("OutOfMemoryError where a buffer cannot be had, after unused ones were given back; later calls run", async () => {
      let left = 0;
      const device = withError(await adapter.device(), "out-of-memory", () => left-- > 0);
      const parts = gpuParts(device, serialPlans(2 ** 20));
      const plan = awaitedElementPlan(webGpuExecutor(parts).plan(contract));
      expect(await plan.inclusiveScan(new Uint32Array(9))).toEqual(new Uint32Array(9));
      const long = new Uint32Array(2 ** 12);
      left = 1;
      expect(await plan.inclusiveScan(long)).toEqual(long);
      left = 2;
      const call = plan.inclusiveScan(new Uint32Array(2 ** 14));
      await expect(call).rejects.toThrow(OutOfMemoryError);
      await expect(call).rejects.toMatchObject({
        requestedBytes: 2 ** 16,
        message: expect.stringContaining("device memory"),
      });
      left = 0;
      expect(await plan.reduce(input)).toBe(expected);
      left = 1;
      const other = columnContract({ ...sum, direction: "backward" });
      const unplanned = awaitedElementPlan(webGpuExecutor(parts).plan(other)).reduce(input);
      await expect(unplanned).rejects.toThrow(/scratch memory could not be had \(as told\)/);
    });

    test.each([
      ["validation", InternalError, /samebits has a bug, .*as told/],
      ["internal", UnsupportedError, /its driver failed \(as told\); try another adapter/],
    ] as const)("an error of our own or of the driver: %s", async (scope, expectedError, message) => {
      let isDue = false;
      const device = withError(await adapter.device(), scope, () => isDue);
      const plan = awaitedElementPlan(webGpuExecutor(gpuParts(device, serialPlans(8))).plan(contract));
      expect(await plan.reduce(input)).toBe(expected);
      isDue = true;
      const call = plan.reduce(input);
      await expect(call).rejects.toThrow(expectedError);
      await expect(call).rejects.toThrow(message);
      isDue = false;
      expect(await plan.reduce(input)).toBe(expected);
    });

    test("a kernel that does not compile, and a bad command, are typed errors, and nothing is remembered of them", async () => {
      const device = await adapter.device();
      let make: PlanMaker = async (given) => {
        const module = given.createShaderModule({ code: "@compute @workgroup_size(1) fn main() { 1 }" });
        await given.createComputePipelineAsync({ layout: "auto", compute: { module } });
        throw new Error("compiled");
      };
      const plan = awaitedElementPlan(
        webGpuExecutor(gpuParts(device, (...given) => make(...given))).plan(contract),
      );
      await expect(plan.reduce(input)).rejects.toThrow(/samebits has a bug.*WGSL/);
      make = async (...given) => {
        const made = await serialPlans(100)(...given);
        made.encode = (encoder, { input: [{ buffer }] }) => encoder.clearBuffer(buffer, 3);
        return made;
      };
      await expect(plan.reduce(input)).rejects.toThrow(InternalError);
    });
  });

  test("the answer or the error of what was awaited passes, whatever the device does later", async () => {
    const device = await adapter.open();
    const core = new GpuCore(device, true);
    expect(await core.settled(Promise.resolve(5))).toBe(5);
    await expect(core.settled(Promise.reject(new RangeError("mine")))).rejects.toThrow(RangeError);
    await expect(core.settled(new Promise(() => {}), AbortSignal.abort("stop"))).rejects.toBe("stop");
    core.close();
    await expect(core.settled(Promise.resolve(5))).rejects.toThrow(ExecutorClosedError);
  });
});
