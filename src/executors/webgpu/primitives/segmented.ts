// Folds of segments: which kernels a contract's expression takes, and the dispatches that a call records.

import { type ColumnContract, derivedContract } from "../../../contracts/column-contract.ts";
import type { Observation } from "../../../contracts/contract.ts";
import { contractsInTwo } from "../../../contracts/part-elsewhere.ts";
import { iteratedPairwise, leftFold } from "../../../expressions/expression.ts";
import type { Row } from "../../../values/value-types.ts";
import { familyOf, type Parts } from "../families.ts";
import { checkServed, checkTermsServed, servedContract } from "../serving.ts";
import { kernelSetting, tileLimits } from "../setting.ts";

import type { Machine, Slot } from "./machine.ts";
import { gatherSlots } from "./move-slots.ts";
import { SegmentCall, type SegmentedColumns, segmentLength } from "./segment-call.ts";
import { dyadicFold } from "./segment-fold.wgsl.ts";
import { type SegmentParts, segmentParts } from "./segment-parts.ts";
import {
  bisectedSlots,
  blockSlots,
  chainSlots,
  insertInitial,
  laneSlots,
  networkSlots,
  pickSlots,
} from "./segment-prefixes.ts";
import { JOIN_THREADS, segmentJoinKernel, segmentRootsKernel } from "./segment-roots.wgsl.ts";
import { segmentSums } from "./segment-sums.ts";
import { segmentTile } from "./segment-text.wgsl.ts";

/** A block level that is above that of any range: there are no blocks. */
const NO_BLOCKS = 32;

/**
 * The reduce, or the prefixes, of each segment alone: trees are anchored where segments begin, or where they end if that is backward.
 *
 * 1. Roots of the dyadic ranges of every segment, in tiles, then across tiles, level by level: twice as long ranges in every dispatch, half as many.
 * 2. Of a scan over blocks, what stands before each block.
 * 3. Each element, or segment, folds the roots that make up its prefix.
 *
 * No workgroup waits for another, and none has more work for having one long segment or many short ones. Sums without an order go a way of
 * their own; other trees are made of dyadic ones, of chains, for which each segment has a thread, and of networks, for which each block has one.
 *
 * @throws UnsupportedError for an expression that has no kernels, or more columns than a kernel binds
 * @see docs/notes/gpu-sort-and-segments.md
 */
export function segmentedSlots(
  machine: Machine,
  contract: ColumnContract,
  observation: Observation,
  columns: readonly Slot[],
  offsets: Slot,
  empty: Row | undefined,
): readonly Slot[] {
  const served = keepsOrder(contract) ? servedContract(contract) : contract;
  const { sum, parts, isDyadic, check } = familyOf(served.expression);
  if (sum !== undefined) {
    const segments = { offsets, segmentLength: segmentLength(machine, offsets), empty: empty?.[0] };
    return [segmentSums(machine, served, sum, observation, { column: columns[0], ...segments })];
  }
  if (isDyadic !== true && parts === undefined) checkServed(machine, served, observation);
  check?.();
  checkTermsServed(served.terms);
  const given: SegmentedColumns = { columns, offsets, empty };
  if (parts === undefined)
    return dyadicSlots(new SegmentCall(machine, served, observation, given), served, given);
  if (parts.kind === "chain") return chainSlots(new SegmentCall(machine, served, observation, given), given);
  if (served.initial?.placement === "first") return behindInitial(machine, served, observation, given);
  return inParts(machine, served, observation, { ...given, parts });
}

/** Whether associativity makes all trees one: lanes also take elements out of their order. */
function keepsOrder({ expression, operator }: ColumnContract): boolean {
  return familyOf(expression).parts?.kind !== "lanes" || operator.isCommutative;
}

/** The initial value becomes an element of each segment. */
function behindInitial(
  machine: Machine,
  contract: ColumnContract,
  observation: Observation,
  given: SegmentedColumns,
): readonly Slot[] {
  const call = new SegmentCall(machine, contract, observation, given);
  const { columns, offsets } = insertInitial(call, given);
  const inner = derivedContract(contract, { types: contract.sums, initial: undefined });
  const seen = observation === "reduce" ? "reduce" : "inclusive-scan";
  return pickSlots(call, segmentedSlots(machine, inner, seen, columns, offsets, undefined));
}

interface Parted extends SegmentedColumns {
  readonly parts: Exclude<Parts, { readonly kind: "chain" }>;
}

function inParts(
  machine: Machine,
  contract: ColumnContract,
  observation: Observation,
  given: Parted,
): readonly Slot[] {
  const { parts: parted, columns, offsets, empty } = given;
  const call = new SegmentCall(machine, contract, observation, given);
  if (parted.kind === "halves" && observation !== "reduce") return bisectedSlots(call, given);
  const { inner, outer } = contractsInTwo(contract);
  const made: SegmentParts = segmentParts(machine, parted, {
    offsets,
    count: segmentLength(machine, offsets),
    elements: columns[0].length,
    isBackward: call.isBackward,
  });
  if (parted.kind === "blocks") {
    const before = derivedContract(outer, {
      expression: parted.isCarried ? leftFold : iteratedPairwise,
      initial: undefined,
    });
    const { network } = parted;
    const within = { columns, offsets: made.parts, empty: undefined };
    const prefixes =
      network === undefined
        ? segmentedSlots(machine, inner, "inclusive-scan", columns, made.parts, undefined)
        : networkSlots(new SegmentCall(machine, inner, "inclusive-scan", within), within, network);
    return blockSlots(call, made, {
      prefixes,
      blockLength: parted.blockLength,
      joined: (roots) => segmentedSlots(machine, before, "inclusive-scan", roots, made.segments, undefined),
    });
  }
  const ordered = made.order === undefined ? columns : gatherSlots(machine, columns, made.order);
  if (parted.kind === "lanes" && made.order !== undefined && observation !== "reduce") {
    const prefixes = segmentedSlots(machine, inner, "inclusive-scan", ordered, made.parts, undefined);
    return laneSlots(call, made.order, { prefixes, offsets, laneCount: parted.laneCount });
  }
  const values = segmentedSlots(machine, inner, "reduce", ordered, made.parts, undefined);
  return segmentedSlots(machine, outer, "reduce", values, made.segments, empty);
}

/** By the roots of dyadic ranges. */
function dyadicSlots(
  call: SegmentCall,
  contract: ColumnContract,
  { columns, offsets }: SegmentedColumns,
): readonly Slot[] {
  const { machine, setting, lengths, isReduce } = call;
  const { blockLength } = kernelSetting(contract, "reduce", tileLimits(machine.device));
  const roots = rootsOf(call, columns, offsets);
  const blockLevel = Math.min(Math.log2(blockLength), NO_BLOCKS);
  const hasBlocks = !isReduce && blockLevel < NO_BLOCKS;
  const blocks = call.values(hasBlocks ? Math.ceil((2 * lengths[0].atMost) / 2 ** blockLevel) : 1);
  return call.folded(dyadicFold(setting), [roots, blocks], [blockLevel], hasBlocks);
}

function rootsOf(call: SegmentCall, columns: readonly Slot[], offsets: Slot): Slot {
  const { machine, setting, lengths, words } = call;
  const { atMost } = lengths[0];
  const tile = segmentTile(setting);
  const roots = call.values(atMost);
  machine.run(segmentRootsKernel(setting), {
    columns: [offsets, roots, ...columns],
    lengths,
    words,
    workgroups: Math.max(1, Math.ceil(atMost / tile)),
  });
  const join = segmentJoinKernel(setting);
  const joinLevels = (stride: number, first: number, last: number): void =>
    machine.run(join, {
      columns: [offsets, roots],
      lengths,
      words: [...words, stride, first, last],
      workgroups: Math.max(1, Math.ceil(atMost / stride / JOIN_THREADS)),
    });
  const tileLevel = Math.log2(tile);
  joinLevels(tile, 1, tileLevel);
  // Ranges of a level end in different stretches of half their length, and begin before those.
  for (let level = tileLevel + 1; 2 ** level <= atMost + 1; level++)
    joinLevels(2 ** (level - 1), level, level);
  return roots;
}
