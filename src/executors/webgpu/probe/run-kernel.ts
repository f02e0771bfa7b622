import { BUFFER_USAGE, MAP_READ } from "../buffer-usage.ts";

const WORD_BYTES = 4;

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
  const inputs = run.inputs.map((words) => inputBuffer(device, words));
  const size = run.resultLength * WORD_BYTES;
  const results = device.createBuffer({ size, usage: BUFFER_USAGE.storage | BUFFER_USAGE.copySource });
  const readable = device.createBuffer({ size, usage: BUFFER_USAGE.mapRead | BUFFER_USAGE.copyDestination });
  try {
    const entries = [...inputs, results].map((buffer, binding) => ({ binding, resource: { buffer } }));
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }));
    pass.dispatchWorkgroups(run.workgroups);
    pass.end();
    encoder.copyBufferToBuffer(results, 0, readable, 0, size);
    device.queue.submit([encoder.finish()]);
    await readable.mapAsync(MAP_READ);
    return new Uint32Array(readable.getMappedRange().slice(0));
  } finally {
    for (const buffer of [...inputs, results, readable]) buffer.destroy();
  }
}

function inputBuffer(device: GPUDevice, words: Uint32Array): GPUBuffer {
  const buffer = device.createBuffer({
    size: words.byteLength,
    usage: BUFFER_USAGE.storage,
    mappedAtCreation: true,
  });
  new Uint32Array(buffer.getMappedRange()).set(words);
  buffer.unmap();
  return buffer;
}
