/** Compiles a kernel whose entry point is `main`. @throws GPUPipelineError */
export function compilePipeline(
  device: GPUDevice,
  code: string,
  layout: GPUBindGroupLayout | "auto",
): Promise<GPUComputePipeline> {
  return device.createComputePipelineAsync({
    layout: layout === "auto" ? layout : device.createPipelineLayout({ bindGroupLayouts: [layout] }),
    compute: { module: device.createShaderModule({ code }), entryPoint: "main" },
  });
}
