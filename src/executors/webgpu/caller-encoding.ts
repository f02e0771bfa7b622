import { describe } from "../../values/describe.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import type { GpuCore } from "./device/gpu-core.ts";
import { checkPlace, type DeviceCount, type NamedRange } from "./device-ranges.ts";
import type { GpuCount } from "./gpu-plan.ts";

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
