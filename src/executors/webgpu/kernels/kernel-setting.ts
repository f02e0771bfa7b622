import type { OperatorBody } from "../../../operators/operator.ts";
import type { ScalarType } from "../../../values/element-types.ts";
import type { BlockNetwork } from "../families/network/block-network.ts";
import type { MappedInput } from "./mapped-input.ts";
import type { CarriedBlocks, TileShape } from "./tile-shape.ts";

/**
 * How floats are combined.
 *
 * - `integer`: on their bits, as WGSL fixes it on every device.
 * - `certified`: f32 addition by the device's own where the grid argument holds, else on bits; only of pipelines that have a certificate.
 * - `native`: f32 operations by the device's own, whatever that gives: below determinism "everywhere".
 */
export type Arithmetic = "integer" | "certified" | "native";

/** What a kernel is written for. Two settings that are equal give the same text. */
export interface KernelSetting {
  readonly shape: TileShape;
  readonly blockLength: number; // a power of two, or the width of `blockNetwork`; Infinity where there is one block
  readonly blockNetwork?: BlockNetwork | undefined; // what a block is computed by; default: the dyadic tree
  readonly carried?: CarriedBlocks | undefined; // of a linear carry whose blocks are no dyadic part of a tile; then `blockLength` is Infinity
  readonly types: readonly ScalarType[]; // of the columns as they come
  readonly sums: readonly ScalarType[]; // of the columns as they are combined and go
  readonly mapped?: MappedInput | undefined; // how elements, whose columns are of `types`, come from others that are bound; default: they are bound
  readonly operator: OperatorBody; // over the sums, its sides swapped for a backward contract
  readonly observation: "reduce" | "inclusive-scan" | "exclusive-scan";
  readonly placement: "none" | "outside" | "first";
  readonly isBackward: boolean;
  readonly arithmetic: Arithmetic;
  readonly isVectorised: boolean; // whether input columns, all of one word, are bound as vec4 too, after the outputs, and runs are four
  readonly network: "dyadic" | "agnostic"; // of a tile's scan; agnostic for operators that are associative bit for bit, as if blocks were tiles
  readonly subgroups: "none" | "numbered" | "drawn"; // whether lanes of a subgroup shuffle; how subgroups are told apart: by WGSL's subgroup_id, or by a draw
  readonly plantedCombine?: string | undefined; // in the place of a kernel's native combine, to show that a check of it can fail
  readonly isInspected: boolean; // whether counters are kept and the simulated faults of `params` heeded
}

/** The words of `params`, by name: what changes from call to call. */
export const PARAMS = {
  positions: 0, // of this chunk's sequence, an initial value that stands first among them
  tileCount: 1,
  lead: 2, // 1 in the first chunk where an initial value stands first, else 0
  inputs: 3, // elements of the input
  chunk: 4,
  isLast: 5,
  pollLimit: 6,
  fault: 7, // FAULTS, of inspected kernels
  faultMask: 8,
  isInitialClean: 9, // 1 where there is no initial value, or one that may be added natively
  ranges: 10, // for each input column, then each output column, its offset in words; then the initial value's words; then those of mapped input
} as const;

/** Simulated faults. */
export const FAULTS = {
  withhold: 1, // a tile publishes nothing unless (tile + 1) & faultMask is not 0: the seed's simulated blocking
  reverse: 2, // tiles are drawn last first
  blind: 4, // no load sees a publication
  tear: 8, // time passes between the words of a publication
  bits: 16, // a certified kernel adds nothing natively
} as const;

/** The words of `state`, by name: what stays from call to call. The table follows the carry. */
export const STATE = {
  ticket: 0,
  done: 1,
  epoch: 2,
  carryTaint: 3, // bit k: the root of level k is of elements that may not be added natively
  counters: 4, // COUNTERS, of inspected kernels
  carry: 16, // the root of level k of the chunks so far, at carry + k · words
} as const;

/** Of inspected kernels, summed over all calls. */
export const COUNTERS = [
  "polls",
  "fallbacks",
  "recomputed",
  "publications",
  "native",
  "integer",
  "lookBackSteps", // tiles whose roots were taken on the way back, one by one
  "elementReads",
  "elementWrites",
] as const;

/** What `counters()` of a plan prepared with `counts: true` counts, such as waiting, recomputing, and elements read and written. */
export type Counter = (typeof COUNTERS)[number];

/** Bits of a chunk's number. */
export const CARRY_LEVELS = 32;

/** Values that stay from chunk to chunk: one for each level, or those of a chain in two places. */
const CARRY_PLACES = 2 * CARRY_LEVELS;

/** Where counts end, which lie in the place of carries in a run of primitives: a program with loops counts some in each turn. */
export const COUNTS_END = 1024;

/** The first word of the table, where carries or a run's counts end. */
export function tableStart(words: number): number {
  return Math.max(COUNTS_END, STATE.carry + CARRY_PLACES * words);
}

/** An increment of a counter of inspected kernels. */
export function countText({ isInspected }: KernelSetting, counter: Counter, by = 1): string {
  return isInspected ? `atomicAdd(&state[${STATE.counters + COUNTERS.indexOf(counter)}u], ${by}u);` : "";
}
