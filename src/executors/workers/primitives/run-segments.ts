import type { Columns } from "../../../values/value-types.ts";
import type { Task } from "../messages.ts";
import { receivedContract } from "../posted-contract.ts";
import type { RangeBench, RangeRound } from "./range-bench.ts";
import type { WorkOf } from "./range-work.ts";

/** The segments of a range, as if there were no others. */
export function segmentedRange(
  { primitives, copy, texts }: RangeBench,
  { work, input, output }: RangeRound<WorkOf<"segmented">>,
  { start, end }: Task,
): undefined {
  const { observation, empty } = work;
  const offsets = (input[input.length - 1] as Uint32Array).subarray(start, end + 1);
  const [first, last] = [offsets[0], offsets[end - start]];
  const columns = input.slice(0, -1).map((column) => column.subarray(first, last));
  const contract = receivedContract(work.contract, texts);
  const results = primitives.segmented(contract, observation, columns, movedDown(offsets, first), empty);
  for (const [k, column] of (results as Columns).entries()) {
    copy(column, observation === "reduce" ? output[k].subarray(start, end) : output[k].subarray(first, last));
  }
}

function movedDown(offsets: Uint32Array, by: number): Uint32Array {
  const moved = new Uint32Array(offsets.length);
  for (let i = 0; i < offsets.length; i++) moved[i] = offsets[i] - by;
  return moved;
}
