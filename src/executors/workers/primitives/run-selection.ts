import { type ColumnArray, columnType } from "../../../values/value-types.ts";
import type { Kernels } from "../../wasm/memory/arena.ts";
import type { Width } from "../../wasm/primitives/kernels/select-elements.kernel.ts";
import { differenceTerm, mapKernel } from "../../wasm/primitives/map-columns.ts";
import { selectionKernels } from "../../wasm/primitives/select-columns.ts";
import type { Task } from "../messages.ts";
import { addressIn, forParts, placesOf, type RangeBench, type RangeRound } from "./range-bench.ts";
import type { WorkOf } from "./range-work.ts";

// Ranges of maps and selections: kernels that read and write where the columns are.

export function mapRange(
  bench: RangeBench,
  { work, input, output }: RangeRound<WorkOf<"map">>,
  task: Task,
): undefined {
  const { kernel, leaves } = mapKernel(bench.arena.kernels, work.terms);
  const read = leaves.map(({ side, column }) => input[side === "left" ? column : work.leftCount + column]);
  forParts(bench, task, (start, end) => {
    kernel(...[...read, ...output].map((column) => addressIn(bench, column, start)), end - start);
  });
}

export function headFlagsRange(
  bench: RangeBench,
  { input, output: [flags] }: RangeRound,
  task: Task,
): undefined {
  const { kernel, leaves } = mapKernel(bench.arena.kernels, [differenceTerm(input.map(columnType))]);
  let first = task.start;
  if (first === 0 && task.end > 0) flags[first++] = 1;
  forParts(bench, { ...task, start: first }, (start, end) => {
    const read = leaves.map(({ side, column }) =>
      addressIn(bench, input[column], side === "left" ? start - 1 : start),
    );
    kernel(...read, addressIn(bench, flags, start), end - start);
  });
}

export function countFlags(bench: RangeBench, { input: [flags] }: RangeRound, task: Task): readonly number[] {
  const { countFlags: kernel } = kernelsFor(bench, flags);
  let total = 0;
  forParts(bench, task, (start, end) => {
    total += Number(kernel(addressIn(bench, flags, start), end - start));
  });
  return [total];
}

export function compactRange(bench: RangeBench, { input, output }: RangeRound, task: Task): undefined {
  const flags = input[output.length];
  const [place] = placesOf(task);
  for (const [k, target] of output.entries()) {
    const { compact } = kernelsFor(bench, target);
    let at = place;
    forParts(bench, task, (start, end) => {
      const from = addressIn(bench, input[k], start);
      const to = addressIn(bench, target, at);
      at += Number(compact(from, addressIn(bench, flags, start), to, end - start));
    });
  }
}

export function partitionRange(bench: RangeBench, { input, output }: RangeRound, task: Task): undefined {
  const flags = input[output.length];
  const [keptPlace, otherPlace] = placesOf(task);
  for (const [k, target] of output.entries()) {
    const { partition } = kernelsFor(bench, target);
    let [kept, others] = [keptPlace, otherPlace];
    forParts(bench, task, (start, end) => {
      const from = addressIn(bench, input[k], start);
      const places = [addressIn(bench, target, kept), addressIn(bench, target, others)] as const;
      const count = Number(partition(from, addressIn(bench, flags, start), ...places, end - start));
      kept += count;
      others += end - start - count;
    });
  }
}

export function flagIndicesRange(
  bench: RangeBench,
  { input: [flags], output: [indices] }: RangeRound,
  task: Task,
): undefined {
  const { flagIndices } = kernelsFor(bench, flags);
  let [at] = placesOf(task);
  forParts(bench, task, (start, end) => {
    const to = addressIn(bench, indices, at);
    at += Number(flagIndices(addressIn(bench, flags, start), to, end - start, start));
  });
}

function kernelsFor({ arena }: RangeBench, { BYTES_PER_ELEMENT }: ColumnArray): Kernels {
  return selectionKernels(arena.kernels, BYTES_PER_ELEMENT as Width);
}
