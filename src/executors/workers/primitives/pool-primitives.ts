import type { Term } from "../../../operators/term.ts";
import { type ColumnArray, type Columns, columnType } from "../../../values/value-types.ts";
import type { Primitives } from "../../primitives.ts";
import type { PoolCore } from "../pool-core.ts";
import type { StopSignal } from "../run-round.ts";
import { nanosecondsOf, PoolColumns } from "./pool-columns.ts";
import { poolCounts } from "./pool-counts.ts";
import { poolFolds } from "./pool-folds.ts";
import { poolFusion } from "./pool-fusion.ts";
import { poolMoves } from "./pool-moves.ts";
import { poolOrder } from "./pool-order.ts";
import { poolSegments } from "./pool-segments.ts";
import { poolSelection } from "./pool-selection.ts";

/**
 * The primitives of a pool: each cuts its columns into pieces that whoever is free computes; where results of unknown lengths are to be
 * placed, one round counts, this thread adds up, and another writes. Where the cuts are changes no bit. What is not worth a round is
 * done by this thread.
 *
 * By sorting, `reduceByIndex` is as fast as it gets, and so it is absent.
 */
export function poolPrimitives(core: PoolCore, stop: StopSignal): Primitives<ColumnArray> {
  const columns = new PoolColumns(core, stop);
  return {
    executor: "workers",
    place: (column) => columns.place(column),
    take: (vector, output) => columns.take(vector, output),
    typeOf: columnType,
    release: () => columns.release(),
    map: (terms, left, right = []) => map(columns, terms, left, right),
    ...poolMoves(columns),
    ...poolSelection(columns),
    ...poolOrder(columns),
    ...poolFolds(columns),
    ...poolFusion(columns),
    ...poolSegments(columns),
    ...poolCounts(columns),
  };
}

async function map(
  columns: PoolColumns,
  terms: readonly Term[],
  left: Columns,
  right: Columns,
): Promise<Columns> {
  const given = [...left, ...right];
  const { length } = given[0];
  if (columns.isAlone(length, nanosecondsOf(terms), given)) return columns.core.alone.map(terms, left, right);
  const input = await columns.placed(given);
  const output = terms.map(({ type }) => columns.fresh(type, length));
  await columns.round({ kind: "map", terms, leftCount: left.length }, input, output, columns.pieces(length));
  return output;
}
