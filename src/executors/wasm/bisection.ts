import { SCALAR_TYPE_FACTS, type Scalar, type ScalarType } from "../../values/element-types.ts";
import type { Arena, KernelResult } from "./arena.ts";
import { asElement } from "./elements.ts";
import { bisect, joinTwo } from "./kernels/bisection.kernel.ts";
import type { RunnerSetting } from "./runner.ts";
import type { Stage } from "./stage.ts";

/** The sequence of a bisection, which is read out of order. */
export interface BisectedSequence {
  readonly length: number; // an initial value that stands first included
  readonly longest: number; // elements that `placeOf` may ask for at once
  readonly state: number; // where the columns' addresses stand, of records
  /** The place of elements [start, start + length) of the sequence, side by side; valid until the next call. */
  readonly placeOf: (start: number, length: number) => number;
}

/** The reduce of bisection: halving here until a part fits a stage, then in the kernel. By column, NaNs as they come. */
export function bisectionReduce(
  arena: Arena,
  setting: RunnerSetting,
  { length, longest, state, placeOf }: BisectedSequence,
): readonly Scalar[] {
  const { subject } = setting;
  const kernels = arena.kernels(`${setting.key} bisection`, () => [bisect(subject), joinTwo(subject)]);
  const part = (start: number, count: number): readonly Scalar[] => {
    if (count > longest) {
      const half = Math.floor(count / 2);
      return scalarsOf(kernels.join(...part(start, half), ...part(start + half, count - half)));
    }
    setting.counts.bisection += count;
    return scalarsOf(kernels.bisect(state, placeOf(start, count), count));
  };
  const root = part(0, length);
  const value = setting.initial === undefined ? root : scalarsOf(kernels.join(...setting.initial, ...root));
  return value.map((scalar, column) => asElement(subject.terms.columns[column], scalar));
}

/** Brings the first `count` elements, by column, to the input stages, one place on: for an initial value that stands first. */
export function placeBehindFirst(
  columns: readonly Arena[],
  stages: readonly Stage[],
  types: readonly ScalarType[],
  count: number,
): void {
  if (count === 0) return;
  stages.forEach((stage, column) => {
    const { bytes } = SCALAR_TYPE_FACTS[types[column]];
    const { heap, inputStage } = columns[column];
    const from = stage.at(0, count) / bytes;
    heap.view(types[column]).copyWithin(inputStage / bytes + 1, from, from + count);
  });
}

function scalarsOf(result: KernelResult): readonly Scalar[] {
  return typeof result === "number" || typeof result === "bigint" ? [result] : (result ?? []);
}
