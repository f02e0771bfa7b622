import type { ColumnArray } from "../../../values/value-types.ts";
import type { Primitives } from "../../primitives.ts";
import type { Task } from "../messages.ts";
import { countsOf, type PoolColumns } from "./pool-columns.ts";

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
