/** Kernels that a device keeps: the last ones. */
const MOST_KEPT = 128;

const kept = new WeakMap<GPUDevice, Map<string, Promise<GPUComputePipeline>>>();

/**
 * Compiles a kernel whose entry point is `main`, or finds that it was: an initial value is no part of a kernel, and compiling takes
 * seconds on some devices. `layout` has a label that says what is in it, as equal ones are one to a device.
 *
 * @throws GPUPipelineError
 */
export function compilePipeline(
  device: GPUDevice,
  code: string,
  layout: GPUBindGroupLayout | "auto",
): Promise<GPUComputePipeline> {
  const known = kept.get(device) ?? new Map<string, Promise<GPUComputePipeline>>();
  kept.set(device, known);
  const key = `${layout === "auto" ? layout : layout.label}\n${code}`;
  const pipeline = known.get(key) ?? compile(device, code, layout);
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

function compile(
  device: GPUDevice,
  code: string,
  layout: GPUBindGroupLayout | "auto",
): Promise<GPUComputePipeline> {
  return device.createComputePipelineAsync({
    layout: layout === "auto" ? layout : device.createPipelineLayout({ bindGroupLayouts: [layout] }),
    compute: { module: device.createShaderModule({ code }), entryPoint: "main" },
  });
}
