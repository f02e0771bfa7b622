import type { KernelSetting } from "./kernels/kernel-setting.ts";

/** What is asked for of a plan. */
export interface SubgroupOptions {
  readonly subgroups?: "auto" | KernelSetting["subgroups"] | undefined; // default "auto": by what the device and its WGSL have
}

/** How the kernels of a plan use subgroups: never more than the device has. */
export async function chooseSubgroups(
  device: GPUDevice,
  { subgroups = "auto" }: SubgroupOptions,
): Promise<KernelSetting["subgroups"]> {
  if (!device.features.has("subgroups")) return "none";
  if (subgroups !== "auto") return subgroups;
  return (await understands(device, "requires subgroup_id;")) ? "numbered" : "drawn";
}

/** Language features belong to the GPU object, which a device does not lead to: so the compiler is asked. */
async function understands(device: GPUDevice, code: string): Promise<boolean> {
  device.pushErrorScope("validation");
  device.createShaderModule({ code });
  return (await device.popErrorScope()) === null;
}
