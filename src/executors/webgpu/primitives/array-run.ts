// One call of an algorithm over arrays, from the first upload to the last download.

import { EmptyInputError, InternalError } from "../../../values/errors.ts";
import { type ColumnArray, columnType, newColumn } from "../../../values/value-types.ts";
import type { FusionCounts } from "../../primitives.ts";
import type { GpuParts } from "../gpu-parts.ts";
import { deviceBytes, download, MAP_READ, upload } from "../memory/buffers.ts";

import { type GpuVector, LazyFlags, slotOf } from "./lazy-flags.ts";
import {
  COUNT_WORDS,
  type Count,
  exactly,
  type LookBackSetting,
  type Memory,
  type Slot,
  STATE_MEMORY,
} from "./machine.ts";
import { bufferOf, encodeProgram } from "./program.ts";
import { type RecordStep, stepKey, type Trace } from "./trace.ts";

/** Vectors of at most so many bytes are read with their count: what is read too much costs less than waiting twice. */
const AHEAD_BYTES = 2 ** 16;

/** Of the state: what a larger one takes over. */
const STATE_HEAD_BYTES = 4 * COUNT_WORDS.end;

/**
 * One call of an algorithm over arrays: a way through a trace, which records what no call before has recorded, with memory of its own. What was recorded runs when
 * something is taken: one submission, where the algorithm looks at nothing in between.
 */
export class ArrayRun {
  readonly #parts: GpuParts;
  readonly #signal: AbortSignal | undefined;
  readonly #fused: Pick<FusionCounts, "elements">;
  readonly #buffers: Map<Memory, GPUBuffer>;
  #trace: Trace;
  #uploads: { readonly column: ColumnArray; readonly memory: Memory }[];
  #neededSeen: number;
  #isReleased: boolean;

  constructor(
    parts: GpuParts,
    signal: AbortSignal | undefined,
    lookBack?: LookBackSetting,
    fused: Pick<FusionCounts, "elements"> = { elements: 0 },
  ) {
    this.#parts = parts;
    this.#signal = signal;
    this.#trace = lookBack === undefined ? parts.traces.root : parts.traces.rootWith(lookBack);
    this.#fused = fused;
    this.#buffers = new Map();
    this.#uploads = [];
    this.#neededSeen = 0;
    this.#isReleased = false;
  }

  /** A vector of a column, which is uploaded when something is run. */
  place(column: ColumnArray): Slot {
    const type = columnType(column);
    const { length } = column;
    const slot = this.step(`place ${type} ${length}`, (recording) =>
      recording.scratch(type, exactly(length)),
    );
    if (length > 0) this.#uploads.push({ column, memory: slot.memory });
    return slot;
  }

  /** What a step gives, whose key says all that it records. @throws what recording throws */
  step<Result>(key: string, record: RecordStep<Result>): Result {
    const trace = this.#trace.next.get(key) ?? this.#trace.add(key, record);
    this.#trace = trace;
    this.#fused.elements += trace.fused;
    return trace.result as Result; // of the step with this key
  }

  /** Runs what was recorded and reads a vector back. */
  async take(vector: GpuVector, output?: ColumnArray): Promise<ColumnArray> {
    const slot =
      vector instanceof LazyFlags
        ? this.step(`slot ${stepKey(vector)}`, (recording) => slotOf(recording, vector))
        : vector;
    for (const count of this.#trace.needed.slice(this.#neededSeen)) {
      this.#neededSeen++;
      if ((await this.#countOf(count)) === 0) throw new EmptyInputError();
    }
    const { atMost, count } = slot.length;
    const width = deviceBytes(slot.type);
    const isAhead = count !== undefined && atMost * width <= AHEAD_BYTES;
    const known = count === undefined || isAhead ? atMost : Math.min(atMost, await this.#countOf(count));
    if (known === 0) {
      await this.#submit();
      return output ?? newColumn(slot.type, 0);
    }
    const own: Part = { memory: slot.memory, from: slot.offset * width, bytes: known * width };
    if (!isAhead) return this.#read([own], (at) => download(slot.type, at(0, own.bytes), output));
    const counted: Part = { memory: STATE_MEMORY, from: 4 * count.word, bytes: 4 };
    return this.#read([counted, own], (at) => {
      const length = Math.min(atMost, new Uint32Array(at(0, 4))[0]);
      return download(slot.type, at(1, length * width), output);
    });
  }

  /** Gives all memory back. What was submitted may still run. */
  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    for (const buffer of this.#buffers.values()) this.#parts.pool.give("vector", buffer);
    this.#buffers.clear();
  }

  async #countOf({ word }: Count): Promise<number> {
    const counted: Part = { memory: STATE_MEMORY, from: 4 * word, bytes: 4 };
    return this.#read([counted], (at) => new Uint32Array(at(0, 4))[0]);
  }

  /** Runs what was recorded and reads parts of memory; `at` gives so many bytes of a part. */
  async #read<Result>(
    parts: readonly Part[],
    take: (at: (part: number, bytes: number) => ArrayBuffer) => Result,
  ): Promise<Result> {
    const { core, pool } = this.#parts;
    let total = 0;
    const places = parts.map(({ bytes }) => {
      const place = total;
      total += Math.ceil(bytes / 8) * 8; // where any type may begin
      return place;
    });
    const staging = await pool.take("staging", total);
    try {
      await this.#submit(parts.map((part, i) => ({ ...part, staging, to: places[i] })));
      await core.settled(staging.mapAsync(MAP_READ, 0, total), this.#signal);
      this.#check();
      const result = take((part, bytes) => staging.getMappedRange(places[part], bytes));
      staging.unmap();
      return result;
    } finally {
      if (staging.mapState === "unmapped") pool.give("staging", staging);
      else staging.destroy();
    }
  }

  /** Makes memory, uploads, and submits what was recorded, and the copies. */
  async #submit(copies: readonly Copy[] = []): Promise<void> {
    const { core, pool } = this.#parts;
    this.#check();
    const { ready, after } = this.#trace.submitting ?? this.#trace.submit();
    this.#trace = after;
    const { program, params, memories, stateBytes } = await core.settled(ready, this.#signal);
    const former = this.#buffers.get(STATE_MEMORY);
    if (former !== undefined && former.size < stateBytes) this.#buffers.delete(STATE_MEMORY);
    for (const memory of [...memories, STATE_MEMORY]) {
      if (this.#buffers.has(memory)) continue;
      this.#check();
      const buffer = await pool.take("vector", memory === STATE_MEMORY ? stateBytes : memory.bytes);
      if (this.#isReleased) pool.give("vector", buffer);
      else this.#buffers.set(memory, buffer);
    }
    this.#check();
    const { checked } = core.guard(0, () => {
      const encoder = core.device.createCommandEncoder();
      const state = bufferOf(STATE_MEMORY, this.#buffers);
      if (former !== state) encoder.clearBuffer(state);
      if (former !== undefined && former !== state) this.#moveState(encoder, former, state);
      for (const { column, memory } of this.#uploads) {
        upload(core.device.queue, bufferOf(memory, this.#buffers), columnType(column), column);
      }
      this.#uploads = [];
      encodeProgram(encoder, program, { device: core.device, buffers: this.#buffers, params });
      for (const { memory, from, bytes, staging, to } of copies) {
        encoder.copyBufferToBuffer(bufferOf(memory, this.#buffers), from, staging, to, bytes);
      }
      core.device.queue.submit([encoder.finish()]);
    });
    await checked;
  }

  /** The counts of a state that was too small. */
  #moveState(encoder: GPUCommandEncoder, former: GPUBuffer, state: GPUBuffer): void {
    encoder.copyBufferToBuffer(former, 0, state, 0, STATE_HEAD_BYTES);
    this.#parts.pool.give("vector", former);
  }

  #check(): void {
    this.#parts.core.check();
    this.#signal?.throwIfAborted();
    if (this.#isReleased) throw new InternalError("primitives that were released are used");
  }
}

/** Bytes of memory that are read. */
interface Part {
  readonly memory: Memory;
  readonly from: number;
  readonly bytes: number;
}

interface Copy extends Part {
  readonly staging: GPUBuffer;
  readonly to: number;
}
