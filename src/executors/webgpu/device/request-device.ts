import { UnsupportedError } from "../../../values/errors.ts";
import { oneLine } from "./gpu-core.ts";
import { checkLimits, limitsOf } from "./limits.ts";

/** Features that make kernels faster or times known. None is needed; `subgroup-size-control` is not in every implementation. */
const WISHES: readonly string[] = ["subgroups", "subgroup-size-control", "timestamp-query"];

/**
 * A device of the adapter with all that the adapter has of the limits that matter, and the wished features that it has.
 *
 * @throws UnsupportedError where limits are missing or the adapter gives no device
 */
export async function requestDevice(adapter: GPUAdapter): Promise<GPUDevice> {
  const requiredLimits = limitsOf(adapter.limits);
  checkLimits(requiredLimits, "adapter");
  const requiredFeatures = WISHES.filter((name) => adapter.features.has(name)) as GPUFeatureName[];
  try {
    return await adapter.requestDevice({ label: "samebits", requiredLimits, requiredFeatures });
  } catch (cause) {
    throw new UnsupportedError(
      "a WebGPU device",
      `the adapter gives none (${oneLine(cause instanceof Error ? cause.message : String(cause))})`,
      "an adapter gives one device: request a new adapter, or pass the device itself",
    );
  }
}
