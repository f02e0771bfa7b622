import { type ColumnArray, columnType } from "../../../values/value-types.ts";
import { BUFFER_USAGE, ParamBuffers } from "../buffers.ts";
import { deviceBytes, upload } from "../transfer.ts";
import { exactly, type Memory, type Slot, STATE_MEMORY } from "./machine.ts";
import type { Recording } from "./recording.ts";

/** Where memory is that a caller gave for a result. */
export interface Place {
  readonly buffer: GPUBuffer;
  readonly byteOffset: number; // where its first byte is
}

/** The memory of an algorithm that is recorded more than once: its k-th scratch is the same buffer each time, unless it has to grow. */
export class ReusedMemory {
  readonly #device: GPUDevice;
  readonly #scratch: GPUBuffer[] = [];
  readonly #params: ParamBuffers;
  readonly #held = new Map<ColumnArray, Slot>();
  readonly #all: GPUBuffer[] = []; // what was outgrown may still be in an encoder
  #state: GPUBuffer | undefined;

  constructor(device: GPUDevice) {
    this.#device = device;
    this.#params = new ParamBuffers(device, BUFFER_USAGE.uniform);
  }

  /** A column that is part of the algorithm and not of a call, such as where bins begin: uploaded once. */
  place(column: ColumnArray): Slot {
    const known = this.#held.get(column);
    if (known !== undefined) return known;
    const type = columnType(column);
    const bytes = Math.max(1, column.length) * deviceBytes(type);
    const buffer = this.#grown(undefined, bytes);
    upload(this.#device.queue, buffer, type, column);
    const slot: Slot = { type, memory: { bytes, given: buffer }, offset: 0, length: exactly(column.length) };
    this.#held.set(column, slot);
    return slot;
  }

  /** Buffers for what a recording needs, but for the memory that is placed already. */
  fit(recording: Recording, placed: ReadonlyMap<Memory, Place>): ReadonlyMap<Memory, GPUBuffer> {
    const buffers = new Map([...placed].map(([memory, { buffer }]) => [memory, buffer]));
    recording.memories.forEach((memory, i) => {
      if (placed.has(memory)) return;
      this.#scratch[i] = this.#grown(this.#scratch[i], memory.bytes);
      buffers.set(memory, this.#scratch[i]);
    });
    this.#state = this.#grown(this.#state, recording.stateBytes);
    return buffers.set(STATE_MEMORY, this.#state);
  }

  paramsOf(words: Uint32Array): GPUBuffer {
    return this.#params.holding(words);
  }

  release(): void {
    for (const buffer of this.#all) buffer.destroy();
    this.#params.release();
  }

  /** Zeros where it is new: the table of tiles begins anew where it grows. */
  #grown(former: GPUBuffer | undefined, bytes: number): GPUBuffer {
    if (former !== undefined && former.size >= bytes) return former;
    const usage = BUFFER_USAGE.storage | BUFFER_USAGE.copyDestination;
    const size = Math.ceil(bytes / 4) * 4;
    const buffer = this.#device.createBuffer({ label: "samebits scratch", size, usage });
    this.#all.push(buffer);
    return buffer;
  }
}
