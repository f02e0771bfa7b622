// Tables of all pieces: at which position of its group each begins, and what they come to.

import { derivedContract } from "../../contracts/column-contract.ts";
import type { ColumnSummary } from "../../executors/executor.ts";
import { columnSummaries } from "../../summaries/summary-algebra.ts";
import { withCanonicalNaNs } from "../../values/bits.ts";
import type { Scalar } from "../../values/element-types.ts";
import { EmptyInputError } from "../../values/errors.ts";
import { type ColumnArray, newColumn, type Row } from "../../values/value-types.ts";
import { columnsOfValues, type GroupFunctions, shapedColumns, shapedValues } from "./functions.ts";
import { type GroupSetting, initialOptions, mergeTables } from "./group-setting.ts";
import { type GroupTable, groupCount, joinedColumns } from "./group-table.ts";
import { binCountOf } from "./grouping.ts";

/** Groups that are looked at in one go. */
const MOST_AT_ONCE = 2 ** 20;

type Tables = Iterable<GroupTable> | AsyncIterable<GroupTable>;

/** Lists of tables whose groups together are so many, one table at least. */
async function* batchesOf(tables: Tables): AsyncGenerator<readonly GroupTable[]> {
  let batch: GroupTable[] = [];
  let count = 0;
  for await (const table of tables) {
    batch.push(table);
    count += groupCount(table);
    if (count < MOST_AT_ONCE) continue;
    yield batch;
    [batch, count] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

/** For each table of counts, in the order of positions, how many elements of each of its groups are before it. */
export async function* positionsOf(
  setting: GroupSetting,
  functions: GroupFunctions,
  counts: Tables,
): AsyncGenerator<ColumnArray> {
  let before: GroupTable | undefined;
  for await (const batch of batchesOf(counts)) {
    const tables = before === undefined ? batch : [before, ...batch];
    const keys = shapedColumns(joinedColumns(tables.map((table) => table.keys)));
    const [all] = joinedColumns(tables.map((table) => table.values));
    const scanned = functions.scanByKey(keys, all as BigUint64Array, {
      prefixes: "exclusive",
    }) as BigUint64Array;
    let at = before === undefined ? 0 : groupCount(before);
    for (const table of batch) {
      yield scanned.slice(at, at + groupCount(table));
      at += groupCount(table);
    }
    before = mergeTables(setting, functions, "summary", tables);
  }
}

/** A table's summaries begin at these positions, and hold nothing yet. */
export function emptyAt({ contract }: GroupSetting, counts: GroupTable, positions: ColumnArray): GroupTable {
  const algebra = columnSummaries(contract);
  const states = Array.from(positions as ArrayLike<Scalar>, (position) => algebra.empty(Number(position)));
  return { ...counts, values: [], states, outside: 0 };
}

/** What a run by groups comes to: keys in the order of `sort` and their values, or a value for each bin. */
export interface Grouped {
  readonly keys: readonly ColumnArray[]; // none where bins are numbered
  readonly values: readonly ColumnArray[];
  readonly beside: Readonly<Record<string, number>>; // elements that are in no bin, by where they are
}

/**
 * Joins the tables of the last step, in the order of elements.
 *
 * @throws EmptyInputError for a bin without elements, where there is no value of nothing; UnsupportedError for too many groups
 */
export async function joinTables(
  setting: GroupSetting,
  functions: GroupFunctions,
  tables: Tables,
): Promise<Grouped> {
  let all: GroupTable | undefined;
  for await (const batch of batchesOf(tables)) {
    all = mergeTables(setting, functions, "output", all === undefined ? batch : [all, ...batch]);
  }
  return finished(setting, functions, all as GroupTable);
}

function finished(setting: GroupSetting, functions: GroupFunctions, table: GroupTable): Grouped {
  const { grouping } = setting;
  const values = valuesOf(setting, functions, table).map((column) => withCanonicalNaNs(column));
  if (grouping.kind === "key") return { keys: table.keys, values, beside: {} };
  const [places] = table.keys;
  const binCount = binCountOf(grouping) ?? 0;
  if (grouping.kind === "index") {
    return {
      keys: [],
      values: inBins(setting, places, values, binCount),
      beside: { outside: table.outside },
    };
  }
  const counts = new BigUint64Array(binCount + 3);
  for (const [i, place] of places.entries()) counts[Number(place)] = values[0][i] as bigint;
  const [first, above, nan] = Array.from(counts.subarray(binCount), Number);
  const beside = "categories" in grouping.bins ? { outside: first } : { below: first, above, nan };
  return { keys: [], values: [counts.slice(0, binCount)], beside };
}

function valuesOf(
  setting: GroupSetting,
  functions: GroupFunctions,
  { keys, values, states }: GroupTable,
): readonly ColumnArray[] {
  const { way, contract } = setting;
  if (way === "values") {
    if (contract.initial === undefined || keys[0].length === 0) return values;
    const found = functions.reduceByKey(
      shapedColumns(keys),
      shapedValues(contract, values),
      initialOptions(contract),
    );
    return columnsOfValues(found.values);
  }
  const rows = states.map(observerOf(setting));
  return setting.contract.sums.map((type, i) => columnOf(type, rows, i));
}

/** What the summary of all of a group comes to. The initial value of a sum without an order is one more element of it. */
function observerOf({ way, contract, withoutInitial }: GroupSetting): (state: ColumnSummary) => Row {
  const { initial } = contract;
  if (way !== "states" || initial === undefined) {
    return columnSummaries(way === "states" ? withoutInitial : contract).observe;
  }
  const algebra = columnSummaries(derivedContract(withoutInitial, { types: contract.sums }));
  const { contract: line } = algebra.empty(0);
  return (state) => algebra.observe(algebra.append({ ...state, contract: line }, initial.value));
}

function columnOf(type: Parameters<typeof newColumn>[0], rows: readonly Row[], index: number): ColumnArray {
  const column = newColumn(type, rows.length) as ColumnArray & { [place: number]: Scalar };
  for (const [i, row] of rows.entries()) column[i] = row[index];
  return column;
}

/** Bins without elements have the value of nothing. @throws EmptyInputError where there is none */
function inBins(
  { contract }: GroupSetting,
  places: ColumnArray,
  values: readonly ColumnArray[],
  binCount: number,
): readonly ColumnArray[] {
  const empty = contract.initial?.value ?? contract.start;
  if (empty === undefined && places.length < binCount) {
    throw new EmptyInputError("dataset", "an element for each bin, or an initial value");
  }
  return contract.sums.map((type, i) => {
    const column = newColumn(type, binCount) as ColumnArray & { [place: number]: Scalar };
    if (empty !== undefined) (column as Float64Array).fill(empty[i] as number);
    for (const [group, place] of places.entries()) column[Number(place)] = values[i][group];
    return column;
  });
}
