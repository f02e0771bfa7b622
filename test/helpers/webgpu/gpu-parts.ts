import { GpuCore } from "../../../src/executors/webgpu/device/gpu-core.ts";
import { type GpuParts, gpuParts as partsOn } from "../../../src/executors/webgpu/gpu-parts.ts";
import type { PlanMaker } from "../../../src/executors/webgpu/plans.ts";

/** What all calls on a device of a test share. */
export function gpuParts(device: GPUDevice, make: PlanMaker, isOwned = false): GpuParts {
  return partsOn(new GpuCore(device, isOwned), make);
}
