import type { ElementType } from "../../../values/element-types.ts";
import {
  type BoundedElements,
  FEWEST_BOUNDED,
  type RankBounds,
  rankBounds,
  sampleOf,
} from "../../../values/rank-bounds.ts";
import { imageBits } from "../../../values/total-order.ts";
import { type ColumnArray, columnType, newColumn } from "../../../values/value-types.ts";
import type { Primitives } from "../../primitives.ts";
import { boundedElements, joined, rankedWithin } from "../../wasm/primitives/ranked-columns.ts";
import type { Task } from "../messages.ts";
import type { PoolColumns } from "./pool-columns.ts";
import { placesOf, type RangeBench, type RangeRound } from "./range-bench.ts";
import type { WorkOf } from "./range-work.ts";

// Selection by rank: the calling thread's rounds first, then what a task does with its range.

/** Nanoseconds for each key and pair of bounds. */
const BOUNDED = 0.8;

/** Of a piece so much may lie between two bounds; where there is more, this thread selects alone. */
const MOST_BETWEEN = 1 / 4;

type Ranked = NonNullable<Primitives<ColumnArray>["ranked"]>;

/** Ranks on a pool: this thread bounds them by a sample, workers count what is outside and give what is between. */
export function poolRanks(columns: PoolColumns): Pick<Primitives<ColumnArray>, "ranked"> {
  const { alone } = columns.core;
  const ranked = alone.ranked as Ranked; // that of wasm, which gives its results at once
  return {
    async ranked(keys, ranks) {
      const { length } = keys;
      const isShort = length < FEWEST_BOUNDED || columns.isAlone(length, BOUNDED * ranks.length, [keys]);
      const wanted = isShort ? undefined : await boundsOf(columns, keys, ranks);
      if (wanted === undefined) return ranked(keys, ranks);
      const found = await boundedByPieces(columns, keys, wanted);
      if (found === undefined) return ranked(keys, ranks);
      const within = rankedWithin(keys, wanted, found, (some, inside) => ranked(some, inside) as ColumnArray);
      return within ?? ranked(keys, ranks);
    },
  };
}

async function boundsOf(
  { core }: PoolColumns,
  keys: ColumnArray,
  ranks: readonly number[],
): Promise<readonly RankBounds[] | undefined> {
  const order = { isDescending: false, bits: [0, imageBits(columnType(keys))] } as const;
  const sample = (await core.alone.sort(sampleOf(keys), [], order)).keys;
  if (Number.isNaN(sample[sample.length - 1])) return undefined;
  return rankBounds(sample, keys.length, ranks);
}

/** Undefined where too many are between. */
async function boundedByPieces(
  columns: PoolColumns,
  keys: ColumnArray,
  wanted: readonly RankBounds[],
): Promise<readonly BoundedElements[] | undefined> {
  const type = columnType(keys) as ElementType;
  const input = await columns.placed([keys]);
  let total = 0;
  const tasks = columns.pieces(keys.length).map((piece) => {
    const most = Math.ceil((piece.end - piece.start) * MOST_BETWEEN);
    const task = { ...piece, at: [total, most] as const };
    total += most;
    return task;
  });
  const output = wanted.map(() => columns.fresh(type, total));
  const bounds = wanted.map((each) => [each.bounds[0], each.bounds[1]] as const);
  const workBytes = tasks[0].end * keys.BYTES_PER_ELEMENT;
  const outcomes = await columns.round({ kind: "between", bounds }, input, output, tasks, workBytes);
  const counts = outcomes.map((outcome) => (outcome.kind === "counts" ? outcome.counts : []));
  if (counts.some((each, i) => wanted.some((_, k) => each[4 * k + 3] > tasks[i].at[1]))) return undefined;
  const sumOf = (at: number): number => counts.reduce((sum, each) => sum + each[at], 0);
  return wanted.map((_, k) => ({
    below: sumOf(4 * k),
    upToLow: sumOf(4 * k + 1),
    above: sumOf(4 * k + 2),
    between: joined(
      type,
      tasks.map(({ at: [place] }, i) => output[k].subarray(place, place + counts[i][4 * k + 3])),
    ),
  }));
}

/** How the keys of one range lie with regard to some bounds, and those between. */
export function betweenRange(
  { work: memory, copy }: RangeBench,
  { work: { bounds }, input: [keys], output }: RangeRound<WorkOf<"between">>,
  task: Task,
): readonly number[] {
  const [place, most] = placesOf(task);
  const type = columnType(keys);
  const pairs = bounds.map(([low, high]) => {
    const pair = newColumn(type, 2);
    pair[0] = low;
    pair[1] = high;
    return pair;
  });
  const found = boundedElements(memory, keys.subarray(task.start, task.end), pairs);
  return found.flatMap(({ below, upToLow, above, between }, k) => {
    if (between.length <= most) copy(between, output[k].subarray(place, place + between.length));
    return [below, upToLow, above, between.length];
  });
}
