import { type ColumnArray, columnType } from "../../../values/value-types.ts";
import type { Primitives } from "../../primitives.ts";
import type { Kernels } from "../../wasm/memory/arena.ts";
import type { Width } from "../../wasm/primitives/kernels/select-elements.kernel.ts";
import { differenceTerm, mapKernel } from "../../wasm/primitives/map-columns.ts";
import { selectionKernels } from "../../wasm/primitives/select-columns.ts";
import type { Task } from "../messages.ts";
import { countsOf, type PoolColumns } from "./pool-columns.ts";
import { addressIn, forParts, placesOf, type RangeBench, type RangeRound } from "./range-bench.ts";
import type { WorkOf } from "./range-work.ts";

// Maps and selections by flags: the calling thread's rounds first, then what a task does with its range.

type Selection = Pick<Primitives<ColumnArray>, "compact" | "partition" | "flagIndices" | "headFlags">;

/** Nanoseconds for each element. */
const SELECTED = 2;

/** Selections on a pool: flags are counted piece by piece, and then it is known where the elements of each piece go. */
export function poolSelection(columns: PoolColumns): Selection {
  const { alone } = columns.core;
  return {
    async compact(moved, flags) {
      if (columns.isAlone(flags.length, SELECTED, [...moved, flags])) return alone.compact(moved, flags);
      const input = await columns.placed([...moved, flags]);
      const { tasks, total } = await placesByFlags(columns, input[moved.length]);
      const output = columns.freshLike(moved, total);
      await columns.round({ kind: "compact" }, input, output, tasks);
      return output;
    },
    async partition(moved, flags) {
      if (columns.isAlone(flags.length, SELECTED, [...moved, flags])) return alone.partition(moved, flags);
      const input = await columns.placed([...moved, flags]);
      const { tasks, total } = await placesByFlags(columns, input[moved.length]);
      const output = columns.freshLike(moved, flags.length);
      const parted = tasks.map((task) => ({ ...task, at: [task.at[0], total + task.start - task.at[0]] }));
      await columns.round({ kind: "partition" }, input, output, parted);
      return {
        kept: output.map((column) => column.subarray(0, total)),
        others: output.map((column) => column.subarray(total)),
      };
    },
    async flagIndices(flags, isClosed) {
      if (columns.isAlone(flags.length, SELECTED, [flags])) return alone.flagIndices(flags, isClosed);
      const input = await columns.placed([flags]);
      const { tasks, total } = await placesByFlags(columns, input[0]);
      const output = columns.fresh("u32", total + (isClosed ? 1 : 0));
      await columns.round({ kind: "flag-indices" }, input, [output], tasks);
      if (isClosed) output[total] = flags.length;
      return output;
    },
    async headFlags(given) {
      const { length } = given[0];
      if (columns.isAlone(length, SELECTED, given)) return alone.headFlags(given);
      const input = await columns.placed(given);
      const output = columns.fresh("bool", length);
      await columns.round({ kind: "head-flags" }, input, [output], columns.pieces(length));
      return output;
    },
  };
}

/** The pieces of flags, each with the number of flags that are set before it. */
async function placesByFlags(
  columns: PoolColumns,
  flags: ColumnArray,
): Promise<{
  readonly tasks: readonly (Task & { readonly at: readonly [number] })[];
  readonly total: number;
}> {
  const pieces = columns.pieces(flags.length);
  const counts = countsOf(await columns.round({ kind: "count-flags" }, [flags], [], pieces));
  let total = 0;
  const tasks = pieces.map((piece, i) => {
    const task = { ...piece, at: [total] as const };
    total += counts[i];
    return task;
  });
  return { tasks, total };
}

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
