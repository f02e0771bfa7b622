import type { Term } from "../../../operators/term.ts";
import { type ColumnArray, type Columns, columnType, newColumn } from "../../../values/value-types.ts";
import type { Primitives } from "../../primitives.ts";
import { PoolCall, servedContract } from "../call.ts";
import type { PoolCore } from "../pool-core.ts";
import { textReader } from "../posted-contract.ts";
import type { StopSignal } from "../run-round.ts";
import { refusalOf } from "../served.ts";
import { poolCounts } from "./counts.ts";
import { poolFoldPlans } from "./fold-plans.ts";
import { poolFusion } from "./fusion.ts";
import { poolMoves } from "./moves.ts";
import { poolOrder } from "./order.ts";
import { nanosecondsOf, PoolColumns } from "./pool-columns.ts";
import { poolProducts } from "./products.ts";
import { poolRanks } from "./ranks.ts";
import { rangeRunner } from "./run-range.ts";
import { poolSegments } from "./segments.ts";
import { poolSelection } from "./selection.ts";

/**
 * The primitives of a pool: each cuts its columns into pieces that workers compute; where results of unknown lengths are to be
 * placed, one round counts, this thread adds up, and another writes. Where the cuts are changes no bit. What is not worth a round is
 * done by this thread.
 *
 * By sorting, `reduceByIndex` is as fast as it gets, and so it is absent.
 */
export function poolPrimitives(core: PoolCore): (stop: StopSignal) => Primitives<ColumnArray> {
  const runRange = rangeRunner(core.parts, textReader()); // of this thread
  return (stop) => primitivesOver(new PoolColumns(core, runRange, stop));
}

function primitivesOver(columns: PoolColumns): Primitives<ColumnArray> {
  const fusion = poolFusion(columns);
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
    ...poolRanks(columns),
    ...poolFolds(columns),
    ...fusion,
    ...poolFoldPlans(columns, fusion.foldMapped),
    ...poolSegments(columns),
    ...poolCounts(columns),
    ...poolProducts(columns),
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

/** Reduces and scans of whole columns: the pool's own calls, and this thread for what has no pieces. */
function poolFolds(columns: PoolColumns): Pick<Primitives<ColumnArray>, "reduce" | "scan"> {
  const { core, stop } = columns;
  return {
    async reduce(contract, input) {
      stop.check();
      const request = { contract, observation: "reduce", allowQuadratic: false } as const;
      if (refusalOf(request) !== undefined) return core.alone.reduce(contract, input);
      const value = await new PoolCall(core, servedContract(contract), stop).reduce(input);
      return contract.sums.map((type, k) => newColumn(type, 1).fill(value[k] as never));
    },
    async scan(contract, observation, input) {
      stop.check();
      const request = { contract, observation, allowQuadratic: false } as const;
      if (refusalOf(request) !== undefined) return core.alone.scan(contract, observation, input);
      // What other rounds read is written where they can; what they do not, where the caller can have it.
      const isPlaced = input.every((column) => columns.isPlaced(column));
      const { length } = input[0];
      const output = isPlaced ? contract.sums.map((type) => columns.fresh(type, length)) : undefined;
      return (await new PoolCall(core, servedContract(contract), stop).scan(observation, input, output))
        .output;
    },
  };
}
