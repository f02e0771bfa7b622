import { BUFFER_USAGE, MAP_READ } from "./buffer-usage.ts";
import type { GpuPlan } from "./gpu-plan.ts";

/** What a plan over f32 gives for one array, in one call. `isWithheld` as in `GpuCall`. */
export async function answerOf(
  device: GPUDevice,
  plan: GpuPlan,
  elements: Float32Array,
  isWithheld = false,
): Promise<Float32Array<ArrayBuffer>> {
  const { length, byteLength } = elements;
  const outputs = plan.observation === "reduce" ? 1 : length;
  const input = device.createBuffer({
    size: byteLength,
    usage: BUFFER_USAGE.storage,
    mappedAtCreation: true,
  });
  new Float32Array(input.getMappedRange()).set(elements);
  input.unmap();
  const output = device.createBuffer({
    size: 4 * outputs,
    usage: BUFFER_USAGE.storage | BUFFER_USAGE.copySource,
  });
  const staging = device.createBuffer({
    size: 4 * outputs,
    usage: BUFFER_USAGE.copyDestination | BUFFER_USAGE.mapRead,
  });
  try {
    const encoder = device.createCommandEncoder();
    plan.encode(encoder, {
      input: [{ buffer: input, offset: 0 }],
      output: [{ buffer: output, offset: 0 }],
      length,
      isWithheld,
    });
    encoder.copyBufferToBuffer(output, 0, staging, 0, 4 * outputs);
    device.queue.submit([encoder.finish()]);
    await staging.mapAsync(MAP_READ);
    return new Float32Array(staging.getMappedRange().slice(0));
  } finally {
    for (const buffer of [input, output, staging]) buffer.destroy();
  }
}
