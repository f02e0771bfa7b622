import type { ColumnContract } from "../../contracts/column-contract.ts";
import type { MappedCall } from "./kernels/mapped-input.ts";

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

export interface GpuChunk {
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
