import { SCALAR_TYPE_FACTS, type Scalar, type ScalarType } from "../../values/element-types.ts";
import { type ColumnArray, newColumn, viewColumn } from "../../values/value-types.ts";
import type { Slice } from "./chunk-slices.ts";

/** Bytes of a value on the GPU, where everything is made of 32-bit words: a bool is one. */
export function deviceBytes(type: ScalarType): number {
  return Math.max(4, SCALAR_TYPE_FACTS[type].bytes);
}

/** Puts elements of a column at the beginning of a buffer; the column may be changed afterwards. */
export function upload(
  queue: GPUQueue,
  buffer: GPUBuffer,
  type: ScalarType,
  column: ColumnArray,
  { start, end }: Slice,
): void {
  const part = column.subarray(start, end);
  queue.writeBuffer(buffer, 0, type === "bool" ? Uint32Array.from(part as Uint8Array) : unshared(part));
}

/** Copies `values.length` values out of mapped memory. */
export function download(
  type: ScalarType,
  mapped: ArrayBuffer,
  byteOffset: number,
  values: ColumnArray,
): void {
  (values as Uint8Array).set(deviceView(type, mapped, byteOffset, values.length) as Uint8Array);
}

/** One value out of mapped memory. */
export function downloadValue(type: ScalarType, mapped: ArrayBuffer, byteOffset: number): Scalar {
  const value = newColumn(type, 1);
  download(type, mapped, byteOffset, value);
  return value[0];
}

function deviceView(type: ScalarType, mapped: ArrayBuffer, byteOffset: number, length: number): ColumnArray {
  return viewColumn(type === "bool" ? "u32" : type, mapped, byteOffset, length);
}

/** WebGPU takes shared memory by its specification; Dawn's package for Node ends the process instead. */
function unshared(part: ColumnArray): ArrayBufferView<ArrayBuffer> {
  const isShared = typeof SharedArrayBuffer === "function" && part.buffer instanceof SharedArrayBuffer;
  return (isShared ? part.slice() : part) as ArrayBufferView<ArrayBuffer>;
}
