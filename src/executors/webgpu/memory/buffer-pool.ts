// Making a buffer costs more than a short call computes: buffers go from call to call. What a buffer holds when it is taken is anything.

import { OutOfMemoryError } from "../../../values/errors.ts";
import type { GpuCore } from "../device/gpu-core.ts";
import { BUFFER_USAGE as USAGE } from "./buffers.ts";

/** What a buffer of the pool is for. */
export type Role = "input" | "output" | "vector" | "staging";

const USAGES: Readonly<Record<Role, GPUBufferUsageFlags>> = {
  input: USAGE.storage | USAGE.copyDestination,
  output: USAGE.storage | USAGE.copySource,
  vector: USAGE.storage | USAGE.copySource | USAGE.copyDestination,
  staging: USAGE.mapRead | USAGE.copyDestination,
};

const FEWEST_BYTES = 2 ** 10;

/** Bytes of unused buffers that are kept for the next call: what two chunks of a column of doubles need. */
const MOST_KEPT_BYTES = 2 ** 29;

/** Buffers of a device that calls use one after the other. Sizes are powers of two, so that few occur. */
export class BufferPool {
  readonly #core: GpuCore;
  readonly #free = new Map<string, GPUBuffer[]>();
  #keptBytes = 0;
  #isClosed = false;

  constructor(core: GpuCore) {
    this.#core = core;
  }

  /** A buffer of at least so many bytes, with anything in it. @throws OutOfMemoryError */
  async take(role: Role, bytes: number): Promise<GPUBuffer> {
    const { maxStorageBufferBindingSize, maxBufferSize } = this.#core.device.limits;
    const power = 2 ** Math.ceil(Math.log2(Math.max(bytes, FEWEST_BYTES)));
    const most = Math.min(maxStorageBufferBindingSize, maxBufferSize);
    const size = Math.max(bytes, Math.min(power, most - (most % 4)));
    const kept = this.#free.get(`${role} ${size}`)?.pop();
    if (kept !== undefined) {
      this.#keptBytes -= size;
      return kept;
    }
    try {
      return await this.#create(role, size);
    } catch (error) {
      if (!(error instanceof OutOfMemoryError) || this.#keptBytes === 0) throw error;
      this.#destroyFree();
      return this.#create(role, size);
    }
  }

  /** Gives a buffer back that is not mapped. What was recorded on it may still run: queues keep their order. */
  give(role: Role, buffer: GPUBuffer): void {
    if (this.#isClosed || this.#keptBytes + buffer.size > MOST_KEPT_BYTES) {
      buffer.destroy();
      return;
    }
    const key = `${role} ${buffer.size}`;
    const free = this.#free.get(key) ?? [];
    this.#free.set(key, free);
    free.push(buffer);
    this.#keptBytes += buffer.size;
  }

  /** Destroys what is not in use; what is, when it is given back. */
  close(): void {
    this.#isClosed = true;
    this.#destroyFree();
  }

  async #create(role: Role, size: number): Promise<GPUBuffer> {
    const { device } = this.#core;
    const { value, checked } = this.#core.guard(size, () =>
      device.createBuffer({ label: `samebits ${role}`, size, usage: USAGES[role] }),
    );
    await checked;
    return value;
  }

  #destroyFree(): void {
    for (const buffers of this.#free.values()) for (const buffer of buffers) buffer.destroy();
    this.#free.clear();
    this.#keptBytes = 0;
  }
}
