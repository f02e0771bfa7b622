import { InternalError } from "../../../values/errors.ts";
import { BUFFER_USAGE } from "../buffer-usage.ts";
import type { Place } from "./encode-commands.ts";
import type { Memory } from "./machine.ts";
import type { Recording } from "./recording.ts";

/** Distinct calls whose parameters are kept. */
const MOST_PARAMS = 64;

/** The memory of an algorithm that is recorded more than once: its k-th scratch is the same buffer each time, unless it has to grow. */
export class ReusedMemory {
  readonly #device: GPUDevice;
  readonly #scratch: GPUBuffer[] = [];
  readonly #kept = new Map<string, GPUBuffer>();
  readonly #params = new Map<string, GPUBuffer>();
  readonly #outgrown: GPUBuffer[] = []; // may still be in an encoder
  #places = new Map<Memory, GPUBuffer>();
  #state: GPUBuffer | undefined;

  constructor(device: GPUDevice) {
    this.#device = device;
  }

  get state(): GPUBuffer {
    if (this.#state === undefined) throw new InternalError("nothing was fitted");
    return this.#state;
  }

  /** Makes what a recording needs; `isElsewhere` tells the memory that needs none here. */
  fit(recording: Recording, isElsewhere: (memory: Memory) => boolean): void {
    this.#places = new Map();
    recording.memories.forEach((memory, i) => {
      if (isElsewhere(memory)) return;
      this.#scratch[i] = this.#grown(this.#scratch[i], memory.bytes);
      this.#places.set(memory, this.#scratch[i]);
    });
    for (const [key, { memory }] of recording.kept) {
      const table = this.#grown(this.#kept.get(key), memory.bytes);
      this.#kept.set(key, table);
      this.#places.set(memory, table);
    }
    this.#state = this.#grown(this.#state, recording.stateBytes);
    this.#places.set(recording.state, this.#state);
  }

  placeOf(memory: Memory): Place {
    const buffer = memory.given ?? this.#places.get(memory);
    if (buffer === undefined) throw new InternalError("memory of another recording is used");
    return { buffer, byteOffset: 0 };
  }

  /** Parameters never change once written, so that calls in one encoder cannot get in each other's way; equal ones share a buffer. */
  paramsOf(words: Uint32Array<ArrayBuffer>): GPUBuffer {
    const key = words.join(" ");
    const known = this.#params.get(key);
    if (known !== undefined) return known;
    const size = words.byteLength;
    const buffer = this.#device.createBuffer({ size, usage: BUFFER_USAGE.uniform, mappedAtCreation: true });
    new Uint32Array(buffer.getMappedRange()).set(words);
    buffer.unmap();
    const [oldest] = this.#params.keys();
    // The oldest may still be in an encoder: it is forgotten, not destroyed.
    if (this.#params.size === MOST_PARAMS) this.#params.delete(oldest);
    this.#params.set(key, buffer);
    return buffer;
  }

  release(): void {
    const all = [...this.#scratch, ...this.#kept.values(), ...this.#params.values(), ...this.#outgrown];
    for (const buffer of all) buffer?.destroy();
    this.#state?.destroy();
  }

  /** Zeros where it is new: a table begins anew where it grows. */
  #grown(former: GPUBuffer | undefined, bytes: number): GPUBuffer {
    if (former !== undefined && former.size >= bytes) return former;
    if (former !== undefined) this.#outgrown.push(former);
    const usage = BUFFER_USAGE.storage | BUFFER_USAGE.copyDestination;
    return this.#device.createBuffer({ label: "samebits scratch", size: Math.ceil(bytes / 4) * 4, usage });
  }
}
