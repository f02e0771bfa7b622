// With the types of WebGPU, of @webgpu/types or of the DOM: devices, buffers and encoders are the real ones, and nothing else is.
import { openWebGpu } from "samebits/webgpu";

export async function recorded(device: GPUDevice, input: GPUBuffer): Promise<GPUBuffer> {
  const gpu = await openWebGpu({ device });
  const scan = await gpu.prepare({ type: "f32", maxLength: 1024 });
  const output: GPUBuffer = gpu.device.createBuffer({ size: 4096, usage: 4 });
  const encoder: GPUCommandEncoder = device.createCommandEncoder();
  scan.encodeInclusiveScan(encoder, { input, output, length: 1024 });
  device.queue.submit([encoder.finish()]);
  // @ts-expect-error: a device is no buffer
  scan.encodeInclusiveScan(encoder, { input: device, output, length: 1024 });
  // @ts-expect-error: a buffer is no encoder
  scan.encodeInclusiveScan(input, { input, output, length: 1024 });
  return output;
}
