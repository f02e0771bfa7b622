// The values of keys, reduced from where parts of a file have left them: key by key the pieces lie in every part, in the order of the keys.

import {
  type ColumnArray,
  type ElementArray,
  type ElementType,
  newElementArray,
  type Operator,
  type RecordOperator,
} from "../../../index.ts";
import type { ColumnFunctions, OpenExecutor } from "../../executors/offered-executor.ts";
import type { SpilledColumn } from "../../held/spill.ts";
import { type Table, tableOf } from "../../input/table.ts";
import { elementOptions, streamsOf } from "../../options/contract.ts";
import { type JobOptions, jobOf } from "./job.ts";

/** Rows that are put in order, and values that are reduced, at a time. */
export const PART_ROWS = 1 << 17;

/** What values are reduced by. */
export interface Reducing {
  readonly executor: OpenExecutor;
  readonly functions: ColumnFunctions;
  readonly operator: Operator | RecordOperator;
  readonly options: JobOptions;
  readonly partRows?: number; // default: PART_ROWS
}

/** Keys of some rows, each once and in order, and behind them how many values it has; these lie from a place on in the same order. */
export interface Part {
  readonly keys: Table;
  readonly start: number;
}

/** The keys of all parts. */
export interface MergedKeys {
  readonly all: Table; // part by part
  readonly keys: Readonly<Record<string, ColumnArray>>; // each once, in order
  readonly counts: ElementArray; // of their values
  readonly partCounts: Uint32Array; // the same of each entry of `all`
  readonly keyOf: Uint32Array; // by place in `all` the place in `keys`
}

/** Merged keys with the values of all parts. */
interface ToReduce extends MergedKeys {
  readonly parts: readonly Part[];
  readonly values: SpilledColumn<ElementArray>;
  readonly type: ElementType;
}

/** The reduce of each key: of some keys together, and of one that has more values than these chunk by chunk. */
export async function reducedRuns(asked: Reducing, given: ToReduce) {
  const { operator, options, partRows = PART_ROWS } = asked;
  const { counts, type } = given;
  const how = elementOptions(options, operator as Operator, type);
  const sumType = how.accumulate ?? type;
  const reduced = newElementArray(sumType, counts.length);
  const { run } = jobOf(operator, options, { types: ["u32", type] }, 1);
  const take = takerOf(given);
  for (const { from, to, count } of rangesOf(counts, partRows)) {
    const pieces = take(to);
    if (count > partRows && mayStream(asked)) {
      const running = streamsOf(asked.executor).onlineReduce(how);
      for await (const chunk of chunksOf(pieces, given, Math.min(CHUNK_LENGTH, partRows)))
        running.push(chunk);
      reduced[from] = running.observe();
      running.close();
    } else {
      const { columns } = await run(asked.functions, await rowsOf(pieces, count, given));
      (reduced as Float64Array).set(columns[1] as Float64Array, from);
    }
  }
  return { array: reduced, type: sumType };
}

/** The values of pieces, some at a time. */
async function* chunksOf(
  pieces: readonly Piece[],
  { values, type }: ToReduce,
  length: number,
): AsyncGenerator<ElementArray> {
  for (const { start, count } of pieces) {
    for (let done = 0; done < count; done += length) {
      const chunk = newElementArray(type, Math.min(length, count - done));
      await values.read(chunk, start + done);
      yield chunk;
    }
  }
}

/** The values of pieces, so many in all, behind the places of their keys. */
async function rowsOf(pieces: readonly Piece[], count: number, given: ToReduce): Promise<Table> {
  const { keyOf, partCounts, values, type } = given;
  const [keys, elements] = [new Uint32Array(count), newElementArray(type, count)];
  let filled = 0;
  for (const piece of pieces) {
    await values.read(elements.subarray(filled, filled + piece.count) as ElementArray, piece.start);
    for (let entry = piece.from; entry < piece.to; entry++) {
      keys.fill(keyOf[entry], filled, filled + partCounts[entry]);
      filled += partCounts[entry];
    }
  }
  const columns = [
    { array: keys, type: "u32" as const },
    { array: elements, type },
  ];
  return tableOf(["key", "value"], columns);
}

/** Values of one key that are read at a time. */
const CHUNK_LENGTH = 1 << 16;

/** Whether one key's values may come in chunks. */
function mayStream({ executor, options }: Reducing): boolean {
  const kind = options.expression?.kind;
  return executor.online !== undefined && !options.backward && kind !== "bisection" && kind !== "custom";
}

/** Keys that have no more values together than that; or one that has. */
function* rangesOf(
  counts: ElementArray,
  most: number,
): Generator<{ from: number; to: number; count: number }> {
  let [from, count] = [0, 0];
  for (let key = 0; key < counts.length; key++) {
    const own = Number(counts[key]);
    if (count > 0 && count + own > most) {
      yield { from, to: key, count };
      [from, count] = [key, 0];
    }
    count += own;
  }
  yield { from, to: counts.length, count };
}

/** The values of some keys in one part. */
interface Piece {
  readonly start: number;
  readonly count: number;
  readonly from: number; // their places among the keys of all parts
  readonly to: number;
}

/** Goes through the keys of all parts: gives of each part those that come next and are below a key. */
function takerOf({ parts, keyOf, partCounts }: ToReduce): (below: number) => readonly Piece[] {
  let next = 0;
  const cursors = parts.map(({ keys, start }) => {
    const cursor = { next, end: next + keys.length, at: start };
    next = cursor.end;
    return cursor;
  });
  return (below) =>
    cursors.map((cursor) => {
      const { next: from, at: start } = cursor;
      for (; cursor.next < cursor.end && keyOf[cursor.next] < below; cursor.next++) {
        cursor.at += partCounts[cursor.next];
      }
      return { start, count: cursor.at - start, from, to: cursor.next };
    });
}
