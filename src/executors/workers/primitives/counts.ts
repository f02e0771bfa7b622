import type { ColumnArray } from "../../../values/value-types.ts";
import type { Primitives } from "../../primitives.ts";
import type { Task } from "../messages.ts";
import { countsOf, type PoolColumns } from "./pool-columns.ts";
import { placesOf, type RangeBench, type RangeRound } from "./range-bench.ts";
import type { WorkOf } from "./range-work.ts";

// Counts by index: the calling thread's rounds first, then what a task does with its range.

/** Nanoseconds for each index. */
const COUNTED = 1;

/** Bytes of all rows of counts at most; and a row that is longer than its piece costs more than it gives. */
const MOST_ROW_BYTES = 2 ** 26;

/** Counts on a pool: each worker counts a share into a row of its own, and the rows are added up. */
export function poolCounts(columns: PoolColumns): Pick<Primitives<ColumnArray>, "countIndices"> {
  const { core } = columns;
  return {
    async countIndices(indices, binCount) {
      const { length } = indices;
      const rowCount = Math.min(core.count, length);
      const isSmall = 4 * rowCount * binCount <= MOST_ROW_BYTES && rowCount * binCount <= length;
      if (binCount === 0 || !isSmall || columns.isAlone(length, COUNTED, [indices])) {
        return core.alone.countIndices(indices, binCount);
      }
      const input = await columns.placed([indices]);
      const tasks = columns
        .pieces(length, Math.ceil(length / rowCount))
        .map((task, row) => ({ ...task, at: [row] }));
      const rows = columns.fresh("u32", tasks.length * binCount);
      const workBytes = 4 * (4 * binCount + tasks[0].end);
      const outcomes = await columns.round(
        { kind: "count-indices", binCount },
        input,
        [rows],
        tasks,
        workBytes,
      );
      const outsideCount = Uint32Array.of(countsOf(outcomes).reduce((sum, count) => sum + count, 0));
      const counts = columns.fresh("u32", binCount);
      await columns.round({ kind: "add-counts", binCount }, [rows], [counts], columns.pieces(binCount));
      return { counts, outsideCount };
    },
  };
}

/** How often each index occurs in a range: a row of counts; and how many are beyond. */
export function countIndices(
  { primitives, copy }: RangeBench,
  { work: { binCount }, input: [indices], output: [rows] }: RangeRound<WorkOf<"count-indices">>,
  task: Task,
): readonly number[] {
  const [row] = placesOf(task);
  const { counts, outsideCount } = primitives.countIndices(
    indices.subarray(task.start, task.end),
    binCount,
  ) as {
    readonly counts: ColumnArray;
    readonly outsideCount: ColumnArray;
  };
  copy(counts, rows.subarray(row * binCount, (row + 1) * binCount));
  return [Number(outsideCount[0])];
}

/** The sums of the rows, for a range of bins. */
export function addCounts(
  _: RangeBench,
  { work: { binCount }, input: [given], output: [sums] }: RangeRound<WorkOf<"add-counts">>,
  { start, end }: Task,
): undefined {
  const rows = given as Uint32Array;
  const to = sums as Uint32Array;
  for (let bin = start; bin < end; bin++) {
    let sum = 0;
    for (let at = bin; at < rows.length; at += binCount) sum += rows[at];
    to[bin] = sum;
  }
}
