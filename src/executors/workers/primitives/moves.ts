import { SCALAR_TYPE_FACTS, type Scalar, type ScalarType } from "../../../values/element-types.ts";
import { type ColumnArray, type Columns, columnType } from "../../../values/value-types.ts";
import { elementCount, type Primitives } from "../../primitives.ts";
import type { Task } from "../messages.ts";
import type { PoolColumns } from "./pool-columns.ts";
import { placesOf, type RangeBench, type RangeRound } from "./range-bench.ts";
import type { WorkOf } from "./range-work.ts";

// Moves of elements: the calling thread's rounds first, then what a task does with its range.

type Moves = Pick<
  Primitives<ColumnArray>,
  "iota" | "lengthOf" | "fill" | "slice" | "concat" | "gather" | "scatter" | "segmentIds"
>;

/** Nanoseconds for each element: of what is written in order, and of what is read or written anywhere. */
const IN_ORDER = 0.5;
const ANYWHERE = 4;

/** Moves of elements on a pool. */
export function poolMoves(columns: PoolColumns): Moves {
  const { alone } = columns.core;
  return {
    async iota(like) {
      const { length } = like;
      // A vector that is made of nothing is made where that which is made with it lies.
      if (columns.isAlone(length, IN_ORDER, [like])) return alone.iota(like);
      const output = columns.fresh("u32", length);
      await columns.round({ kind: "iota" }, [], [output], columns.pieces(length));
      return output;
    },
    lengthOf: (vector) => alone.lengthOf(vector),
    fill: (type, value, length) => fill(columns, type, value, elementCount(length)),
    async slice(vector, start, length) {
      const part = vector.subarray(start, length < 0 ? length : start + length);
      if (columns.isAlone(part.length, IN_ORDER, [vector])) return alone.slice(vector, start, length);
      return joined(columns, [part], vector);
    },
    async concat(first, second) {
      const isAlone = columns.isAlone(first.length + second.length, IN_ORDER, [first, second]);
      return isAlone ? alone.concat(first, second) : joined(columns, [first, second], first);
    },
    async gather(moved, indices) {
      const { length } = indices;
      if (columns.isAlone(length, ANYWHERE, [...moved, indices])) return alone.gather(moved, indices);
      const input = await columns.placed([...moved, indices]);
      const output = columns.freshLike(moved, length);
      await columns.round({ kind: "gather" }, input, output, columns.pieces(length));
      return output;
    },
    async scatter(moved, indices, into) {
      const { length } = into[0];
      const given = [...moved, indices, ...into];
      if (length === 0 || columns.isAlone(indices.length, ANYWHERE, given))
        return alone.scatter(moved, indices, into);
      const input = await columns.placed(given);
      const output = columns.freshLike(into, length);
      // Each task looks at all indices, so that there are as few tasks as workers.
      const tasks = columns.pieces(length, Math.ceil(length / columns.core.count));
      await columns.round({ kind: "scatter", columnCount: moved.length }, input, output, tasks);
      return output;
    },
    async segmentIds(offsets, like) {
      const length = elementCount(like);
      if (columns.isAlone(length, 1, [offsets])) return alone.segmentIds(offsets, length);
      const input = await columns.placed([offsets]);
      const output = columns.fresh("u32", length);
      await columns.round({ kind: "segment-ids" }, input, [output], columns.pieces(length));
      return output;
    },
  };
}

async function fill(
  columns: PoolColumns,
  type: ScalarType,
  value: Scalar,
  length: number,
): Promise<ColumnArray> {
  if (columns.isAlone(length, IN_ORDER / SCALAR_TYPE_FACTS[type].bytes, []))
    return columns.core.alone.fill(type, value, length);
  const output = columns.fresh(type, length);
  await columns.round({ kind: "fill", value }, [], [output], columns.pieces(length));
  return output;
}

/** Columns of one type, one after the other. */
async function joined(columns: PoolColumns, parts: Columns, like: ColumnArray): Promise<ColumnArray> {
  const output = columns.fresh(
    columnType(like),
    parts.reduce((sum, { length }) => sum + length, 0),
  );
  let place = 0;
  for (const part of await columns.placed(parts)) {
    const from = place;
    const tasks = columns.pieces(part.length).map((task) => ({ ...task, at: [from + task.start] }));
    if (tasks.length > 0) await columns.round({ kind: "copy" }, [part], [output], tasks);
    place += part.length;
  }
  return output;
}

// Ranges of moves: loops of JavaScript over words, one for each width, since a loop that has met two kinds of arrays is slow for both.

export function iotaRange(_: RangeBench, { output: [indices] }: RangeRound, { start, end }: Task): undefined {
  const to = indices as Uint32Array;
  for (let i = start; i < end; i++) to[i] = i;
}

export function fillRange(
  _: RangeBench,
  { work, output: [target] }: RangeRound<WorkOf<"fill">>,
  { start, end }: Task,
): undefined {
  target.fill(work.value as never, start, end);
}

export function copyRange(
  { copy }: RangeBench,
  { input: [from], output: [to] }: RangeRound,
  task: Task,
): undefined {
  const { start, end } = task;
  const [place] = placesOf(task);
  copy(from.subarray(start, end), to.subarray(place, place + end - start));
}

export function gatherRange(_: RangeBench, { input, output }: RangeRound, { start, end }: Task): undefined {
  const indices = (input[output.length] as Uint32Array).subarray(start, end);
  for (const [k, target] of output.entries()) {
    const { length } = input[k];
    const from = wordsOf(input[k]);
    const to = wordsOf(target.subarray(start, end));
    if (from instanceof Uint8Array) gatherBytes(to as Uint8Array, from, length, indices);
    else if (target.BYTES_PER_ELEMENT === 4) gatherWords(to as Uint32Array, from, length, indices);
    else gatherPairs(to as Uint32Array, from, length, indices);
  }
}

/** The elements whose place is in the range, one after the other, so that the last for a place stays. */
export function scatterRange(
  { copy }: RangeBench,
  { work: { columnCount }, input, output }: RangeRound<WorkOf<"scatter">>,
  { start, end }: Task,
): undefined {
  const indices = input[columnCount] as Uint32Array;
  for (const [k, target] of output.entries()) {
    const part = target.subarray(start, end);
    copy(input[columnCount + 1 + k].subarray(start, end), part);
    const from = wordsOf(input[k]);
    const to = wordsOf(part);
    if (from instanceof Uint8Array) scatterBytes(to as Uint8Array, from, indices, start);
    else if (target.BYTES_PER_ELEMENT === 4) scatterWords(to as Uint32Array, from, indices, start);
    else scatterPairs(to as Uint32Array, from, indices, start);
  }
}

export function segmentIdsRange(
  _: RangeBench,
  { input: [given], output: [ids] }: RangeRound,
  { start, end }: Task,
): undefined {
  const offsets = given as Uint32Array;
  const to = ids as Uint32Array;
  let segment = countNotAbove(offsets, start) - 1;
  for (let i = start; i < end; i++) {
    while (offsets[segment + 1] <= i) segment++;
    to[i] = segment;
  }
}

/** How many of increasing offsets are at most `limit`. */
export function countNotAbove(offsets: ColumnArray, limit: number): number {
  let start = 0;
  let end = offsets.length;
  while (start < end) {
    const middle = Math.floor((start + end) / 2);
    if (Number(offsets[middle]) <= limit) start = middle + 1;
    else end = middle;
  }
  return start;
}

function wordsOf(column: ColumnArray): Uint8Array | Uint32Array {
  if (column instanceof Uint8Array) return column;
  return new Uint32Array(column.buffer, column.byteOffset, column.byteLength / 4);
}

function gatherBytes(to: Uint8Array, from: Uint8Array, length: number, indices: Uint32Array): void {
  for (let i = 0; i < indices.length; i++) {
    const index = indices[i];
    to[i] = index < length ? from[index] : 0;
  }
}

function gatherWords(to: Uint32Array, from: Uint32Array, length: number, indices: Uint32Array): void {
  for (let i = 0; i < indices.length; i++) {
    const index = indices[i];
    to[i] = index < length ? from[index] : 0;
  }
}

function gatherPairs(to: Uint32Array, from: Uint32Array, length: number, indices: Uint32Array): void {
  for (let i = 0; i < indices.length; i++) {
    const index = indices[i];
    const isInside = index < length;
    to[2 * i] = isInside ? from[2 * index] : 0;
    to[2 * i + 1] = isInside ? from[2 * index + 1] : 0;
  }
}

function scatterBytes(to: Uint8Array, from: Uint8Array, indices: Uint32Array, start: number): void {
  for (let i = 0; i < indices.length; i++) {
    const place = indices[i] - start;
    if (place >= 0 && place < to.length) to[place] = from[i];
  }
}

function scatterWords(to: Uint32Array, from: Uint32Array, indices: Uint32Array, start: number): void {
  for (let i = 0; i < indices.length; i++) {
    const place = indices[i] - start;
    if (place >= 0 && place < to.length) to[place] = from[i];
  }
}

function scatterPairs(to: Uint32Array, from: Uint32Array, indices: Uint32Array, start: number): void {
  const length = to.length / 2;
  for (let i = 0; i < indices.length; i++) {
    const place = indices[i] - start;
    if (place >= 0 && place < length) {
      to[2 * place] = from[2 * i];
      to[2 * place + 1] = from[2 * i + 1];
    }
  }
}
