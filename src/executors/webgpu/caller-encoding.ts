// What callers hand over to be recorded: encoders, buffers of columns, lengths that only the device may know. All of it is checked here, by the
// argument's name, before anything is recorded.

import type { SumOf } from "../../contracts/options.ts";
import { describe } from "../../values/describe.ts";
import { isNarrowType, type NarrowType } from "../../values/element-types.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import {
  type Column,
  columnsOf,
  flattenValue,
  pathText,
  type StoredType,
  type ValueType,
} from "../../values/value-types.ts";
import type { GpuCore } from "./device/gpu-core.ts";
import type { GpuCount, GpuRange } from "./gpu-plan.ts";
import { BUFFER_USAGE, deviceBytes, elementsInWord } from "./memory/buffers.ts";

// Node 20 has it; where it is missing, compiled `using` falls back to the registered symbol.
export const DISPOSE: symbol = Symbol.dispose ?? Symbol.for("Symbol.dispose");

/** What is recorded into a caller's encoders: nothing once it is released, and what the device finds wrong with it is told by `checked`. */
export class CallerEncoding {
  readonly #core: GpuCore;
  readonly #argument: "plan" | "algorithm";
  readonly #release: () => void;
  #pending: Promise<unknown> = Promise.resolve();
  #isReleased = false;

  constructor(core: GpuCore, argument: "plan" | "algorithm", release: () => void) {
    this.#core = core;
    this.#argument = argument;
    this.#release = release;
  }

  /** @throws InvalidArgumentError once it is released, and the error of a device that has ended */
  check(): void {
    if (this.#isReleased) {
      throw new InvalidArgumentError(this.#argument, "one that is not released", "a released one");
    }
    this.#core.check();
  }

  record(work: () => void): void {
    const { checked } = this.#core.guard(0, work, foreign);
    const both = Promise.all([this.#pending, checked]);
    both.catch(() => {});
    this.#pending = both;
  }

  async checked(): Promise<void> {
    await this.#pending;
  }

  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.#release();
  }
}

function foreign(message: string): InvalidArgumentError {
  return new InvalidArgumentError(
    "call",
    "over buffers of the plan's own device that are not destroyed",
    `one that it refuses: ${message}`,
  );
}

export function checkEncoder(encoder: unknown): void {
  if (typeof encoder === "object" && encoder !== null && "beginComputePass" in encoder) return;
  throw new InvalidArgumentError("encoder", "a GPUCommandEncoder", describe(encoder));
}

/** What a length may not exceed, and why. */
export interface Bound {
  readonly most: number;
  readonly fact: string;
}

function checkLength(argument: string, length: unknown, bounds: readonly Bound[]): number {
  if (!(Number.isSafeInteger(length) && (length as number) >= 0)) {
    throw new InvalidArgumentError(argument, "a whole number of elements, 0 or more", describe(length));
  }
  const broken = bounds.find(({ most }) => (length as number) > most);
  if (broken === undefined) return length as number;
  throw new InvalidArgumentError(argument, `at most ${broken.most}, ${broken.fact}`, `${length}`);
}

/** A length that is known here, or one that the device counts. @throws InvalidArgumentError for more than there is room for */
export function checkLengthOrCount(
  argument: string,
  given: unknown,
  bounds: readonly Bound[],
): number | GpuCount {
  if (typeof given !== "object" || given === null) return checkLength(argument, given, bounds);
  const { buffer, offset } = checkPlace(argument, given);
  const words = Math.floor(buffer.size / 4);
  if (offset >= words) {
    const expected = `less than ${words}, the words of its buffer`;
    throw new InvalidArgumentError(`${argument}.offset`, expected, `${offset}`);
  }
  const { atMost = Math.min(...bounds.map(({ most }) => most)) } = given as DeviceCount;
  return { buffer, offset, atMost: checkLength(`${argument}.atMost`, atMost, bounds) };
}

/** That columns have room for a length. */
export function roomOf(columns: readonly NamedRange[]): readonly Bound[] {
  return columns.map(({ name, room }) => ({ most: room, fact: `the elements that "${name}" has room for` }));
}

/** Elements in a buffer: from its beginning, or from an element on. i64, u64 and f64 take two words, low word first; bool takes one, 0 or 1. */
export type DeviceElements = GPUBuffer | { readonly buffer: GPUBuffer; readonly offset?: number | undefined };

/** What values in buffers may be. Narrow elements stand side by side, two or four to a word, the lowest bits first. */
export type HeldType = ValueType | NarrowType;

/** What values of a buffer are computed with: narrow ones widen. */
export type WideType<Type extends HeldType> = Type extends NarrowType
  ? SumOf<Type>
  : Type extends ValueType
    ? Type
    : never;

/** What holds values of a type on a device: of a record its columns by name, in the shape of the type. */
export type DeviceColumns<Type extends HeldType> = Type extends StoredType
  ? DeviceElements
  : { readonly [Field in keyof Type]: Type[Field] extends ValueType ? DeviceColumns<Type[Field]> : never };

/** The columns of what buffers hold. */
export function heldColumns(
  type: HeldType,
): readonly (Pick<Column, "path"> & { readonly type: StoredType })[] {
  return isNarrow(type) ? [{ path: [], type }] : columnsOf(type);
}

/** Whether a type is a narrow one. */
export function isNarrow(type: HeldType): type is NarrowType {
  return typeof type === "string" && isNarrowType(type);
}

/** Elements that a buffer has room for, in whole words. */
function elementsIn({ size }: GPUBuffer, type: StoredType): number {
  if (isNarrowType(type)) return Math.floor(size / 4) * elementsInWord(type);
  return Math.floor(size / deviceBytes(type));
}

/** An element count in a buffer, one u32, which the GPU may still have to write. */
export interface DeviceCount {
  readonly buffer: GPUBuffer; // with usage STORAGE
  readonly offset?: number | undefined; // in u32 words; default: 0
  readonly atMost?: number | undefined; // a larger count is taken as this; default: what buffers and plan have room for
}

/** A column on a device, with what messages call it. */
export interface NamedRange extends GpuRange {
  readonly name: string;
  readonly room: number; // elements from `offset` to the end of the buffer
}

/** The columns of a call, in the order of the type, checked one by one. @throws InvalidArgumentError naming the column */
export function checkRanges(
  type: HeldType,
  given: unknown,
  argument: string,
  columns: ReturnType<typeof heldColumns> = heldColumns(type),
): readonly NamedRange[] {
  const leaves = typeof type === "string" ? [given] : flattenValue(type, given, argument);
  return columns.map((column, i) => {
    const name = column.path.length === 0 ? argument : `${argument}.${pathText(column)}`;
    const { buffer, offset } = checkPlace(name, leaves[i]);
    const room = elementsIn(buffer, column.type) - offset;
    if (room < 0) {
      throw new InvalidArgumentError(
        `${name}.offset`,
        `at most ${room + offset}, the elements of its buffer`,
        `${offset}`,
      );
    }
    return { name, buffer, offset, room };
  });
}

/** A buffer and an offset in it: of elements, or of words where a count is. @throws InvalidArgumentError */
function checkPlace(name: string, given: unknown): GpuRange {
  const place = isObject(given) && !isBuffer(given) ? given : { buffer: given };
  const { buffer, offset = 0 } = place as { readonly buffer: unknown; readonly offset?: unknown };
  if (!isBuffer(buffer)) {
    throw new InvalidArgumentError(name, "a GPUBuffer, or { buffer, offset }", describe(given));
  }
  if ((buffer.usage & BUFFER_USAGE.storage) === 0) {
    const expected = "a buffer with usage STORAGE, which kernels need";
    throw new InvalidArgumentError(name, expected, `one with usage 0x${buffer.usage.toString(16)}`);
  }
  if (buffer.mapState !== "unmapped")
    throw new InvalidArgumentError(name, "an unmapped buffer", `one that is ${buffer.mapState}`);
  if (!(Number.isSafeInteger(offset) && (offset as number) >= 0)) {
    throw new InvalidArgumentError(
      `${name}.offset`,
      "a whole number of elements, 0 or more",
      describe(offset),
    );
  }
  return { buffer, offset: offset as number };
}

/**
 * Refuses outputs that a kernel could not write while it reads inputs.
 *
 * @throws InvalidArgumentError with the reason
 */
export function checkBuffersApart(
  inputs: readonly NamedRange[],
  outputs: readonly NamedRange[],
  length: number,
): void {
  outputs.forEach((output, i) => {
    const input = inputs.find(({ buffer }) => buffer === output.buffer);
    if (input !== undefined) {
      const isShared = input.offset < output.offset + length && output.offset < input.offset + length;
      const reason = isShared
        ? "input is read again after outputs were written, where a workgroup does not publish in time"
        : "WebGPU lets no kernel read and write one buffer, not even apart";
      throw new InvalidArgumentError(
        output.name,
        `in another buffer than "${input.name}" (${reason})`,
        "the same buffer",
      );
    }
    const former = outputs.slice(0, i).find(({ buffer }) => buffer === output.buffer);
    if (former !== undefined) {
      throw new InvalidArgumentError(
        output.name,
        `in another buffer than "${former.name}"`,
        "the same buffer",
      );
    }
  });
}

/** Objects of WebGPU have no class that every host knows by name. */
function isBuffer(value: unknown): value is GPUBuffer {
  return isObject(value) && "mapState" in value && "usage" in value && "getMappedRange" in value;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
