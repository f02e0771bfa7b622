// One small kernel, run once: what the probes need of a device.

import { BUFFER_USAGE, filledBuffer, readBack } from "../memory/buffers.ts";

/** One dispatch: bindings are the inputs in order, then the results. */
interface KernelRun {
  readonly inputs: readonly Uint32Array[];
  readonly resultLength: number; // words; zero before the kernel runs
  readonly workgroups: number;
}

/** The pipeline of a kernel whose only entry point is its first. */
export async function prepareKernel(device: GPUDevice, code: string): Promise<GPUComputePipeline> {
  const module = device.createShaderModule({ code });
  return device.createComputePipelineAsync({ layout: "auto", compute: { module } });
}

/** Runs the kernel once and hands back its results. The device's own errors reject. */
export async function runKernel(
  device: GPUDevice,
  pipeline: GPUComputePipeline,
  run: KernelRun,
): Promise<Uint32Array> {
  const inputs = run.inputs.map((words) => filledBuffer(device, words, BUFFER_USAGE.storage));
  const size = 4 * run.resultLength;
  const results = device.createBuffer({ size, usage: BUFFER_USAGE.storage | BUFFER_USAGE.copySource });
  try {
    const found = await readBack(device, size, (encoder, staging) => {
      const entries = [...inputs, results].map((buffer, binding) => ({ binding, resource: { buffer } }));
      const pass = encoder.beginComputePass();
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }));
      pass.dispatchWorkgroups(run.workgroups);
      pass.end();
      encoder.copyBufferToBuffer(results, 0, staging, 0, size);
    });
    return new Uint32Array(found);
  } finally {
    for (const buffer of [...inputs, results]) buffer.destroy();
  }
}
