import { SCALAR_TYPE_FACTS, type Scalar, type ScalarType } from "../../../values/element-types.ts";
import { type ColumnArray, type Columns, columnType } from "../../../values/value-types.ts";
import { elementCount, type Primitives } from "../../primitives.ts";
import type { PoolColumns } from "./pool-columns.ts";

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
