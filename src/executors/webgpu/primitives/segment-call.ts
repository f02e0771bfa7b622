// A call over segments as it is recorded: the words and lengths that all its kernels have, and how its values are folded.

import { type ColumnContract, derivedContract } from "../../../contracts/column-contract.ts";
import type { Observation } from "../../../contracts/contract.ts";
import { iteratedPairwise } from "../../../expressions/expression.ts";
import { printExpression } from "../../../expressions/print.ts";
import { UnsupportedError } from "../../../values/errors.ts";
import type { Row } from "../../../values/value-types.ts";
import { wordCount } from "../kernels/value.wgsl.ts";
import { ELSEWHERE } from "../serving.ts";
import { deviceWords, initialWords, kernelSetting, tileLimits } from "../setting.ts";
import { exactly, type Kernel, type Length, type Machine, type Slot } from "./machine.ts";
import { groupsOf, sliceSlot } from "./move-slots.ts";
import {
  FOLD_RUN,
  FOLD_TASKS,
  FOLD_THREADS,
  type SegmentFold,
  segmentFoldKernel,
} from "./segment-fold.wgsl.ts";
import { type SegmentSetting, segmentShape } from "./segment-text.wgsl.ts";

/** Columns, the segments that they are in, and the reduce of an empty one, if it is not the initial value. */
export interface SegmentedColumns {
  readonly columns: readonly Slot[];
  readonly offsets: Slot;
  readonly empty: Row | undefined;
}

/** One call, as it is recorded. */
export class SegmentCall {
  readonly machine: Machine;
  readonly setting: SegmentSetting;
  readonly isBackward: boolean;
  readonly lengths: readonly Length[]; // SEGMENT_LENGTHS
  readonly words: readonly number[]; // SEGMENT_WORDS, and the initial value's
  readonly contract: ColumnContract;
  readonly isReduce: boolean;
  readonly #observation: Observation;
  readonly #given: SegmentedColumns;

  constructor(machine: Machine, contract: ColumnContract, observation: Observation, given: SegmentedColumns) {
    const plain = derivedContract(contract, { expression: iteratedPairwise });
    const { types, sums, operator, isBackward, placement } = kernelSetting(
      plain,
      observation,
      tileLimits(machine.device),
    );
    const { shape } = machine.lookBack;
    const tiles =
      shape === undefined
        ? segmentShape(wordCount(sums))
        : { threads: shape.threads, run: shape.strips * shape.run };
    this.machine = machine;
    this.setting = { types, sums, operator, ...tiles };
    this.isBackward = isBackward;
    this.lengths = [given.columns[0].length, given.offsets.length];
    const initial =
      placement === "none" ? new Array<number>(wordCount(sums)).fill(0) : initialWords(contract);
    this.words = [isBackward ? 1 : 0, placement === "first" ? 1 : 0, ...initial];
    this.contract = contract;
    this.isReduce = observation === "reduce";
    this.#observation = observation;
    this.#given = given;
  }

  /** Memory for so many values. */
  values(length: number): Slot {
    return this.machine.scratch("u32", exactly(length * wordCount(this.setting.sums)));
  }

  /** Words of kernels that give values. */
  foldWords(task: number): readonly number[] {
    const { empty } = this.#given;
    const emptyWords = empty === undefined ? this.words.slice(2) : deviceWords(this.setting.sums, empty);
    return [...this.words, ...emptyWords, task, this.contract.initial?.placement === "outside" ? 1 : 0];
  }

  /** What a fold gives, after a task of its own, if it has one. */
  folded(
    fold: SegmentFold,
    columns: readonly Slot[],
    words: readonly number[] = [],
    hasInner = false,
  ): readonly Slot[] {
    const kernel = (group: readonly number[]): Kernel => segmentFoldKernel(this.setting, group, fold);
    const tasks = hasInner ? [FOLD_TASKS.blocks, TASKS[this.#observation]] : [TASKS[this.#observation]];
    return this.given(kernel, columns, {
      words,
      tasks,
      workgroups: (length) => Math.ceil(length / (FOLD_THREADS * FOLD_RUN)),
    });
  }

  /** The columns that kernels give, each so many as it has buffers for. @throws UnsupportedError where that is none */
  given(
    kernelOf: (group: readonly number[]) => Kernel,
    columns: readonly Slot[],
    { words = [], tasks = [TASKS[this.#observation]], workgroups }: GivenBy,
  ): readonly Slot[] {
    const { machine } = this;
    const { sums } = this.setting;
    const { offsets } = this.#given;
    const length = this.isReduce ? segmentLength(machine, offsets) : this.lengths[0];
    const room = machine.columnLimit - 1 - columns.length;
    if (room < 1) throw this.#tooMany();
    const outputs = sums.map((type) => machine.scratch(type, length));
    groupsOf(
      sums.map((_, column) => column),
      room,
    ).forEach((group, i) => {
      for (const task of i === 0 ? tasks : tasks.slice(-1)) {
        machine.run(kernelOf(group), {
          columns: [offsets, ...columns, ...group.map((column) => outputs[column])],
          lengths: this.lengths,
          words: [...this.foldWords(task), ...words],
          workgroups: Math.max(1, workgroups(length.atMost)),
        });
      }
    });
    return outputs;
  }

  #tooMany(): UnsupportedError {
    const { columns, expression } = this.contract;
    return new UnsupportedError(
      `a segmented ${this.#observation} by ${printExpression(expression)}`,
      `records of ${columns.length} columns need more buffers in one kernel than this device binds`,
      ELSEWHERE,
    );
  }
}

interface GivenBy {
  readonly words?: readonly number[] | undefined; // behind those of foldWords
  readonly tasks?: readonly number[] | undefined;
  readonly workgroups: (length: number) => number; // for so many values
}

/** How many segments there are: one less than offsets. */
export function segmentLength(machine: Machine, offsets: Slot): Length {
  const { length } = offsets;
  if (length.count === undefined) return exactly(Math.max(0, length.atMost - 1));
  return sliceSlot(machine, offsets, 1, length.atMost).length;
}

const TASKS: Readonly<Record<Observation, number>> = {
  reduce: FOLD_TASKS.reduces,
  "inclusive-scan": FOLD_TASKS.inclusive,
  "exclusive-scan": FOLD_TASKS.exclusive,
};
