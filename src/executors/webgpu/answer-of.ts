import { BUFFER_USAGE, filledBuffer, readBack } from "./buffers.ts";
import type { GpuPlan } from "./gpu-plan.ts";

/** What a plan over f32 gives for one array, in one call. `isWithheld` as in `GpuCall`. */
export async function answerOf(
  device: GPUDevice,
  plan: GpuPlan,
  elements: Float32Array,
  isWithheld = false,
): Promise<Float32Array<ArrayBuffer>> {
  const { length, buffer, byteOffset } = elements;
  const size = 4 * (plan.observation === "reduce" ? 1 : length);
  const words = new Uint32Array(buffer, byteOffset, length);
  const input = filledBuffer(device, words, BUFFER_USAGE.storage);
  const output = device.createBuffer({ size, usage: BUFFER_USAGE.storage | BUFFER_USAGE.copySource });
  try {
    const answer = await readBack(device, size, (encoder, staging) => {
      plan.encode(encoder, {
        input: [{ buffer: input, offset: 0 }],
        output: [{ buffer: output, offset: 0 }],
        length,
        isWithheld,
      });
      encoder.copyBufferToBuffer(output, 0, staging, 0, size);
    });
    return new Float32Array(answer);
  } finally {
    input.destroy();
    output.destroy();
  }
}
