import { EmptyInputError, InternalError } from "../../../values/errors.ts";
import { type ColumnArray, columnType, newColumn } from "../../../values/value-types.ts";
import { BUFFER_USAGE, MAP_READ } from "../buffer-usage.ts";
import type { GpuParts } from "../gpu-call.ts";
import { deviceBytes, download, upload } from "../transfer.ts";
import { encodeCommands, type Place, type Site } from "./encode-commands.ts";
import { COUNT_WORDS, type Count, exactly, type LookBackSetting, type Memory, type Slot } from "./machine.ts";
import { Recording } from "./recording.ts";
import { Workshop } from "./workshop.ts";

/** Of `state`: what a larger one takes over. */
const STATE_HEAD_BYTES = 4 * COUNT_WORDS.end;

/** What one call of an algorithm records over arrays, and runs when something is taken: one submission, where the algorithm looks at nothing in between. */
export class ArrayRun {
  readonly recording: Recording;
  readonly #parts: GpuParts;
  readonly #signal: AbortSignal | undefined;
  readonly #workshop: Workshop;
  readonly #buffers = new Map<Memory, GPUBuffer>();
  readonly #kept = new Map<Memory, GPUBuffer>();
  readonly #own: GPUBuffer[] = []; // destroyed at the end
  #uploads: { readonly column: ColumnArray; readonly memory: Memory }[] = [];
  #state: GPUBuffer | undefined;
  #neededSeen = 0;
  #isReleased = false;

  constructor(parts: GpuParts, signal: AbortSignal | undefined, lookBack: LookBackSetting) {
    this.#parts = parts;
    this.#signal = signal;
    this.recording = new Recording(parts.core.device, lookBack);
    this.#workshop = new Workshop(parts);
  }

  /** A vector of a column, which is uploaded when something is run. */
  place(column: ColumnArray): Slot {
    const slot = this.recording.scratch(columnType(column), exactly(column.length));
    if (column.length > 0) this.#uploads.push({ column, memory: slot.memory });
    return slot;
  }

  /** Runs what was recorded and reads a vector back. */
  async take(slot: Slot, output?: ColumnArray): Promise<ColumnArray> {
    for (const count of this.recording.needed.slice(this.#neededSeen)) {
      this.#neededSeen++;
      if ((await this.#countOf(count)) === 0) throw new EmptyInputError();
    }
    const { atMost, count } = slot.length;
    const length = count === undefined ? atMost : Math.min(atMost, await this.#countOf(count));
    const target = output ?? newColumn(slot.type, length);
    if (length === 0) {
      await this.#submit([]);
      return target;
    }
    const bytes = length * deviceBytes(slot.type);
    await this.#read(slot, bytes, (mapped) => download(slot.type, mapped, 0, target));
    return target;
  }

  /** Gives all memory back. What was submitted may still run. */
  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    for (const buffer of this.#buffers.values()) this.#parts.pool.give("vector", buffer);
    for (const buffer of this.#own) buffer.destroy();
    this.#buffers.clear();
    this.#workshop.release();
  }

  async #countOf({ word }: Count): Promise<number> {
    const state: Slot = { type: "u32", memory: this.recording.state, offset: word, length: exactly(1) };
    let count = 0;
    await this.#read(state, 4, (mapped) => {
      count = new Uint32Array(mapped)[0];
    });
    return count;
  }

  async #read(slot: Slot, bytes: number, take: (mapped: ArrayBuffer) => void): Promise<void> {
    const { core, pool } = this.#parts;
    const staging = await pool.take("staging", bytes);
    try {
      await this.#submit([{ slot, bytes, staging }]);
      await core.settled(staging.mapAsync(MAP_READ, 0, bytes), this.#signal);
      this.#check();
      take(staging.getMappedRange(0, bytes));
      staging.unmap();
    } finally {
      if (staging.mapState === "unmapped") pool.give("staging", staging);
      else staging.destroy();
    }
  }

  /** Compiles, makes memory, uploads, and submits what was recorded, and the copies. */
  async #submit(copies: readonly Copy[]): Promise<void> {
    const { core, pool } = this.#parts;
    this.#check();
    const commands = this.recording.takeCommands();
    await core.settled(this.#workshop.prepare(commands), this.#signal);
    for (const memory of this.recording.memories) {
      if (this.#buffers.has(memory)) continue;
      this.#check();
      const buffer = await pool.take("vector", memory.bytes);
      if (this.#isReleased) pool.give("vector", buffer);
      else this.#buffers.set(memory, buffer);
    }
    this.#check();
    const { checked } = core.guard(0, () => {
      const encoder = core.device.createCommandEncoder();
      const site = this.#site(encoder);
      this.#upload();
      encodeCommands(encoder, commands, site);
      for (const { slot, bytes, staging } of copies) {
        const { buffer, byteOffset } = site.placeOf(slot.memory);
        const from = byteOffset + slot.offset * deviceBytes(slot.type);
        encoder.copyBufferToBuffer(buffer, from, staging, 0, bytes);
      }
      core.device.queue.submit([encoder.finish()]);
    });
    await checked;
  }

  #site(encoder: GPUCommandEncoder): Site {
    const { device } = this.#parts.core;
    const state = this.#stateFor(encoder);
    const kept = new Map(
      [...this.recording.kept.values()].map(({ memory }) => [memory, this.#keptFor(memory)]),
    );
    const placeOf = (memory: Memory): Place => {
      const buffer =
        memory === this.recording.state ? state : (this.#buffers.get(memory) ?? kept.get(memory));
      if (buffer === undefined) throw new InternalError("a vector that was released is used");
      return { buffer, byteOffset: 0 };
    };
    const paramsOf = (words: Uint32Array<ArrayBuffer>): GPUBuffer => {
      const size = words.byteLength;
      const buffer = device.createBuffer({ size, usage: BUFFER_USAGE.uniform, mappedAtCreation: true });
      new Uint32Array(buffer.getMappedRange()).set(words);
      buffer.unmap();
      this.#own.push(buffer);
      return buffer;
    };
    return { device, state, placeOf, paramsOf, ...this.#workshop.made };
  }

  #upload(): void {
    const { queue } = this.#parts.core.device;
    for (const { column, memory } of this.#uploads) {
      const buffer = this.#buffers.get(memory);
      const whole = { start: 0, end: column.length };
      if (buffer !== undefined) upload(queue, buffer, columnType(column), column, whole);
    }
    this.#uploads = [];
  }

  /** The state, with the counts so far in it. */
  #stateFor(encoder: GPUCommandEncoder): GPUBuffer {
    const former = this.#state;
    const size = this.recording.stateBytes;
    if (former !== undefined && former.size >= size) return former;
    const state = this.#table(size);
    if (former !== undefined) encoder.copyBufferToBuffer(former, 0, state, 0, STATE_HEAD_BYTES);
    this.#state = state;
    return state;
  }

  #keptFor(memory: Memory): GPUBuffer {
    const known = this.#kept.get(memory) ?? this.#table(memory.bytes);
    this.#kept.set(memory, known);
    return known;
  }

  /** Memory that is zeros. */
  #table(size: number): GPUBuffer {
    const { storage, copySource, copyDestination } = BUFFER_USAGE;
    const usage = storage | copySource | copyDestination;
    const buffer = this.#parts.core.device.createBuffer({ label: "samebits table", size, usage });
    this.#own.push(buffer);
    return buffer;
  }

  #check(): void {
    this.#parts.core.check();
    this.#signal?.throwIfAborted();
    if (this.#isReleased) throw new InternalError("primitives that were released are used");
  }
}

interface Copy {
  readonly slot: Slot;
  readonly bytes: number;
  readonly staging: GPUBuffer;
}
