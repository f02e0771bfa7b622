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
import type { ColumnFunctions } from "../../executors/offered-executor.ts";
import { collectWhenDoubled, keepHeapSmall } from "../../held/small-heap.ts";
import { openSpill, type Spill } from "../../held/spill.ts";
import type { InputOptions } from "../../input/input.ts";
import { type ColumnArgument, type Table, tableOfRead, wantedByField } from "../../input/table.ts";
import { withTableBatches } from "../../input/table-batches.ts";
import type { CommandIo } from "../../io.ts";
import { joined, QUICK, type Reduced } from "./by-parts.ts";
import { type JobOptions, jobOf, keysOf, withKeys, withoutNullValues } from "./job.ts";
import { type MergedKeys, PART_ROWS, type Part, type Reducing, reducedRuns } from "./reduced-runs.ts";

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

/** The same where each key has few of them: memory holds the keys of each part. */
const MOST_PART_ROWS = 1 << 20;

interface RunsAsked extends Asked, Omit<Reducing, keyof Asked> {
  readonly timed: <Result>(work: () => Promise<Result>) => Promise<Result>;
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
  collectWhenDoubled();
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

async function mergedKeys(
  functions: ColumnFunctions,
  parts: readonly Part[],
  keyCount: number,
): Promise<MergedKeys> {
  const all = joined(parts.map(({ keys }) => keys));
  const own = keysOf(all, keyCount);
  const places = Uint32Array.from({ length: all.length }, (_, i) => i);
  const partCounts = all.columns[keyCount] as Uint32Array;
  const wide = Float64Array.from(partCounts); // more than 2^32 in all
  const { keys, values: counts } = await functions.reduceByKey(own, wide, { operator: "add" });
  const { values: entries } = await functions.reduceByKey(own, places.slice().fill(1), { operator: "add" });
  const ordered = await inOrder(functions, own, places);
  const keyOf = new Uint32Array(all.length);
  let next = 0;
  for (let key = 0; key < entries.length; key++) {
    for (let i = 0; i < entries[key]; i++) keyOf[Number(ordered[next++])] = key;
  }
  return { all, keys, counts, partCounts, keyOf };
}
