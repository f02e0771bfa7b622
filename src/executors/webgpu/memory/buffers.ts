// Buffers as WebGPU has them, and columns on their way in and out: every element is 32-bit words there, a bool is one.

import { checkRoom } from "../../../values/check-arguments.ts";
import { ACCUMULATION_TYPES } from "../../../values/convert.ts";
import {
  COLUMN_TYPE_FACTS,
  isNarrowType,
  type NarrowArray,
  type NarrowType,
  SCALAR_TYPE_FACTS,
  type ScalarType,
} from "../../../values/element-types.ts";
import { OutOfMemoryError } from "../../../values/errors.ts";
import {
  type ColumnArray,
  type StoredArray,
  type StoredType,
  viewColumn,
} from "../../../values/value-types.ts";
import { widenColumn } from "../../../values/widen-column.ts";

/** GPUBufferUsage, by value: hosts without a page, Node with npm `webgpu` among them, have no such global. */
export const BUFFER_USAGE = {
  mapRead: 0x0001,
  mapWrite: 0x0002,
  copySource: 0x0004,
  copyDestination: 0x0008,
  uniform: 0x0040,
  storage: 0x0080,
  indirect: 0x0100,
  queryResolve: 0x0200,
} as const;

/** GPUShaderStage.COMPUTE and GPUMapMode.READ. */
export const COMPUTE_STAGE = 0x4;
export const MAP_READ = 0x1;

/** A buffer that holds these words when it is made; of no words, one that may be bound. */
export function filledBuffer(device: GPUDevice, words: Uint32Array, usage: number): GPUBuffer {
  const size = Math.max(4, words.byteLength);
  const buffer = device.createBuffer({ size, usage, mappedAtCreation: true });
  new Uint32Array(buffer.getMappedRange()).set(words);
  buffer.unmap();
  return buffer;
}

/** Distinct words that are kept. */
const MOST_KEPT = 64;

/** Buffers of parameters: they never change once written, so that calls in one encoder cannot get in each other's way, and equal ones share a buffer. */
export class ParamBuffers {
  readonly #device: GPUDevice;
  readonly #usage: number;
  readonly #kept = new Map<string, GPUBuffer>();

  constructor(device: GPUDevice, usage: number) {
    this.#device = device;
    this.#usage = usage;
  }

  holding(words: Uint32Array): GPUBuffer {
    const key = words.join(" ");
    const known = this.#kept.get(key);
    if (known !== undefined) return known;
    const buffer = filledBuffer(this.#device, words, this.#usage);
    const [oldest] = this.#kept.keys();
    // The oldest may still be in an encoder: it is forgotten, not destroyed.
    if (this.#kept.size === MOST_KEPT) this.#kept.delete(oldest);
    this.#kept.set(key, buffer);
    return buffer;
  }

  release(): void {
    for (const buffer of this.#kept.values()) buffer.destroy();
    this.#kept.clear();
  }
}

/** Submits what `record` records, and copies out the bytes that it leaves in the buffer that it is given. For what is done once in a while: nothing is kept. */
export async function readBack(
  device: GPUDevice,
  size: number,
  record: (encoder: GPUCommandEncoder, staging: GPUBuffer) => void,
): Promise<ArrayBuffer> {
  const staging = device.createBuffer({ size, usage: BUFFER_USAGE.mapRead | BUFFER_USAGE.copyDestination });
  try {
    const encoder = device.createCommandEncoder();
    record(encoder, staging);
    device.queue.submit([encoder.finish()]);
    await staging.mapAsync(MAP_READ);
    return staging.getMappedRange().slice(0);
  } finally {
    staging.destroy();
  }
}

/** What elements are on a GPU, where everything is made of 32-bit words: narrow ones are widened on their way there. */
export function deviceType(type: StoredType): ScalarType {
  return type !== "bool" && isNarrowType(type) ? ACCUMULATION_TYPES[type][0] : type;
}

/** Narrow elements that a word of a caller's buffer holds. */
export function elementsInWord(type: NarrowType): number {
  return 4 / COLUMN_TYPE_FACTS[type].bytes;
}

/** Bytes of a value on the GPU, where everything is made of 32-bit words: a bool is one. */
export function deviceBytes(type: ScalarType): number {
  return Math.max(4, SCALAR_TYPE_FACTS[type].bytes);
}

/**
 * Puts elements of a column at the beginning of a buffer; the column may be changed afterwards. WebGPU takes shared memory by its specification; Dawn's package
 * for Node ends the process instead.
 */
export function upload(queue: GPUQueue, buffer: GPUBuffer, type: StoredType, column: StoredArray): void {
  const isShared = typeof SharedArrayBuffer === "function" && column.buffer instanceof SharedArrayBuffer;
  queue.writeBuffer(buffer, 0, wordsOf(type, column, isShared) as ArrayBufferView<ArrayBuffer>);
}

function wordsOf(type: StoredType, column: StoredArray, isShared: boolean): StoredArray {
  if (type === "bool") return Uint32Array.from(column as Uint8Array);
  if (isNarrowType(type)) return widenColumn(type, column as NarrowArray, ACCUMULATION_TYPES[type][0]);
  return isShared ? column.slice() : column;
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
