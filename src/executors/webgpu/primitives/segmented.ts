// Folds of segments: which kernels a contract's expression takes, and the dispatches that a call records.

import type { ColumnContract } from "../../../contracts/column-contract.ts";
import type { Observation } from "../../../contracts/contract.ts";
import { contractsInTwo } from "../../../contracts/part-elsewhere.ts";
import { printExpression } from "../../../expressions/print.ts";
import { UnsupportedError } from "../../../values/errors.ts";
import type { Row } from "../../../values/value-types.ts";
import { familyOf, type Parts } from "../families.ts";
import type { KernelSetting } from "../kernels/kernel-setting.ts";
import { wordCount } from "../kernels/value.wgsl.ts";
import { ELSEWHERE, refusalOf, servedContract } from "../serving.ts";
import { deviceWords, initialWords, kernelSetting, tileLimits } from "../setting.ts";

import { exactly, type Length, type Machine, type Slot } from "./machine.ts";
import { gatherSlots, groupsOf, sliceSlot } from "./move-slots.ts";
import { FOLD_RUN, FOLD_TASKS, FOLD_THREADS, segmentFoldKernel } from "./segment-fold.wgsl.ts";
import { segmentParts } from "./segment-parts.ts";
import { JOIN_THREADS, segmentJoinKernel, segmentRootsKernel } from "./segment-roots.wgsl.ts";
import { segmentSums } from "./segment-sums.ts";
import { type SegmentSetting, segmentShape, segmentTile } from "./segment-text.wgsl.ts";

/** Columns of kernels beside those of elements: offsets and roots; and where prefixes are folded, blocks. */
const OTHER_COLUMNS = 2;

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
 * their own; lanes and halves are dyadic trees of dyadic trees.
 *
 * @throws UnsupportedError for an expression that has neither, or more columns than a kernel binds
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
  const { sum, parts } = familyOf(served.expression);
  if (sum !== undefined) {
    const segments = { offsets, segmentLength: segmentLength(machine, offsets), empty: empty?.[0] };
    return [segmentSums(machine, served, sum, observation, { column: columns[0], ...segments })];
  }
  if (parts !== undefined && observation === "reduce" && served.initial?.placement !== "first") {
    return reducedInTwo(machine, served, parts, { columns, offsets, empty });
  }
  refuse(machine, served, observation);
  return new SegmentedCall(machine, served, observation, columns, offsets).record(empty);
}

/** By dyadic trees of parts, and dyadic trees over the values of these. */
function reducedInTwo(
  machine: Machine,
  contract: ColumnContract,
  parted: Parts,
  {
    columns,
    offsets,
    empty,
  }: {
    readonly columns: readonly Slot[];
    readonly offsets: Slot;
    readonly empty: Row | undefined;
  },
): readonly Slot[] {
  const { order, parts, segments } = segmentParts(machine, parted, {
    offsets,
    count: segmentLength(machine, offsets),
    elements: columns[0].length,
    isBackward: contract.direction === "backward",
  });
  const ordered = order === undefined ? columns : gatherSlots(machine, columns, order);
  const { inner, outer } = contractsInTwo(contract);
  const values = segmentedSlots(machine, inner, "reduce", ordered, parts, undefined);
  return segmentedSlots(machine, outer, "reduce", values, segments, empty);
}

/** Whether associativity makes all trees one: lanes also take elements out of their order. */
function keepsOrder({ expression, operator }: ColumnContract): boolean {
  return familyOf(expression).parts?.kind !== "lanes" || operator.isCommutative;
}

function refuse({ columnLimit }: Machine, contract: ColumnContract, observation: Observation): void {
  const { expression } = contract;
  const subject = `a segmented ${observation} by ${printExpression(expression)}`;
  if (familyOf(expression).isDyadic !== true) {
    throw new UnsupportedError(
      subject,
      "only trees made of dyadic ones, and sums without an order, have kernels for segments, and this operator is not proved to have one value by all trees",
      `use blockDyadic or iteratedPairwise, or ${ELSEWHERE.slice(4)}`,
    );
  }
  const refusal = refusalOf(
    { contract, observation, allowQuadratic: false },
    { threads: 256, bytes: 2 ** 14, bindings: 1024 },
  );
  if (refusal !== undefined) throw new UnsupportedError(subject, refusal.reason, refusal.remedy);
  const count = contract.columns.length;
  if (count + OTHER_COLUMNS > columnLimit) {
    const reason = `records of ${count} columns need more buffers in one kernel than this device binds`;
    throw new UnsupportedError(subject, reason, ELSEWHERE);
  }
}

/** One call, as it is recorded. */
class SegmentedCall {
  readonly #machine: Machine;
  readonly #observation: Observation;
  readonly #columns: readonly Slot[];
  readonly #offsets: Slot;
  readonly #kernel: KernelSetting;
  readonly #setting: SegmentSetting;
  readonly #lengths: readonly Length[];
  readonly #words: readonly number[]; // SEGMENT_WORDS, and the initial value's

  constructor(
    machine: Machine,
    contract: ColumnContract,
    observation: Observation,
    columns: readonly Slot[],
    offsets: Slot,
  ) {
    this.#machine = machine;
    this.#observation = observation;
    this.#columns = columns;
    this.#offsets = offsets;
    this.#kernel = kernelSetting(contract, observation, tileLimits(machine.device));
    const { types, sums, operator, isBackward, placement } = this.#kernel;
    const { shape } = machine.lookBack;
    const tiles =
      shape === undefined
        ? segmentShape(wordCount(sums))
        : { threads: shape.threads, run: shape.strips * shape.run };
    this.#setting = { types, sums, operator, ...tiles };
    this.#lengths = [columns[0].length, offsets.length];
    const initial =
      placement === "none" ? new Array<number>(wordCount(sums)).fill(0) : initialWords(contract);
    this.#words = [isBackward ? 1 : 0, placement === "first" ? 1 : 0, ...initial];
  }

  record(empty: Row | undefined): readonly Slot[] {
    const { sums } = this.#setting;
    const isReduce = this.#observation === "reduce";
    const length = isReduce ? segmentLength(this.#machine, this.#offsets) : this.#columns[0].length;
    const roots = this.#roots();
    const blockLevel = Math.min(Math.log2(this.#kernel.blockLength), NO_BLOCKS);
    const hasBlocks = !isReduce && blockLevel < NO_BLOCKS;
    const blocks = this.#values(hasBlocks ? Math.ceil((2 * length.atMost) / 2 ** blockLevel) : 1);
    const outputs = sums.map((type) => this.#machine.scratch(type, length));
    const emptyWords = empty === undefined ? this.#words.slice(2) : deviceWords(sums, empty);
    const all = sums.map((_, column) => column);
    groupsOf(all, this.#machine.columnLimit - OTHER_COLUMNS - 1).forEach((group, i) => {
      const fold = (task: number): void =>
        this.#machine.run(segmentFoldKernel(this.#setting, group), {
          columns: [this.#offsets, roots, blocks, ...group.map((column) => outputs[column])],
          lengths: this.#lengths,
          words: [
            ...this.#words,
            ...emptyWords,
            task,
            blockLevel,
            this.#kernel.placement === "outside" ? 1 : 0,
          ],
          workgroups: Math.max(1, Math.ceil(length.atMost / (FOLD_THREADS * FOLD_RUN))),
        });
      if (hasBlocks && i === 0) fold(FOLD_TASKS.blocks);
      fold(TASKS[this.#observation]);
    });
    return outputs;
  }

  #roots(): Slot {
    const { atMost } = this.#lengths[0];
    const tile = segmentTile(this.#setting);
    const roots = this.#values(atMost);
    this.#machine.run(segmentRootsKernel(this.#setting), {
      columns: [this.#offsets, roots, ...this.#columns],
      lengths: this.#lengths,
      words: this.#words,
      workgroups: Math.max(1, Math.ceil(atMost / tile)),
    });
    const join = segmentJoinKernel(this.#setting);
    const joinLevels = (stride: number, first: number, last: number): void =>
      this.#machine.run(join, {
        columns: [this.#offsets, roots],
        lengths: this.#lengths,
        words: [...this.#words, stride, first, last],
        workgroups: Math.max(1, Math.ceil(atMost / stride / JOIN_THREADS)),
      });
    const tileLevel = Math.log2(tile);
    joinLevels(tile, 1, tileLevel);
    // Ranges of a level end in different stretches of half their length, and begin before those.
    for (let level = tileLevel + 1; 2 ** level <= atMost + 1; level++)
      joinLevels(2 ** (level - 1), level, level);
    return roots;
  }

  /** Memory for so many values. */
  #values(length: number): Slot {
    return this.#machine.scratch("u32", exactly(length * wordCount(this.#setting.sums)));
  }
}

/** How many segments there are: one less than offsets. */
function segmentLength(machine: Machine, offsets: Slot): Length {
  const { length } = offsets;
  if (length.count === undefined) return exactly(Math.max(0, length.atMost - 1));
  return sliceSlot(machine, offsets, 1, length.atMost).length;
}

const TASKS: Readonly<Record<Observation, number>> = {
  reduce: FOLD_TASKS.reduces,
  "inclusive-scan": FOLD_TASKS.inclusive,
  "exclusive-scan": FOLD_TASKS.exclusive,
};
