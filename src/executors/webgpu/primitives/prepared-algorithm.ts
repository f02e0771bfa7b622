// An algorithm that is recorded anew for each call, as its lengths and buffers are the call's. Kernels never depend on lengths, so that all of them
// are compiled when it is prepared.

import { isNarrowType, type ScalarType } from "../../../values/element-types.ts";
import { EmptyInputError, InternalError, InvalidArgumentError } from "../../../values/errors.ts";
import { type ColumnArray, columnType, type StoredType } from "../../../values/value-types.ts";
import type { Primitives } from "../../primitives.ts";
import type { NamedRange } from "../caller-encoding.ts";
import { EXECUTOR_NAME } from "../device/gpu-core.ts";
import type { GpuCount } from "../gpu-plan.ts";
import { BUFFER_USAGE, deviceBytes, elementsInWord, ParamBuffers, upload } from "../memory/buffers.ts";
import { COPY, GIVE_COUNT, TAKE_COUNT, wordType } from "./element-kernels.ts";
import { type GpuVector, slotOf } from "./lazy-flags.ts";
import {
  exactly,
  type Length,
  type LookBackSetting,
  type Memory,
  type Slot,
  STATE_MEMORY,
} from "./machine.ts";
import { productSlots } from "./products.ts";
import { encodeProgram, type Makers, Workshop } from "./program.ts";
import { LEAST_BYTES, Recording } from "./recording.ts";
import { productsOfSlots, recordedPrimitives } from "./webgpu-primitives.ts";
import { widenedSlot } from "./widen-slots.ts";

/** Where memory is that a caller gave for a result. */
interface Place {
  readonly buffer: GPUBuffer;
  readonly byteOffset: number; // where its first byte is
}

/** The memory of an algorithm that is recorded more than once: its k-th scratch is the same buffer each time, unless it has to grow. */
class ReusedMemory {
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

/** Steps over vectors of a device: they record, and wait for nothing. */
export type RecordSteps = (
  on: Primitives<GpuVector>,
  input: readonly GpuVector[],
  room: number, // elements that there is room for in the results
) => readonly GpuVector[];

/** Columns of one length. */
interface DeviceArgument {
  readonly types: readonly StoredType[]; // of the caller's buffers: steps have what these widen to
  readonly length?: number | undefined; // of every call; default: that of the call
}

/** What is to be prepared: steps whose kernels are those of any length. */
interface AlgorithmToPrepare {
  readonly arguments: readonly DeviceArgument[];
  readonly record: RecordSteps;
  readonly longest: number; // elements of any column
  readonly lookBack?: LookBackSetting | undefined;
}

/** A call that has been checked but for the room of its outputs. */
export interface CheckedAlgorithmCall {
  readonly arguments: readonly {
    readonly columns: readonly NamedRange[];
    readonly length: number | GpuCount;
  }[];
  readonly output: readonly NamedRange[];
  readonly counts: readonly { readonly of: number; readonly range: NamedRange }[]; // where the lengths of outputs go
}

/** Steps with all that they need on a device. Calls are to be submitted in the order in which they were recorded, as they share scratch. */
export class PreparedAlgorithm {
  readonly #parts: Makers;
  readonly #given: AlgorithmToPrepare;
  readonly #workshop: Workshop;
  readonly #memory: ReusedMemory;

  private constructor(parts: Makers, given: AlgorithmToPrepare) {
    this.#parts = parts;
    this.#given = given;
    this.#workshop = new Workshop(parts);
    this.#memory = new ReusedMemory(parts.core.device);
  }

  /** Compiles all that the steps record, with lengths of the host's and with counts of the device's. @throws what compiling throws */
  static async prepare(parts: Makers, given: AlgorithmToPrepare): Promise<PreparedAlgorithm> {
    const prepared = new PreparedAlgorithm(parts, given);
    try {
      for (const atMost of [0, 1, Math.min(given.longest, LONG)]) {
        for (const isCounted of [false, true]) await prepared.#prepareSample(atMost, isCounted);
      }
    } catch (error) {
      prepared.release();
      throw error;
    }
    return prepared;
  }

  /** Records a call; submits and reads nothing. @throws InvalidArgumentError for outputs without enough room */
  encode(encoder: GPUCommandEncoder, call: CheckedAlgorithmCall): void {
    const recording = this.#recording();
    const input = call.arguments.flatMap(({ columns, length }, i) => {
      const known = lengthOf(recording, length);
      return columns.map((range, k) => givenSlot(recording, range, this.#given.arguments[i].types[k], known));
    });
    const room = Math.min(...call.output.map((range) => range.room));
    const results = this.#record(recording, input, room);
    const placed = new Map<Memory, Place>();
    results.forEach((slot, i) => {
      place(recording, slot, call.output[i], placed);
    });
    for (const { of, range } of call.counts) {
      giveCount(recording, results[of].length, slotIn(range, "u32", exactly(1)));
    }
    const offsetOf = (memory: Memory): number => placed.get(memory)?.byteOffset ?? 0;
    const program = this.#workshop.programOf(recording.takeCommands(), offsetOf);
    encodeProgram(encoder, program, {
      device: this.#parts.core.device,
      buffers: this.#memory.fit(recording, placed),
      params: program.params && this.#memory.paramsOf(program.params),
    });
  }

  /** Gives scratch back. What was recorded must have been submitted. */
  release(): void {
    this.#memory.release();
    this.#workshop.release();
  }

  /** Compiles what a call of some length records; less where that has no result. */
  async #prepareSample(atMost: number, isCounted: boolean): Promise<void> {
    const recording = this.#recording();
    const input = this.#given.arguments.flatMap(({ types, length }) => {
      const count = isCounted && length === undefined ? recording.newCount() : undefined;
      if (count !== undefined) takeCount(recording, recording.scratch("u32", exactly(1)), count.word, atMost);
      return types.map((type) => sampleSlot(recording, type, { atMost: length ?? atMost, count }));
    });
    try {
      const output = this.#record(recording, input, atMost);
      for (const slot of output) copyInto(recording, slot, recording.scratch(slot.type, slot.length));
      giveCount(recording, output[0].length, recording.scratch("u32", exactly(1)));
    } catch (error) {
      if (!(error instanceof EmptyInputError)) throw error;
    }
    await this.#workshop.prepare(recording.takeCommands());
  }

  #recording(): Recording {
    const { lookBack = {}, longest } = this.#given;
    return new Recording(this.#parts.core.device, lookBack, longest);
  }

  #record(recording: Recording, input: readonly Slot[], room: number): readonly Slot[] {
    const absent = (): never => {
      throw new InternalError("steps for buffers take columns");
    };
    const on: Primitives<GpuVector> = {
      ...recordedPrimitives(recording),
      executor: EXECUTOR_NAME,
      typeOf: ({ type }) => type,
      reduceProducts: (contract, products) =>
        productSlots(recording, { elements: 0 }, contract, productsOfSlots(recording, products)),
      place: (column) => this.#memory.place(column),
      take: absent,
      release: absent,
    };
    return this.#given.record(on, input, room).map((vector) => slotOf(recording, vector));
  }
}

/** A length that takes every kernel that longer ones take. */
const LONG = 2 ** 22;

function slotIn({ buffer, offset }: NamedRange, type: ScalarType, length: Length): Slot {
  return { type, memory: memoryOf(buffer), offset, length };
}

function memoryOf(given: GPUBuffer): Memory {
  return { bytes: given.size, given };
}

/** A column of an argument: where it lies, or widened. */
function givenSlot(recording: Recording, range: NamedRange, type: StoredType, length: Length): Slot {
  if (!isNarrowType(type)) return slotIn(range, type, length);
  return widenedSlot(recording, type, memoryOf(range.buffer), { offset: range.offset, length });
}

/** The same of a call that there is none of. */
function sampleSlot(recording: Recording, type: StoredType, length: Length): Slot {
  if (!isNarrowType(type)) return recording.scratch(type, length);
  const words = exactly(Math.ceil(length.atMost / elementsInWord(type)));
  return widenedSlot(recording, type, recording.scratch("u32", words).memory, { offset: 0, length });
}

function lengthOf(recording: Recording, length: number | GpuCount): Length {
  if (typeof length === "number") return exactly(length);
  const { buffer, offset, atMost } = length;
  const count = recording.newCount();
  const memory = memoryOf(buffer);
  takeCount(recording, { type: "u32", memory, offset, length: exactly(1) }, count.word, atMost);
  return { atMost, count };
}

function takeCount(recording: Recording, slot: Slot, word: number, atMost: number): void {
  recording.run(TAKE_COUNT, { columns: [slot], words: [word, atMost], workgroups: 1 });
}

function giveCount(recording: Recording, length: Length, slot: Slot): void {
  recording.run(GIVE_COUNT, { columns: [slot], lengths: [length], workgroups: 1 });
}

function copyInto(recording: Recording, slot: Slot, target: Slot): void {
  recording.run(COPY[wordType(slot.type)], {
    columns: [slot, { ...target, length: slot.length }],
    lengths: [slot.length],
  });
}

/** Puts a result where the caller wants it: its memory itself, where it is the algorithm's own and has nothing behind the result, or a copy. */
function place(recording: Recording, slot: Slot, range: NamedRange, placed: Map<Memory, Place>): void {
  const { atMost } = slot.length;
  if (range.room < atMost) {
    throw new InvalidArgumentError(range.name, `room for ${atMost} elements`, `room for ${range.room}`);
  }
  const { memory, offset } = slot;
  const isWhole = memory.bytes <= Math.max(LEAST_BYTES, atMost * deviceBytes(slot.type));
  const isOwn = isWhole && recording.memories.includes(memory) && !recording.isCleared(memory);
  if (!isOwn || offset !== 0 || placed.has(memory))
    copyInto(recording, slot, slotIn(range, slot.type, slot.length));
  else placed.set(memory, { buffer: range.buffer, byteOffset: range.offset * deviceBytes(slot.type) });
}
