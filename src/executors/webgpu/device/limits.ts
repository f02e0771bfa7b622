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
export type Limits = Readonly<Record<LimitName, number>>;

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
    `this ${owner} has ${missing} ${limits[missing]}, and ${NEEDED_LIMITS[missing]} is needed, which every WebGPU device has that is not of compatibility level`,
    owner === "device"
      ? `request the device with requiredLimits: { ${missing}: adapter.limits.${missing} }, or leave "device" out`
      : 'pass another "adapter", or import from "samebits" or "samebits/workers"',
  );
}
