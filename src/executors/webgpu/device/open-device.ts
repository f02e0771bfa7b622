import { describe } from "../../../values/describe.ts";
import { InvalidArgumentError, UnsupportedError } from "../../../values/errors.ts";
import { GpuCore } from "./gpu-core.ts";
import { checkLimits, limitsOf } from "./limits.ts";
import { requestDevice } from "./request-device.ts";

/** Where the device comes from; at most one of both. */
interface DeviceChoice {
  readonly adapter?: GPUAdapter | undefined; // a device of its own is requested
  readonly device?: GPUDevice | undefined; // stays the caller's: never destroyed here
}

/**
 * Opens a device: the caller's, one of the caller's adapter, or one of the adapter that `gpuOf` prefers.
 *
 * @throws InvalidArgumentError for things that are neither
 * @throws UnsupportedError where there is no adapter, no device or less than the needed limits
 */
export async function openDevice(
  { adapter, device }: DeviceChoice,
  gpuOf: () => Promise<GPU>,
): Promise<GpuCore> {
  if (adapter !== undefined && device !== undefined) {
    throw new InvalidArgumentError("adapter", 'left out where "device" is given', "both");
  }
  if (device !== undefined) {
    checkIs("device", "a GPUDevice", device, ["createBuffer", "queue", "lost", "limits"]);
    checkLimits(limitsOf(device.limits), "device");
    return new GpuCore(device, false);
  }
  if (adapter !== undefined)
    checkIs("adapter", "a GPUAdapter", adapter, ["requestDevice", "limits", "features"]);
  return new GpuCore(await requestDevice(adapter ?? (await preferredAdapter(await gpuOf()))), true);
}

async function preferredAdapter(gpu: GPU): Promise<GPUAdapter> {
  const adapter = await gpu.requestAdapter({ powerPreference: "high-performance" });
  if (adapter !== null) return adapter;
  throw new UnsupportedError(
    "WebGPU",
    "no adapter was found: no graphics driver that WebGPU can use",
    'install a driver (on Linux one for Vulkan, with its loader: libvulkan1, and without a GPU Mesa\'s lavapipe, version 25 or later: mesa-vulkan-drivers), or import from "samebits" or "samebits/workers"',
  );
}

/** Objects of WebGPU have no class that every host knows by name. */
function checkIs(argument: string, expected: string, value: unknown, members: readonly string[]): void {
  if (typeof value === "object" && value !== null && members.every((name) => name in value)) return;
  throw new InvalidArgumentError(argument, expected, describe(value));
}
