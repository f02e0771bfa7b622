import { BufferPool } from "../../../src/executors/webgpu/device/buffer-pool.ts";
import { GpuCore } from "../../../src/executors/webgpu/device/gpu-core.ts";
import type { GpuParts } from "../../../src/executors/webgpu/gpu-call.ts";
import { GpuPlans, type PlanMaker } from "../../../src/executors/webgpu/gpu-plans.ts";

/** What all calls on a device of a test share. */
export function gpuParts(device: GPUDevice, make: PlanMaker, isOwned = false): GpuParts {
  const core = new GpuCore(device, isOwned);
  return { core, pool: new BufferPool(core), plans: new GpuPlans(core, make) };
}
