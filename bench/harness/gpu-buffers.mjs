import { ELEMENT_BYTES } from "../cases/webgpu.mjs";

/** @typedef {Uint32Array | Float32Array | Float64Array} Elements */

// Numbers of the WebGPU specification: Node has no such globals.
const STORAGE = 0x80;
const COPY_SOURCE = 0x4;
const COPY_DESTINATION = 0x8;
const MAP_READ = 0x1;
const SLICE_BYTES = 2 ** 26;

const ARRAYS = { u32: Uint32Array, f32: Float32Array, f64: Float64Array };

/**
 * Elements that every run has again. Floats are zero or not far below one half, so that sums are neither subnormal nor infinite, and
 * their last digits differ: any other bracket gives other bits.
 *
 * @param {"u32" | "f32" | "f64"} type @param {number} n @returns {Elements}
 */
export function elementsOf(type, n) {
  const array = new ARRAYS[type](n);
  if (type === "u32") for (let i = 0; i < n; i++) array[i] = Math.imul(i, 0x9e3779b1);
  else for (let i = 0; i < n; i++) array[i] = ((i * 7919) % 1009) / 2018;
  return array;
}

/** @param {GPUDevice} device @param {"u32" | "f32" | "f64"} type @param {number} n */
export function gpuBuffer(device, type, n) {
  return device.createBuffer({
    size: n * ELEMENT_BYTES[type],
    usage: STORAGE | COPY_SOURCE | COPY_DESTINATION,
  });
}

/** @param {GPUDevice} device @param {GPUBuffer} buffer @param {Elements} elements */
export async function writeElements(device, buffer, elements) {
  const perSlice = SLICE_BYTES / elements.BYTES_PER_ELEMENT;
  for (let start = 0; start < elements.length; start += perSlice) {
    const slice = elements.subarray(start, start + perSlice);
    device.queue.writeBuffer(
      buffer,
      start * elements.BYTES_PER_ELEMENT,
      /** @type {Elements & { buffer: ArrayBuffer }} */ (slice),
    );
    // Or the queue would hold all slices a second time.
    await device.queue.onSubmittedWorkDone();
  }
}

/**
 * Hands a buffer's elements to `take`, slice by slice.
 *
 * @param {GPUDevice} device @param {GPUBuffer} buffer @param {"u32" | "f32" | "f64"} type @param {number} n
 * @param {(elements: Elements, start: number) => void} take
 */
export async function readElements(device, buffer, type, n, take) {
  const bytes = n * ELEMENT_BYTES[type];
  const size = Math.min(SLICE_BYTES, bytes);
  const readable = device.createBuffer({ size, usage: MAP_READ | COPY_DESTINATION });
  for (let start = 0; start < bytes; start += size) {
    const length = Math.min(size, bytes - start);
    const encoder = device.createCommandEncoder();
    encoder.copyBufferToBuffer(buffer, start, readable, 0, length);
    device.queue.submit([encoder.finish()]);
    await readable.mapAsync(1, 0, length);
    take(new ARRAYS[type](readable.getMappedRange(0, length)), start / ELEMENT_BYTES[type]);
    readable.unmap();
  }
  readable.destroy();
}
