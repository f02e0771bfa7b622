// Compiling a kernel takes seconds on some devices. Pipelines are found by the structure that their text is printed from, so that a second call prints nothing.

import { RecentMap } from "../../values/recent-map.ts";

/** Kernels that a device keeps at least, of those used last. */
const KEPT_KERNELS = 128;

const kept = new WeakMap<GPUDevice, RecentMap<string, Promise<GPUComputePipeline> | undefined>>();

/** A kernel by what its text is printed from: of two with one key texts and layouts are equal, so that it is printed once for a device. */
export interface KeyedKernel {
  readonly key: string;
  readonly code: () => string; // WGSL with entry point `main`
  readonly layout: () => GPUBindGroupLayout | "auto";
}

/**
 * Compiles a kernel, or finds by its key that it was, and then prints nothing: an initial value is no part of a kernel, and compiling takes
 * seconds on some devices.
 *
 * @throws GPUPipelineError
 */
export function compilePipeline(device: GPUDevice, kernel: KeyedKernel): Promise<GPUComputePipeline> {
  const known =
    kept.get(device) ?? new RecentMap<string, Promise<GPUComputePipeline> | undefined>(KEPT_KERNELS);
  kept.set(device, known);
  const { key } = kernel;
  const found = known.get(key);
  if (found !== undefined) return found;
  const pipeline = compile(device, kernel);
  known.set(key, pipeline);
  pipeline.catch(() => known.set(key, undefined));
  return pipeline;
}

function compile(device: GPUDevice, { code, layout: layoutOf }: KeyedKernel): Promise<GPUComputePipeline> {
  const layout = layoutOf();
  return device.createComputePipelineAsync({
    layout: layout === "auto" ? layout : device.createPipelineLayout({ bindGroupLayouts: [layout] }),
    compute: { module: device.createShaderModule({ code: code() }), entryPoint: "main" },
  });
}
