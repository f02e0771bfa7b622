import { SCALAR_TYPE_FACTS } from "../../../values/element-types.ts";
import { type ColumnArray, type Columns, columnType } from "../../../values/value-types.ts";
import type { SortOrder } from "../../primitives.ts";
import type { Kernel } from "../../wasm/memory/arena.ts";
import type { ElementBytes } from "../../wasm/primitives/kernels/key-code.ts";
import { merge } from "../../wasm/primitives/kernels/merge.kernel.ts";
import type { Task } from "../messages.ts";
import { addressIn, forParts, placesOf, type RangeBench, type RangeRound } from "./range-bench.ts";
import type { WorkOf } from "./range-work.ts";

/** A run: the keys of one range in order, with what goes with them. */
export function sortRange(
  { primitives, copy }: RangeBench,
  { work: { order, carries }, input, output }: RangeRound<WorkOf<"sort">>,
  { start, end }: Task,
): undefined {
  const columns = input.map((column) => column.subarray(start, end));
  const payload = carries === "indices" ? [indicesOf(start, end)] : columns.slice(1);
  // The primitives of wasm give their results at once.
  const sorted = primitives.sort(columns[0], payload, order) as Exclude<
    ReturnType<typeof primitives.sort>,
    Promise<unknown>
  >;
  for (const [k, column] of [sorted.keys, ...sorted.payload].entries()) {
    copy(column, output[k].subarray(start, end));
  }
}

/** A range of two runs merged. */
export function mergeRange(
  bench: RangeBench,
  { work: { order }, input, output }: RangeRound<WorkOf<"merge">>,
  task: Task,
): undefined {
  const [leftStart, leftEnd, rightStart, rightEnd] = placesOf(task);
  const kernel = mergeKernel(bench, order, input);
  const mask = maskOf(input[0], order);
  let left = leftStart;
  forParts(bench, task, (start, end) => {
    const right = rightStart + (start - task.start) - (left - leftStart);
    const places = input.flatMap((column, k) => [
      addressIn(bench, column, left),
      addressIn(bench, column, right),
      addressIn(bench, output[k], start),
    ]);
    left += Number(kernel(leftEnd - left, rightEnd - right, end - start, mask, ...places));
  });
}

export function searchRange(
  { primitives, copy }: RangeBench,
  { work: { side, isDescending }, input: [sorted, queries], output: [places] }: RangeRound<WorkOf<"search">>,
  { start, end }: Task,
): undefined {
  const found = primitives.searchSorted(sorted, queries.subarray(start, end), side, isDescending);
  copy(found as ColumnArray, places.subarray(start, end));
}

function mergeKernel({ arena }: RangeBench, { isDescending }: SortOrder, [keys, carried]: Columns): Kernel {
  const type = columnType(keys);
  const bytes = carried?.BYTES_PER_ELEMENT as ElementBytes | undefined;
  return arena.kernels(`merge ${type} ${isDescending} ${bytes}`, () => [merge({ type, isDescending }, bytes)])
    .merge;
}

/** The bits of a key's place that count. */
function maskOf(keys: ColumnArray, { bits: [low, high] }: SortOrder): number | bigint {
  const mask = (1n << BigInt(high)) - (1n << BigInt(low));
  return SCALAR_TYPE_FACTS[columnType(keys)].bytes === 8
    ? BigInt.asIntN(64, mask)
    : Number(BigInt.asIntN(32, mask));
}

function indicesOf(start: number, end: number): Uint32Array {
  const indices = new Uint32Array(end - start);
  for (let i = start; i < end; i++) indices[i - start] = i;
  return indices;
}
