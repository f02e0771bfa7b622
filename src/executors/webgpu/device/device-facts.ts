import { type Limits, limitsOf } from "./limits.ts";

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
