import type { FunctionBuilder } from "../../../../codegen/wasm/module.ts";
import type { Arena } from "../../memory/arena.ts";
import type { RunnerSetting } from "../../runner.ts";
import { type LazyKernel, lazyKernels } from "../lazy-kernels.ts";
import { blockScan } from "./kernels/dyadic-block.kernel.ts";
import {
  type BlockJoin,
  collapse,
  elementReduce,
  elementScan,
  observeDyadic,
} from "./kernels/dyadic-element.kernel.ts";
import { GROUP, groupScan, NARROW_GROUP } from "./kernels/dyadic-group.kernel.ts";
import { stripReduce, unitReduce } from "./kernels/dyadic-reduce.kernel.ts";
import { unitScan } from "./kernels/dyadic-unit.kernel.ts";
import { wholeReduce, wholeScan } from "./kernels/dyadic-whole.kernel.ts";

/** Longest block that is scanned a group at a time; beyond, one at a time is as fast in cache and faster out of it. */
const LONGEST_GROUPED_BLOCK = 32;
/**
 * Input and output bytes of one piece from which memory may be the limit. Groups that would fill a page are narrow there: beyond the last-level cache
 * that is worth a fifth (Zen 4, f64, n = 2^20: 15.1 against 12.4 GB/s; n = 2^24: 13.2 against 11.1), within it, it costs a twentieth. Single
 * blocks are slower still there and faster on Intel, so that the machine decides (faster-way.ts). Workers, whose arrays are long, scan
 * pieces of this size.
 */
const LONG_BYTES = 2 ** 22;
/** Elements of 8 bytes in a block of which GROUP fill a page of 4 KiB. */
const PAGED_BLOCK = 32;
/** Longest block with straight-line code of its own; longer ones go by units. */
const LONGEST_STRAIGHT_BLOCK = 64;

/** Where the blocks of an expression lie, and how they are joined; length is Infinity where there are none. */
export interface Blocks {
  readonly length: number;
  readonly join: BlockJoin;
}

export const NO_BLOCKS: Blocks = { length: Number.POSITIVE_INFINITY, join: "dyadic" };

/** Which kernels fit an operator and its blocks, whatever the position. */
export interface Fit {
  readonly grouped: boolean; // blocks a group at a time
  readonly longFrom: number; // elements of one piece from which memory may be the limit
  readonly longGroup: number; // blocks of a group from there on
  readonly straight: boolean; // blocks one at a time
  readonly inUnits: boolean; // long blocks, or none
  readonly inRanges: boolean; // a reduce may forget the blocks: T over roots of power-of-two blocks is T over their elements
}

/** See Fit. */
export function fitOf(setting: RunnerSetting, blocks: Blocks): Fit {
  const isPowerOfTwo =
    blocks.length === Number.POSITIVE_INFINITY || Number.isInteger(Math.log2(blocks.length));
  const { laneBytes } = setting.subject.terms;
  const isVector = laneBytes !== undefined && isPowerOfTwo;
  const straight = isVector && blocks.length >= 16 / laneBytes && blocks.length <= LONGEST_STRAIGHT_BLOCK;
  const grouped = straight && blocks.length <= LONGEST_GROUPED_BLOCK;
  return {
    grouped,
    longFrom: grouped ? LONG_BYTES / (2 * laneBytes) : Number.POSITIVE_INFINITY,
    longGroup: laneBytes === 8 && blocks.length === PAGED_BLOCK ? NARROW_GROUP : GROUP,
    straight,
    inUnits: isVector && blocks.length > LONGEST_STRAIGHT_BLOCK,
    inRanges: isVector && blocks.join === "dyadic",
  };
}

export type DyadicKernels = ReturnType<typeof dyadicKernels>;

/** The kernels of a dyadic expression in an arena. */
export function dyadicKernels(arena: Arena, setting: RunnerSetting, { length, join }: Blocks) {
  const { subject, inColumns } = setting;
  const ofAny = (build: () => FunctionBuilder): LazyKernel => ({ key: "", build: () => [build()] });
  const perLength = (build: () => FunctionBuilder): LazyKernel => ({
    key: `${length}`,
    build: () => [build()],
  });
  return lazyKernels(arena, `${setting.key} ${join}`, {
    elementScan: ofAny(() => elementScan(subject, join)),
    elementReduce: ofAny(() => elementReduce(subject, join)),
    groupScan: perLength(() => groupScan(subject, length, join, inColumns)),
    narrowGroupScan: perLength(() => groupScan(subject, length, join, inColumns, NARROW_GROUP)),
    blockScan: perLength(() => blockScan(subject, length, join)),
    unitScan: ofAny(() => unitScan(subject, join)),
    stripReduce: ofAny(() => stripReduce(subject)),
    unitReduce: ofAny(() => unitReduce(subject)),
    collapse: ofAny(() => collapse(subject)),
    observe: ofAny(() => observeDyadic(subject, join)),
    wholeScan: { key: `${length}`, build: () => wholeScan(subject, length, join) },
    wholeReduce: { key: "", build: () => wholeReduce(subject, join) },
  });
}
