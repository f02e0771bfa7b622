// Groups of a file that is read some rows at a time, where each key has one tree over all of its values. Parts are put in the order of their keys, their values in a temporary file:
// those of neighbouring keys lie next to each other in every part, and are reduced together. Memory holds the keys of each part, and some values.

import {
  type ColumnArray,
  type ElementArray,
  type ElementType,
  InternalError,
  newElementArray,
  type Operator,
  type RecordOperator,
} from "../../../index.ts";
import type { ColumnFunctions, OpenExecutor } from "../../executors/offered-executor.ts";
import { keepHeapSmall } from "../../held/small-heap.ts";
import { openSpill, type Spill, type SpilledColumn } from "../../held/spill.ts";
import type { InputOptions } from "../../input/input.ts";
import { type ColumnArgument, type Table, tableOf, tableOfRead, wantedByField } from "../../input/table.ts";
import { withTableBatches } from "../../input/table-batches.ts";
import type { CommandIo } from "../../io.ts";
import { elementOptions, streamsOf } from "../../options/contract.ts";
import { joined, QUICK, type Reduced } from "./by-parts.ts";
import { type JobOptions, jobOf, keysOf, withKeys, withoutNullValues } from "./job.ts";

interface Asked {
  readonly file: string;
  readonly columns: readonly ColumnArgument[]; // keys, and the values behind them
  readonly keyCount: number;
  readonly operator: Operator | RecordOperator;
  readonly options: InputOptions & JobOptions;
}

/** Whether rows may come some at a time: on executors to which a call is worth its start, for one column of values. */
export function mayTakeRuns({ operator, options }: Asked): boolean {
  return operator.kind !== "record-operator" && !options.adjacent && QUICK.includes(options.on.name);
}

/** Rows that are put in order, and values that are reduced, at a time. */
const PART_ROWS = 1 << 17;

/** The same where each key has few of them: memory holds the keys of each part. */
const MOST_PART_ROWS = 1 << 20;

interface RunsAsked extends Asked {
  readonly executor: OpenExecutor;
  readonly functions: ColumnFunctions;
  readonly timed: <Result>(work: () => Promise<Result>) => Promise<Result>;
  readonly partRows?: number; // default: PART_ROWS
}

/** Reads the columns and reduces the values of each key. @throws as `readTable`, and from the options */
export async function reduceRuns(
  asked: RunsAsked,
  io: CommandIo,
): Promise<Reduced & { readonly contract: string }> {
  const { file, columns, options, timed, partRows = PART_ROWS } = asked;
  const fields = columns.map(({ field }) => field);
  const wanted = { columns: wantedByField(columns), nulls: options.nulls };
  keepHeapSmall();
  const spill = openSpill(1);
  try {
    return await withTableBatches(file, wanted, options, io, async (batches) => {
      const sizes = { length: 0, byteLength: 0, nullCount: 0 };
      let runs: Runs | undefined;
      let held: Table[] = [];
      let [heldLength, most] = [0, partRows];
      const add = async (open: Runs, rows: Table): Promise<void> => {
        const keyLength = await timed(() => open.add(rows));
        if (keyLength > rows.length / 4) most = Math.min(MOST_PART_ROWS, 2 * most);
        [held, heldLength] = [[], 0];
      };
      for await (const batch of batches) {
        const table = tableOfRead(batch, fields);
        runs ??= runsOf(asked, table, spill);
        sizes.length += table.length;
        sizes.byteLength += table.byteLength;
        sizes.nullCount += table.nullCount;
        for (let start = 0; start < table.length; ) {
          if (heldLength >= most) await add(runs, joined(held));
          const end = Math.min(table.length, start + most - heldLength);
          const rows = sliceOf(table, start, end);
          if (end - start === most) await add(runs, rows);
          else held.push(joined([rows])); // a batch's memory is used again
          heldLength = held.reduce((sum, { length }) => sum + length, 0);
          start = end;
        }
      }
      if (runs === undefined) throw new InternalError("a table has one batch at least");
      const { finish, first, contract } = runs;
      const rows = held.length === 0 ? first : joined(held);
      const written = await timed(() => finish(rows));
      return { contract, read: { ...first, ...sizes }, written };
    });
  } finally {
    await spill.close();
  }
}

/** Some rows, in the same memory. */
function sliceOf(table: Table, start: number, end: number): Table {
  const { columns, valid } = table;
  return {
    ...table,
    length: end - start,
    columns: columns.map((column) => column.subarray(start, end) as ColumnArray),
    valid: valid?.map((flags) => flags?.subarray(start, end)),
  };
}

interface Runs {
  readonly contract: string; // its line
  readonly first: Table; // no rows; it tells what the columns are
  /** Gives the number of their keys. */
  add(rows: Table): Promise<number>;
  /** When these rows are the last. */
  finish(rows: Table): Promise<Table>;
}

/** Keys of some rows, each once and in order, and behind them how many values it has; these lie from a place on in the same order. */
interface Part {
  readonly keys: Table;
  readonly start: number;
}

function runsOf(asked: RunsAsked, table: Table, spill: Spill): Runs {
  const { functions, keyCount, operator, options } = asked;
  const first = sliceOf(table, 0, 0);
  const job = jobOf(operator, options, first, keyCount);
  const type = first.types[keyCount] as ElementType;
  const none = newElementArray(type, 0);
  const values = spill.column(none.constructor as new (buffer: ArrayBuffer) => ElementArray);
  const parts: Part[] = [];

  async function add(given: Table): Promise<number> {
    const rows = await withoutNullValues(given, keyCount, functions);
    if (rows.length === 0) return 0;
    const keys = keysOf(rows, keyCount);
    const ones = new Uint32Array(rows.length).fill(1);
    const counted = await functions.reduceByKey(keys, ones, { operator: "add" });
    const counts = [{ array: counted.values, type: "u32" as const }];
    parts.push({ keys: withKeys(rows, keyCount, counted.keys, counts), start: values.length });
    await values.add((await inOrder(functions, keys, rows.columns[keyCount])) as ElementArray);
    return counted.values.length;
  }

  return {
    ...{ contract: job.contract, first, add },
    async finish(rows) {
      if (parts.length === 0) return job.run(functions, await withoutNullValues(rows, keyCount, functions));
      await add(rows);
      const merged = await mergedKeys(functions, parts, keyCount);
      return withKeys(merged.all, keyCount, merged.keys, [
        await reducedRuns(asked, { ...merged, parts, values, type }),
      ]);
    },
  };
}

/** A column in the order of the keys beside it; of equal keys in its own. */
async function inOrder(
  functions: ColumnFunctions,
  keys: Readonly<Record<string, ColumnArray>>,
  column: ColumnArray,
): Promise<ColumnArray> {
  let name = "value";
  while (name in keys) name += "_";
  const sorted = await functions.sortBy({ ...keys, [name]: column }, Object.keys(keys));
  return sorted[name];
}

/** The keys of all parts. */
interface MergedKeys {
  readonly all: Table; // part by part
  readonly keys: Readonly<Record<string, ColumnArray>>; // each once, in order
  readonly counts: ElementArray; // of their values
  readonly keyOf: Uint32Array; // by place in `all` the place in `keys`
}

async function mergedKeys(
  functions: ColumnFunctions,
  parts: readonly Part[],
  keyCount: number,
): Promise<MergedKeys> {
  const all = joined(parts.map(({ keys }) => keys));
  const own = keysOf(all, keyCount);
  const places = Uint32Array.from({ length: all.length }, (_, i) => i);
  const { keys, values: counts } = await functions.reduceByKey(
    own,
    Float64Array.from(all.columns[keyCount] as Uint32Array),
    { operator: "add" },
  );
  const { values: partCounts } = await functions.reduceByKey(own, places.slice().fill(1), {
    operator: "add",
  });
  const ordered = await inOrder(functions, own, places);
  const keyOf = new Uint32Array(all.length);
  let next = 0;
  for (let key = 0; key < partCounts.length; key++) {
    for (let i = 0; i < partCounts[key]; i++) keyOf[Number(ordered[next++])] = key;
  }
  return { all, keys, counts, keyOf };
}

interface ToReduce extends MergedKeys {
  readonly parts: readonly Part[];
  readonly values: SpilledColumn<ElementArray>;
  readonly type: ElementType;
}

/** The reduce of each key: of some keys together, and of one that has more values than these chunk by chunk. */
async function reducedRuns(asked: RunsAsked, given: ToReduce) {
  const { functions, executor, keyCount, operator, options, partRows = PART_ROWS } = asked;
  const { counts, values, type } = given;
  const { determinism: _, ...how } = elementOptions(options, operator as Operator, type);
  const sumType = how.accumulate ?? type;
  const reduced = newElementArray(sumType, counts.length);
  const { run } = jobOf(operator, options, { types: ["u32", type] }, 1);
  const chunkLength = Math.min(CHUNK_LENGTH, partRows);
  const partCounts = given.all.columns[keyCount] as Uint32Array;
  const take = takerOf(given, partCounts);
  for (const { from, to, count } of rangesOf(counts, partRows)) {
    const pieces = take(to);
    if (count > partRows && mayStream(asked)) {
      const running = streamsOf(executor).onlineReduce(how);
      for (const piece of pieces) {
        for (let done = 0; done < piece.count; done += chunkLength) {
          const chunk = newElementArray(type, Math.min(chunkLength, piece.count - done));
          await values.read(chunk, piece.start + done);
          running.push(chunk);
        }
      }
      reduced[from] = running.observe();
      running.close();
      continue;
    }
    const [keys, elements] = [new Uint32Array(count), newElementArray(type, count)];
    let filled = 0;
    for (const piece of pieces) {
      await values.read(elements.subarray(filled, filled + piece.count) as ElementArray, piece.start);
      for (let entry = piece.from; entry < piece.to; entry++) {
        keys.fill(given.keyOf[entry], filled, filled + partCounts[entry]);
        filled += partCounts[entry];
      }
    }
    const rows = tableOf(
      ["key", "value"],
      [
        { array: keys, type: "u32" },
        { array: elements, type },
      ],
    );
    const { columns } = await run(functions, rows);
    (reduced as Float64Array).set(columns[1] as Float64Array, from);
  }
  return { array: reduced, type: sumType };
}

/** Values of one key that are read at a time. */
const CHUNK_LENGTH = 1 << 16;

/** Whether one key's values may come in chunks. */
function mayStream({ executor, options }: RunsAsked): boolean {
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
function takerOf({ parts, keyOf }: ToReduce, counts: Uint32Array): (below: number) => readonly Piece[] {
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
        cursor.at += counts[cursor.next];
      }
      return { start, count: cursor.at - start, from, to: cursor.next };
    });
}
