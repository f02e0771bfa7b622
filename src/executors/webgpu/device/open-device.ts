// From an adapter, or a caller's own device, to a device that has all the limits that kernels need, or an error that says which is missing.

import { describe } from "../../../values/describe.ts";
import { InvalidArgumentError, UnsupportedError } from "../../../values/errors.ts";
import { importOutsideBundle } from "../../../values/optional-packages.ts";
import { checkLimits, limitsOf } from "./device-facts.ts";
import { GpuCore, oneLine } from "./gpu-core.ts";

// Node has no navigator.gpu: there WebGPU is the npm package `webgpu`, imported when it is first needed.

/** What the npm package `webgpu` (Dawn) exports, as far as it is used here. */
interface NodeWebGpu {
  readonly create: (flags: readonly string[]) => GPU;
}

/**
 * Every `GPU` of this process, by its flag. None may ever be collected: Dawn's threads then end the whole process. They keep no process
 * alive once their devices are destroyed.
 */
const held = new Map<string | undefined, Promise<GPU>>();

/** WebGPU for programs that have no `navigator.gpu`. @throws UnsupportedError naming the package and the command that installs it */
export function nodeGpu(flag?: string): Promise<GPU> {
  const gpu = held.get(flag) ?? createGpu(flag);
  held.set(flag, gpu);
  // What could not be loaded may be there the next time.
  gpu.catch(() => held.delete(flag));
  return gpu;
}

/** The adapter whose name has these words in it: Dawn also knows adapters that the system does not prefer. @throws UnsupportedError naming those there are */
export async function nodeAdapter(name: string): Promise<GPUAdapter> {
  const { adapter, names } = await requestOrList(await nodeGpu(`adapter=${name}`));
  if (adapter !== undefined) return adapter;
  const there = names.length === 0 ? "this machine has none" : `there are ${names.join(" and ")}`;
  throw new UnsupportedError(
    "WebGPU",
    `no adapter's name has ${JSON.stringify(name)} in it: ${there}`,
    "name one of those, or install its driver (for Vulkan, VK_DRIVER_FILES may name several)",
  );
}

/** The names of all adapters that Dawn finds, in its order. @throws UnsupportedError where the package is missing */
export async function nodeAdapterNames(): Promise<readonly string[]> {
  const { names } = await requestOrList(await nodeGpu(`adapter=${NO_NAME}`));
  return names;
}

/** Words that no adapter has in its name. */
const NO_NAME = "samebits asks for a list";

/** Dawn tells which adapters there are in the error of a request for one that there is not, and nowhere else. */
async function requestOrList(gpu: GPU): Promise<Requested> {
  try {
    return { adapter: (await gpu.requestAdapter()) ?? undefined, names: [] };
  } catch (error) {
    const names = [...String(error).matchAll(/^ \* .*name: '(.*)'$/gm)].map((match) => match[1]);
    return { adapter: undefined, names };
  }
}

interface Requested {
  readonly adapter: GPUAdapter | undefined;
  readonly names: readonly string[]; // where there is none
}

async function createGpu(flag: string | undefined): Promise<GPU> {
  const { create } = (await importOutsideBundle("webgpu", "WebGPU in Node")) as NodeWebGpu;
  return create(flag === undefined ? [] : [flag]);
}

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
