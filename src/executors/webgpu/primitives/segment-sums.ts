import type { ColumnContract } from "../../../contracts/column-contract.ts";
import type { Observation } from "../../../contracts/contract.ts";
import type { FloatType } from "../../../summaries/accumulators/accumulator.ts";
import type { Scalar } from "../../../values/element-types.ts";
import { deviceWords } from "../gpu-setting.ts";
import { sumOfTerms } from "../order-free/sum-of-terms.wgsl.ts";
import type { SumText } from "../order-free/sum-text.ts";
import { exactly, type Length, type Machine, type Slot } from "./machine.ts";
import { fillSlot } from "./move-slots.ts";
import {
  LEAST_SHARE,
  MOST_SHARES,
  type SegmentSums,
  SUM_THREADS,
  segmentSumsKernel,
  shareSumsKernel,
  sumsBeforeKernel,
  tableColumns,
} from "./segment-sums.wgsl.ts";

/** What is summed: a column by segments, `segmentLength` of them. */
interface SummedSegments {
  readonly column: Slot;
  readonly offsets: Slot;
  readonly segmentLength: Length;
  readonly empty: Scalar | undefined; // the reduce of an empty segment
}

/**
 * Sums without an order of each segment, or of its prefixes: those of shares of the elements, wherever segments begin; what stands before each share; and
 * one more way through the elements. No thread has more work for having a long segment, many short ones or empty ones.
 */
export function segmentSums(
  machine: Machine,
  contract: ColumnContract,
  sumOf: (type: FloatType) => SumText,
  observation: Observation,
  { column, offsets, segmentLength, empty }: SummedSegments,
): Slot {
  const { types, sums, initial, direction } = contract;
  const [float] = sums;
  const sum = sumOfTerms(sumOf, float === "f32" ? "f32" : "f64");
  const setting: SegmentSums = { types, sums, sum, isInitial: initial !== undefined };
  const { length } = column;
  const output =
    observation === "reduce"
      ? fillSlot(machine, float, empty ?? 0, segmentLength)
      : machine.scratch(float, length);
  const shares = Math.max(1, Math.min(MOST_SHARES, Math.ceil(length.atMost / LEAST_SHARE)));
  const workgroups = Math.ceil(shares / SUM_THREADS);
  const table = machine.scratch("u32", exactly(shares * tableColumns(sum)));
  const lengths = [length, offsets.length];
  const words = [direction === "backward" ? 1 : 0, 0, shares];
  machine.run(shareSumsKernel(setting), { columns: [offsets, column, table], lengths, words, workgroups });
  machine.run(sumsBeforeKernel(setting), {
    columns: [table],
    lengths: [length],
    words: [shares],
    workgroups: 2 * sum.limbs,
  });
  const initials = deviceWords(sums, initial?.value ?? [0]);
  machine.run(segmentSumsKernel(setting, observation), {
    columns: [offsets, column, table, output],
    lengths,
    words: [...words, ...initials],
    workgroups,
  });
  return output;
}
