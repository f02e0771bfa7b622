import type { KernelSetting } from "./kernels/kernel-setting.ts";

/** What is asked for of a plan. */
interface SubgroupOptions {
  readonly subgroups?: "auto" | KernelSetting["subgroups"] | undefined; // default "auto": by what the device and its WGSL have
}

/** How the kernels of a plan use subgroups: never more than the device has. */
export async function chooseSubgroups(
  device: GPUDevice,
  { subgroups = "auto" }: SubgroupOptions,
): Promise<KernelSetting["subgroups"]> {
  if (!device.features.has("subgroups")) return "none";
  if (subgroups !== "auto") return subgroups;
  const known = numbered.get(device) ?? understands(device, "requires subgroup_id;");
  numbered.set(device, known);
  return (await known) ? "numbered" : "drawn";
}

const numbered = new WeakMap<GPUDevice, Promise<boolean>>(); // whether the compiler has subgroup_id

/** Language features belong to the GPU object, which a device does not lead to: so the compiler is asked. */
async function understands(device: GPUDevice, code: string): Promise<boolean> {
  device.pushErrorScope("validation");
  device.createShaderModule({ code });
  return (await device.popErrorScope()) === null;
}
