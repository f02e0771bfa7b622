import type { TypedContract } from "../../contracts/contract.ts";
import { ELEMENT_TYPE_FACTS, type ElementArray, type ElementType } from "../../values/element-types.ts";
import { type Arena, STAGE_LENGTH } from "./arena.ts";
import { reverse, widen } from "./kernels/convert.kernel.ts";

/** Where the elements of one call come from: chunks of the sequence, in its order and in the accumulation type. */
export interface Source {
  readonly chunkLength: number; // elements that one `at` may ask for
  /** The address of elements [start, start + length) of the sequence; valid until the next call. */
  readonly at: (start: number, length: number) => number;
}

/** Where the values of one call go. */
export interface Sink {
  readonly chunkLength: number;
  /** The address where the values of [start, start + length) of the sequence are to be written. */
  readonly at: (start: number, length: number) => number;
  /** Puts them where they belong. */
  readonly flush: (start: number, length: number) => void;
}

/** Reads `input` where it lies, when it lies in the arena in the right type and order, else by stages. */
export function openSource(arena: Arena, contract: TypedContract, input: ElementArray): Source {
  const type = contract.type as ElementType;
  const isBackward = contract.direction === "backward";
  const isWidened = contract.accumulate !== type;
  const bytes = ELEMENT_TYPE_FACTS[type].bytes;
  const inArena = arena.heap.owns(input.buffer);
  if (inArena && !isBackward && !isWidened) {
    return { chunkLength: Number.POSITIVE_INFINITY, at: (start) => input.byteOffset + start * bytes };
  }
  const reverseStage = isBackward
    ? arena.kernels(`${type} reverse`, () => [reverse(type)]).reverse
    : undefined;
  const widenStage = isWidened
    ? arena.kernels(`${type} ${contract.accumulate} widen`, () => [widen(type, contract.accumulate)]).widen
    : undefined;
  const first = widenStage === undefined && reverseStage === undefined ? arena.inputStage : arena.rawStage;
  return {
    chunkLength: STAGE_LENGTH,
    at(start, length) {
      const from = isBackward ? input.length - start - length : start;
      let address = first;
      if (inArena) address = input.byteOffset + from * bytes;
      else copyElements(arena.heap.view(type), first / bytes, input, from, length);
      if (reverseStage !== undefined) {
        // Between the raw and the input stage the output stage is still free.
        const target = widenStage === undefined ? arena.inputStage : arena.outputStage;
        reverseStage(address, target, length);
        address = target;
      }
      if (widenStage !== undefined) {
        widenStage(address, arena.inputStage, length);
        address = arena.inputStage;
      }
      return address;
    },
  };
}

/** How the values of a scan are placed against the elements: an exclusive scan gives what was known before each element. */
export type Shift = "inclusive" | "exclusive";

/**
 * Writes values where they belong, when that place is in the arena and in sequence order, else by stages.
 *
 * The slot before a chunk's place holds the value before the chunk, so an exclusive scan only writes one element further back.
 */
export function openSink(
  arena: Arena,
  contract: TypedContract,
  shift: Shift,
  output: ElementArray,
  isInPlace: boolean,
): Sink {
  const type = contract.accumulate;
  const isBackward = contract.direction === "backward";
  const bytes = ELEMENT_TYPE_FACTS[type].bytes;
  const inArena = arena.heap.owns(output.buffer);
  if (inArena && !isBackward && shift === "inclusive") {
    return {
      chunkLength: Number.POSITIVE_INFINITY,
      at: (start) => output.byteOffset + start * bytes,
      flush: () => {},
    };
  }
  if (inArena && !isBackward && !isInPlace) {
    return {
      chunkLength: Number.POSITIVE_INFINITY,
      at: (start) => output.byteOffset + (start + 1) * bytes,
      flush: () => {},
    };
  }
  const reverseStage = isBackward
    ? arena.kernels(`${type} reverse`, () => [reverse(type)]).reverse
    : undefined;
  const before = shift === "exclusive" ? 1 : 0;
  return {
    chunkLength: STAGE_LENGTH,
    at: () => arena.outputStage,
    flush(start, length) {
      const view = arena.heap.view(type);
      let address = arena.outputStage - before * bytes;
      if (reverseStage !== undefined) {
        reverseStage(address, arena.rawStage, length);
        address = arena.rawStage;
      }
      const from = address / bytes;
      const to = isBackward ? output.length - start - length : start;
      if (length < SHORT_COPY) for (let i = 0; i < length; i++) output[to + i] = view[from + i];
      else setElements(output, view.subarray(from, from + length), to);
      if (before === 1) {
        const last = arena.outputStage / bytes + length - 1;
        (view as { [index: number]: number | bigint })[arena.outputStage / bytes - 1] = view[last];
      }
    },
  };
}

/** Below this length a loop is faster than making a view. */
const SHORT_COPY = 32;

function copyElements(
  view: ElementArray,
  at: number,
  input: ElementArray,
  from: number,
  length: number,
): void {
  setElements(view, from === 0 && length === input.length ? input : input.subarray(from, from + length), at);
}

function setElements(target: ElementArray, source: ElementArray, at: number): void {
  (target as Float64Array).set(source as Float64Array, at);
}
