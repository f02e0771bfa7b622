import { checkRoom } from "../../values/check-arguments.ts";
import { SCALAR_TYPE_FACTS, type ScalarType } from "../../values/element-types.ts";
import { OutOfMemoryError } from "../../values/errors.ts";
import { type ColumnArray, viewColumn } from "../../values/value-types.ts";

/** Bytes of a value on the GPU, where everything is made of 32-bit words: a bool is one. */
export function deviceBytes(type: ScalarType): number {
  return Math.max(4, SCALAR_TYPE_FACTS[type].bytes);
}

/**
 * Puts elements of a column at the beginning of a buffer; the column may be changed afterwards. WebGPU takes shared memory by its specification; Dawn's package
 * for Node ends the process instead.
 */
export function upload(queue: GPUQueue, buffer: GPUBuffer, type: ScalarType, column: ColumnArray): void {
  const isShared = typeof SharedArrayBuffer === "function" && column.buffer instanceof SharedArrayBuffer;
  const words = type === "bool" ? Uint32Array.from(column as Uint8Array) : isShared ? column.slice() : column;
  queue.writeBuffer(buffer, 0, words as ArrayBufferView<ArrayBuffer>);
}

/** All values of mapped memory, for the caller: in `output`, of their number, or in an array of their own. @throws OutOfMemoryError */
export function download(type: ScalarType, mapped: ArrayBuffer, output?: ColumnArray): ColumnArray {
  const length = mapped.byteLength / deviceBytes(type);
  const values = viewColumn(type === "bool" ? "u32" : type, mapped, 0, length);
  if (output !== undefined) {
    (output as Uint8Array).set(values as Uint8Array);
    return output;
  }
  checkRoom(mapped.byteLength);
  try {
    return type === "bool" ? Uint8Array.from(values as Uint32Array) : values.slice();
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new OutOfMemoryError(mapped.byteLength, "the memory of this host");
  }
}
