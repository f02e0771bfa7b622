import type { ColumnArray } from "../../../values/value-types.ts";
import type { Task } from "../messages.ts";
import { placesOf, type RangeBench, type RangeRound } from "./range-bench.ts";
import type { WorkOf } from "./range-work.ts";

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
