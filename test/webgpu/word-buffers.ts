import { BUFFER_USAGE, MAP_READ } from "../../src/executors/webgpu/memory/buffers.ts";

/** A buffer with these words, and room for more. */
export function bufferOf(device: GPUDevice, words: ArrayLike<number>, extra = 0): GPUBuffer {
  // Neither COPY_DST nor more: kernels alone write a caller's buffers.
  const usage = BUFFER_USAGE.storage | BUFFER_USAGE.copySource;
  const size = 4 * Math.max(4, words.length + extra);
  const buffer = device.createBuffer({ size, usage, mappedAtCreation: true });
  new Uint32Array(buffer.getMappedRange()).set(words);
  buffer.unmap();
  return buffer;
}

/** All words of a buffer. */
export async function wordsIn(device: GPUDevice, buffer: GPUBuffer): Promise<readonly number[]> {
  const { size } = buffer;
  const staging = device.createBuffer({ size, usage: BUFFER_USAGE.mapRead | BUFFER_USAGE.copyDestination });
  const encoder = device.createCommandEncoder();
  encoder.copyBufferToBuffer(buffer, 0, staging, 0, size);
  device.queue.submit([encoder.finish()]);
  await staging.mapAsync(MAP_READ);
  const words = [...new Uint32Array(staging.getMappedRange())];
  staging.destroy();
  return words;
}
