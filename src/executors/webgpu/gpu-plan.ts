// What a compiled plan is to everything that records calls: the interface, and how arrays are cut into the chunks that a device can bind.

import type { ColumnContract } from "../../contracts/column-contract.ts";
import type { MappedCall } from "./kernels/mapped-input.ts";

/** What bears on how an array is cut. */
type Cut = Pick<GpuPlan, "contract" | "observation" | "chunkLength" | "cutLength">;

/** Elements of an array, from `start` on and before `end`. */
interface Slice {
  readonly start: number;
  readonly end: number;
}

/** One call of a plan over a part of an array. */
export interface ChunkSlice {
  readonly input: Slice;
  readonly output: Slice; // of a reduce the one element that it gives
  readonly chunk: GpuChunk | undefined; // undefined: the whole array
}

const ONE: Slice = { start: 0, end: 1 };

/** The calls that a plan needs for an array of `length` elements, in their order: one where it fits in a chunk. */
export function* chunkSlices(
  { contract, observation, chunkLength, cutLength = Number.POSITIVE_INFINITY }: Cut,
  length: number,
): Generator<ChunkSlice> {
  const lead = contract.initial?.placement === "first" ? 1 : 0;
  const isExclusive = observation === "exclusive-scan";
  // The last element of an exclusive scan's sequence is in no output, so that its place goes to the initial value.
  const positions = isExclusive ? length : length + lead;
  const whole = { start: 0, end: length };
  if (positions <= chunkLength) {
    yield { input: whole, output: observation === "reduce" ? ONE : whole, chunk: undefined };
    return;
  }
  const inArray = ({ start, end }: Slice): Slice =>
    contract.direction === "backward" ? { start: length - end, end: length - start } : { start, end };
  for (let index = 0, first = 0, end = 0; first < positions; index++, first = end) {
    const cut = first - (first % cutLength) + cutLength;
    end = Math.min(positions, first + chunkLength, cut);
    const input = { start: Math.max(0, first - lead), end: end - lead };
    const output = isExclusive ? { start: first, end } : input;
    yield {
      input: inArray(input),
      output: observation === "reduce" ? ONE : inArray(output),
      chunk: { index, isLast: end === positions },
    };
  }
}

/** Elements of one column in a buffer. */
export interface GpuRange {
  readonly buffer: GPUBuffer;
  readonly offset: number; // in elements
}

/** An element count that the GPU wrote: one u32. */
export interface GpuCount {
  readonly buffer: GPUBuffer;
  readonly offset: number; // in u32 words
  readonly atMost: number; // elements that buffers and plan have room for; a larger count is taken as this one
}

/**
 * What is done once with a plan: over a whole array, or over a chunk of one that goes on from the chunk before.
 *
 * Chunk j covers positions [j·C, (j + 1)·C) of the sequence, C being `chunkLength` and the position before the array's first element
 * being 0 where an initial value stands first (`lead` = 1, else 0); shorter ones where the plan has a `cutLength`. A chunk's ranges hold its elements in array order; of a backward
 * contract the chunk at the end of the array comes first.
 *
 * | observation | input of a chunk | output of a chunk |
 * |---|---|---|
 * | reduce, inclusive scan | the elements at its positions | as many, at the same positions; of a reduce one element, by the last chunk |
 * | exclusive scan | the elements at its positions, without the array's last where an initial value stands first | one at each position: i at i − 0 |
 */
export interface GpuCall {
  readonly input: readonly GpuRange[]; // by column
  readonly output: readonly GpuRange[]; // by column
  readonly length: number | GpuCount; // elements of `input`; of a whole array, elements of the array
  readonly chunk?: GpuChunk | undefined; // default: the whole array, which is at most `chunkLength` positions
  readonly mapped?: MappedCall | undefined; // of a plan whose input is mapped: `input` are the columns among the sources
  readonly isWithheld?: boolean | undefined; // default: false; native kernels publish nothing of one tile in 16, which others recompute
}

interface GpuChunk {
  readonly index: number;
  readonly isLast: boolean; // all others are full, or end at a multiple of `cutLength`
}

/**
 * A contract and observation ready on a device: pipelines are compiled, scratch is there and used again.
 *
 * Calls of one plan must not overlap on the GPU: all are recorded for one queue.
 */
export interface GpuPlan {
  readonly contract: ColumnContract;
  readonly observation: "reduce" | "inclusive-scan" | "exclusive-scan";
  /** Positions of the sequence, an initial value that stands first among them, that one chunk covers. */
  readonly chunkLength: number;
  /** Where a chunk ends before it is full: at the multiples of so many positions. Default: nowhere. */
  readonly cutLength?: number | undefined;
  /** Records the call; submits and reads nothing. Arguments have been checked. */
  encode(encoder: GPUCommandEncoder, call: GpuCall): void;
  /** Gives scratch back; what was encoded must have been submitted. */
  release(): void;
}
