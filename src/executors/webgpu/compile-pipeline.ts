/** Kernels that a device keeps: the last ones. */
const MOST_KEPT = 128;

const kept = new WeakMap<GPUDevice, Map<string, Promise<GPUComputePipeline>>>();

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
  const known = kept.get(device) ?? new Map<string, Promise<GPUComputePipeline>>();
  kept.set(device, known);
  const { key } = kernel;
  const pipeline = known.get(key) ?? compile(device, kernel);
  // The last to be used is the last to go.
  known.delete(key);
  known.set(key, pipeline);
  pipeline.catch(() => {
    if (known.get(key) === pipeline) known.delete(key);
  });
  const [oldest] = known.keys();
  if (known.size > MOST_KEPT) known.delete(oldest);
  return pipeline;
}

function compile(device: GPUDevice, { code, layout: layoutOf }: KeyedKernel): Promise<GPUComputePipeline> {
  const layout = layoutOf();
  return device.createComputePipelineAsync({
    layout: layout === "auto" ? layout : device.createPipelineLayout({ bindGroupLayouts: [layout] }),
    compute: { module: device.createShaderModule({ code: code() }), entryPoint: "main" },
  });
}
