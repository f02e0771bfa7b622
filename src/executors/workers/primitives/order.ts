import { SCALAR_TYPE_FACTS } from "../../../values/element-types.ts";
import { hasLeadingBlocks } from "../../../values/leading-elements.ts";
import { imageBits, keyImages } from "../../../values/total-order.ts";
import { type ColumnArray, type Columns, columnType } from "../../../values/value-types.ts";
import type { Leading, Primitives, SortOrder } from "../../primitives.ts";
import type { Kernel } from "../../wasm/memory/arena.ts";
import type { ElementBytes } from "../../wasm/primitives/kernels/key-code.ts";
import { merge } from "../../wasm/primitives/kernels/merge.kernel.ts";
import type { Task } from "../messages.ts";
import type { PoolColumns } from "./pool-columns.ts";
import { addressIn, forParts, placesOf, type RangeBench, type RangeRound } from "./range-bench.ts";
import type { Carried, WorkOf } from "./range-work.ts";

// Sorts and searches: the calling thread's rounds first, then what a task does with its range.

/** Nanoseconds for each key by its width, for each column that goes with it, for each query, and each key among which the first are looked for: of one thread, at 2^22. */
const SORTED: Readonly<Record<number, number>> = { 1: 2, 4: 6, 8: 24 };
const CARRIED = 12;
const SEARCHED = 12;
const LOOKED_AT = 0.7;

/** A run need not be shorter, and a worker's memory for it should not be larger. */
const SHORTEST_RUN = 2 ** 16;
const LONGEST_RUN = 2 ** 21;

/** Columns of a run that a sort needs at a time: as they come, twice as they go, and as they are given. */
const RUN_COPIES = 4;

/**
 * Sorts and searches on a pool. A sort makes runs, one for each piece, and merges them in pairs until one is left; it cuts each pair where
 * a piece of the result ends, so that all workers merge at any time. The sorted sequence is unique: where runs begin changes no bit.
 */
export function poolOrder(
  columns: PoolColumns,
): Pick<Primitives<ColumnArray>, "sort" | "leading" | "searchSorted"> {
  const { alone } = columns.core;
  return {
    async sort(keys, payload, order) {
      const nanoseconds = SORTED[keys.BYTES_PER_ELEMENT] + CARRIED * payload.length;
      if (columns.isAlone(keys.length, nanoseconds, [keys, ...payload])) {
        return alone.sort(keys, payload, order);
      }
      const carries: Carried = payload.length === 0 ? "nothing" : payload.length === 1 ? "column" : "indices";
      const [sorted, carried] = await sortRuns(columns, [keys, ...payload], order, carries);
      if (carries !== "indices") return { keys: sorted, payload: carried === undefined ? [] : [carried] };
      const input = await columns.placed([...payload, carried]);
      const output = columns.freshLike(payload, keys.length);
      await columns.round({ kind: "gather" }, input, output, columns.pieces(keys.length));
      return { keys: sorted, payload: output };
    },
    leading: (keys, count, isDescending) =>
      hasLeadingBlocks(keys.length, count) ? leadingKeys(columns, keys, count, isDescending) : undefined,
    async searchSorted(sorted, queries, side, isDescending) {
      const { length } = queries;
      if (columns.isAlone(length, SEARCHED, [sorted, queries])) {
        return alone.searchSorted(sorted, queries, side, isDescending);
      }
      const input = await columns.placed([sorted, queries]);
      const output = columns.fresh("u32", length);
      const tasks = columns.pieces(length);
      const workBytes = 2 * tasks[0].end * (4 + queries.BYTES_PER_ELEMENT);
      await columns.round({ kind: "search", side, isDescending }, input, [output], tasks, workBytes);
      return output;
    },
  };
}

/** The first of each piece, and of these the first. Pieces are in order, so that equal keys stay in theirs. */
async function leadingKeys(
  columns: PoolColumns,
  keys: ColumnArray,
  count: number,
  isDescending: boolean,
): Promise<Leading<ColumnArray>> {
  const { length } = keys;
  const { alone } = columns.core;
  const order = { isDescending, bits: [0, imageBits(columnType(keys))] } as const;
  const pieces = columns.pieces(length);
  const isShort = columns.isAlone(length, LOOKED_AT, [keys]) || pieces.length * count > length / 2;
  const own = isShort ? await alone.leading?.(keys, count, isDescending) : undefined;
  if (own !== undefined) return own;
  const input = await columns.placed([keys]);
  let total = 0;
  const tasks = pieces.map((piece) => {
    const task = { ...piece, at: [total] };
    total += Math.min(count, piece.end - piece.start);
    return task;
  });
  const some = [columns.fresh(columnType(keys), total), columns.fresh("u32", total)] as const;
  const workBytes = RUN_COPIES * (keys.BYTES_PER_ELEMENT + 4) * tasks[0].end; // of a sort, at worst
  await columns.round({ kind: "leading", count, isDescending }, input, some, tasks, workBytes);
  const sorted = await alone.sort(some[0], [some[1]], order);
  return { keys: sorted.keys.slice(0, count), indices: sorted.payload[0].slice(0, count) };
}

async function sortRuns(
  columns: PoolColumns,
  given: Columns,
  order: SortOrder,
  carries: Carried,
): Promise<Columns> {
  const { length } = given[0];
  const input = await columns.placed(carries === "indices" ? given.slice(0, 1) : given);
  const types = given.slice(0, carries === "nothing" ? 1 : 2).map(columnType);
  if (carries === "indices") types[1] = "u32";
  let runs = columns.pieces(length, runLength(columns, length));
  let from: Columns = types.map((type) => columns.fresh(type, length));
  const rowBytes = from.reduce((sum, column) => sum + column.BYTES_PER_ELEMENT, 0);
  await columns.round(
    { kind: "sort", order, carries },
    input,
    from,
    runs,
    RUN_COPIES * rowBytes * runs[0].end,
  );
  if (runs.length === 1) return from;
  let to: Columns = types.map((type) => columns.fresh(type, length));
  while (runs.length > 1) {
    const pairs = pairsOf(runs);
    const keys = from[0];
    const tasks = pairs.flatMap((pair) => mergeTasks(columns, keys, pair, order));
    await columns.round({ kind: "merge", order }, from, to, tasks);
    runs = pairs.map(([left, right]) => ({ start: left.start, end: right.end }));
    [from, to] = [to, from];
  }
  columns.drop(to);
  return from;
}

function runLength({ core }: PoolColumns, length: number): number {
  if (core.pieceLength !== undefined) return core.pieceLength;
  return Math.min(LONGEST_RUN, Math.max(SHORTEST_RUN, Math.ceil(length / core.count)));
}

type Pair = readonly [left: Task, right: Task];

/** Neighbours; the last run by itself where there is an odd one. */
function pairsOf(runs: readonly Task[]): readonly Pair[] {
  const pairs: Pair[] = [];
  for (let i = 0; i < runs.length; i += 2) {
    const { end } = runs[i];
    pairs.push([runs[i], runs[i + 1] ?? { start: end, end }]);
  }
  return pairs;
}

/** A merge in pieces: for each the parts of both runs that go into it. */
function mergeTasks(
  columns: PoolColumns,
  keys: ColumnArray,
  [left, right]: Pair,
  order: SortOrder,
): readonly Task[] {
  const isBefore = comparison(keys, order);
  let taken = 0; // of the left run
  const total = right.end - left.start;
  return columns.pieces(total, columns.core.pieceLengthFor(keys.length)).map(({ start, end }) => {
    const next = leftCountOf(isBefore, left, right, end);
    const task = {
      start: left.start + start,
      end: left.start + end,
      at: [left.start + taken, left.start + next, right.start + start - taken, right.start + end - next],
    };
    taken = next;
    return task;
  });
}

/** How many of the first `count` merged keys are of the left run, which comes first among equals. */
function leftCountOf(isBefore: Comparison, left: Task, right: Task, count: number): number {
  const rightLength = right.end - right.start;
  let low = Math.max(0, count - rightLength);
  let high = Math.min(count, left.end - left.start);
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    // The left key at `middle` is among them unless the right key that would have its place comes before it.
    if (isBefore(right.start + count - middle - 1, left.start + middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

type Comparison = (first: number, second: number) => boolean;

function comparison(keys: ColumnArray, { isDescending, bits: [low, high] }: SortOrder): Comparison {
  const type = columnType(keys);
  const mask = (1n << BigInt(high)) - (1n << BigInt(low));
  const placeOf = (index: number): bigint =>
    BigInt(keyImages(type, keys.subarray(index, index + 1))[0]) & mask;
  return (first, second) =>
    isDescending ? placeOf(first) > placeOf(second) : placeOf(first) < placeOf(second);
}

/** The primitives of wasm give their results at once. */
type Sorted = Exclude<ReturnType<Primitives<ColumnArray>["sort"]>, Promise<unknown>>;

/** A run: the keys of one range in order, with what goes with them. */
export function sortRange(
  { primitives, copy }: RangeBench,
  { work: { order, carries }, input, output }: RangeRound<WorkOf<"sort">>,
  { start, end }: Task,
): undefined {
  const columns = input.map((column) => column.subarray(start, end));
  const payload = carries === "indices" ? [indicesOf(start, end)] : columns.slice(1);
  const sorted = primitives.sort(columns[0], payload, order) as Sorted;
  for (const [k, column] of [sorted.keys, ...sorted.payload].entries()) {
    copy(column, output[k].subarray(start, end));
  }
}

/** The first keys of one range, in order, and where they are in the column. */
export function leadingRange(
  { primitives, copy }: RangeBench,
  { work: { count, isDescending }, input: [keys], output }: RangeRound<WorkOf<"leading">>,
  task: Task,
): undefined {
  const { start, end } = task;
  const [place] = placesOf(task);
  const own = keys.subarray(start, end);
  const order = { isDescending, bits: [0, imageBits(columnType(keys))] } as const;
  // The primitives of wasm give their results at once.
  const few = primitives.leading?.(own, count, isDescending) as Leading<ColumnArray> | undefined;
  const sorted = few ?? sortedWithIndices(primitives, own, order);
  const taken = Math.min(count, end - start);
  const indices = sorted.indices.subarray(0, taken).map(((index: number) => index + start) as never);
  copy(sorted.keys.subarray(0, taken), output[0].subarray(place, place + taken));
  copy(indices as ColumnArray, output[1].subarray(place, place + taken));
  return undefined;
}

function sortedWithIndices(
  primitives: Primitives<ColumnArray>,
  keys: ColumnArray,
  order: SortOrder,
): Leading<ColumnArray> {
  const sorted = primitives.sort(keys, [indicesOf(0, keys.length)], order) as Sorted;
  return { keys: sorted.keys, indices: sorted.payload[0] };
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
