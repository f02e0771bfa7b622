// What is read of a device before it is used: the limits that kernels need, and the facts that callers see.

import { UnsupportedError } from "../../../values/errors.ts";

/**
 * What kernels need of a device, and what WebGPU promises of every device that is not of its compatibility level. Sizes in bytes, counts
 * by shader stage or workgroup.
 */
export const NEEDED_LIMITS = {
  maxStorageBuffersPerShaderStage: 8,
  maxStorageBufferBindingSize: 2 ** 27,
  maxBufferSize: 2 ** 28,
  maxComputeWorkgroupStorageSize: 2 ** 14,
  maxComputeInvocationsPerWorkgroup: 256,
  maxComputeWorkgroupSizeX: 256,
  maxComputeWorkgroupsPerDimension: 2 ** 16 - 1,
} as const satisfies Partial<Record<keyof GPUSupportedLimits, number>>;

type LimitName = keyof typeof NEEDED_LIMITS;

const LIMIT_NAMES = Object.keys(NEEDED_LIMITS) as readonly LimitName[];

/** Limits of a device or adapter, as far as they matter here. */
type Limits = Readonly<Record<LimitName, number>>;

/** The limits that matter, as a plain object. */
export function limitsOf(limits: GPUSupportedLimits): Limits {
  return Object.fromEntries(LIMIT_NAMES.map((name) => [name, limits[name]])) as Limits;
}

/** Refuses a device with less than kernels need. @throws UnsupportedError naming the limit */
export function checkLimits(limits: Limits, owner: "adapter" | "device"): void {
  const missing = LIMIT_NAMES.find((name) => !(limits[name] >= NEEDED_LIMITS[name]));
  if (missing === undefined) return;
  throw new UnsupportedError(
    "WebGPU",
    `this ${owner} has ${missing} ${limits[missing]}, and kernels need ${NEEDED_LIMITS[missing]}, which every WebGPU device has outside compatibility mode`,
    owner === "device"
      ? `request the device with requiredLimits: { ${missing}: adapter.limits.${missing} }, or leave "device" out`
      : 'pass another "adapter", or import from "samebits" or "samebits/workers"',
  );
}

/** What a device says of itself. Names are empty where it keeps them to itself, as browsers do. */
export interface DeviceFacts {
  readonly vendor: string;
  readonly architecture: string;
  readonly name: string;
  readonly description: string; // of the driver
  readonly isEmulated: boolean; // by the processor
  readonly subgroupSizes: readonly [smallest: number, largest: number] | undefined; // where kernels may use subgroups
  readonly hasTimestamps: boolean;
  readonly limits: Limits;
}

/** The facts of a device that matter here. */
export function deviceFacts({ adapterInfo, features, limits }: GPUDevice): DeviceFacts {
  // Older implementations have no adapterInfo, or less in it.
  const info: Partial<GPUAdapterInfo> = adapterInfo ?? {};
  const { subgroupMinSize, subgroupMaxSize } = info;
  const hasSizes = subgroupMinSize !== undefined && subgroupMaxSize !== undefined;
  return {
    vendor: info.vendor ?? "",
    architecture: info.architecture ?? "",
    name: info.device ?? "",
    description: info.description ?? "",
    isEmulated: info.isFallbackAdapter ?? false,
    subgroupSizes: features.has("subgroups") && hasSizes ? [subgroupMinSize, subgroupMaxSize] : undefined,
    hasTimestamps: features.has("timestamp-query"),
    limits: limitsOf(limits),
  };
}
