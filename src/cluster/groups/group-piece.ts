// The groups of a piece, window by window: memory holds a window and the groups so far, whatever the piece's length.

import type { ColumnContract } from "../../contracts/column-contract.ts";
import type { ColumnSummary, OnlineExecutor } from "../../executors/executor.ts";
import { innerRange } from "../../streams/inner-range.ts";
import { openPass } from "../../streams/online-contract.ts";
import { columnSummaries } from "../../summaries/summary-algebra.ts";
import type { Scalar } from "../../values/element-types.ts";
import { type ColumnArray, newColumn, type Row, type StoredColumns } from "../../values/value-types.ts";
import { gathered, wideColumns } from "../data/wide-columns.ts";
import type { Step } from "../folder/run-files.ts";
import {
  columnsOfShaped,
  columnsOfValues,
  type GroupFunctions,
  shapedColumns,
  shapedValues,
} from "./functions.ts";
import {
  contractOfStep,
  elementOptions,
  type GroupSetting,
  hasStates,
  mergeTables,
  tableTypes,
} from "./group-setting.ts";
import { checkGroups, type GroupTable, groupCount, noGroups } from "./group-table.ts";
import { type Bins, binCountOf } from "./grouping.ts";
import { placesInSplit } from "./key-splits.ts";

/** Takes windows in the order of positions, each in the order of its elements. */
interface GroupCollector {
  add(columns: StoredColumns): void;
  table(): GroupTable;
}

interface Collecting {
  readonly setting: GroupSetting;
  readonly functions: GroupFunctions;
  readonly executor: OnlineExecutor;
  readonly step: Step;
  readonly from: GroupTable | undefined; // summaries that elements are added to
  readonly split: number; // of the keys, whose elements are taken
}

/** Collects what a step leaves of the groups of a piece. */
export function collectGroups(given: Collecting): GroupCollector {
  const { setting, step } = given;
  const { grouping } = setting;
  if (grouping.kind === "histogram") return countBins(given, grouping.bins);
  return hasStates(setting, step) ? collectStates(given) : collectValues(given);
}

/** A window's keys and values; of indices those that have a bin. */
interface Window {
  readonly keys: readonly ColumnArray[];
  readonly values: readonly ColumnArray[];
  readonly outside: number;
}

function windowOf({ setting, split }: Collecting, given: StoredColumns): Window {
  const { grouping } = setting;
  const columns = wideColumns(setting.plan, given);
  if (grouping.kind === "key") {
    const { keyCount, splitCount = 1 } = grouping;
    const keys = columns.slice(0, keyCount);
    if (splitCount === 1) return { keys, values: columns.slice(keyCount), outside: 0 };
    const places = placesInSplit(keys, { split, splitCount });
    const own = columns.map((column) => gathered(column, places));
    return {
      ...{ keys: own.slice(0, keyCount), values: own.slice(keyCount) },
      outside: keys[0].length - places.length,
    };
  }
  const count = binCountOf(grouping) ?? 0;
  const [indices] = columns;
  const places = Uint32Array.from(indices.keys()).filter((i) => indices[i] >= 0 && indices[i] < count);
  const [keys, ...values] = columns.map((column) => gathered(column, places));
  const outside = indices.length - places.length;
  return { keys: [Uint32Array.from(keys as Uint32Array)], values, outside };
}

function countBins({ setting, functions }: Collecting, bins: Bins): GroupCollector {
  const binCount = binCountOf(setting.grouping) ?? 0;
  const counts = new Float64Array(binCount + BESIDE);
  return {
    add(given) {
      const [values] = wideColumns(setting.plan, given);
      const found = functions.histogram(values, bins);
      for (let bin = 0; bin < binCount; bin++) counts[bin] += found.counts[bin];
      const { belowCount = 0, aboveCount = 0, nanCount = 0, outsideCount = 0 } = found;
      for (const [i, count] of [belowCount + outsideCount, aboveCount, nanCount].entries()) {
        counts[binCount + i] += count;
      }
    },
    table() {
      const places = Uint32Array.from(counts.keys()).filter((place) => counts[place] > 0);
      const values = BigUint64Array.from(places, (place) => BigInt(counts[place]));
      return { keys: [places], values: [values], states: [], outside: 0 };
    },
  };
}

/** Places behind the bins: below them all, or of no category; above; NaN. */
const BESIDE = 3;

/** Groups of windows that are held before they are joined to those so far. */
const LEAST_HELD = 2 ** 18;

/** Of each group its value, or how many elements it has. */
function collectValues(collecting: Collecting): GroupCollector {
  const { setting, functions, step } = collecting;
  const contract = contractOfStep(setting, step);
  const isCounted = contract !== setting.contract;
  let held: GroupTable[] = [];
  let [heldCount, mostHeld] = [0, LEAST_HELD];
  const merge = (): GroupTable => {
    const inOrder = setting.contract.direction === "forward" ? held : [...held].reverse();
    held = [mergeTables(setting, functions, step, inOrder)];
    heldCount = groupCount(held[0]);
    mostHeld = Math.max(LEAST_HELD, 2 * heldCount);
    return held[0];
  };
  return {
    add(given) {
      const { keys, values, outside } = windowOf(collecting, given);
      if (keys[0].length === 0) return void held.push({ ...noGroups(tableTypes(setting, step)), outside });
      const found = isCounted
        ? functions.reduceByKey(shapedColumns(keys), new Uint32Array(keys[0].length).fill(1), COUNTING)
        : functions.reduceByKey(
            shapedColumns(keys),
            shapedValues(contract, values),
            elementOptions(contract),
          );
      const made = { keys: columnsOfShaped(found.keys), values: columnsOfValues(found.values) };
      held.push({ ...made, states: [], outside });
      heldCount += made.keys[0].length;
      if (heldCount > mostHeld) merge();
    },
    table: merge,
  };
}

const COUNTING = { accumulate: "u64" };

interface Group {
  readonly keys: Row;
  readonly state: ColumnSummary;
}

/** Of each group its summary, from where the group's elements in this piece begin. */
function collectStates(collecting: Collecting): GroupCollector {
  const { setting, functions, executor, step, from } = collecting;
  const contract = contractOfStep(setting, step);
  const algebra = columnSummaries(contract);
  const groups = new Map<string, Group>();
  const firstOf = (keys: readonly ColumnArray[], group: number): Row => keys.map((column) => column[group]);
  for (const [i, state] of (from?.states ?? []).entries()) {
    const keys = firstOf(from?.keys ?? [], i);
    groups.set(textOf(keys), { keys, state });
  }
  let outside = from?.outside ?? 0;
  const isForward = contract.direction === "forward";
  return {
    add(given) {
      const window = windowOf(collecting, given);
      outside += window.outside;
      if (window.keys[0].length === 0) return;
      const found = functions.groupBy(shapedColumns(window.keys), shapedColumns(window.values));
      const [keyColumns, values] = [columnsOfShaped(found.keys), columnsOfShaped(found.values)];
      for (let group = 0; group + 1 < found.offsets.length; group++) {
        const keys = firstOf(keyColumns, group);
        const text = textOf(keys);
        const known = groups.get(text);
        const chunk = values.map((column) => column.subarray(found.offsets[group], found.offsets[group + 1]));
        const state = extended(executor, contract, known?.state ?? algebra.empty(0), chunk);
        // Of equal NaNs the first keeps its bits: from the end that is the last to come.
        groups.set(text, { keys: isForward && known !== undefined ? known.keys : keys, state });
      }
    },
    table: () => sortedTable(setting, functions, [...groups.values()], outside),
  };
}

/** A key as a text: the same of keys for which Object.is holds, column by column. */
function textOf(keys: Row): string {
  return keys.map((key) => (Object.is(key, -0) ? "-0" : String(key))).join();
}

function sortedTable(
  { keyTypes }: GroupSetting,
  { groupBy }: GroupFunctions,
  groups: readonly Group[],
  outside: number,
): GroupTable {
  const keys = keyTypes.map((type, i) => {
    const column = newColumn(type, groups.length);
    for (const [group, { keys }] of groups.entries())
      (column as { [place: number]: Scalar })[group] = keys[i];
    return column;
  });
  if (groups.length === 0) return { keys, values: [], states: [], outside };
  const found = groupBy(shapedColumns(keys), Uint32Array.from(groups.keys()));
  const states = Array.from(found.values as Uint32Array, (group) => groups[group].state);
  return checkGroups({ keys: columnsOfShaped(found.keys), values: [], states, outside });
}

/** Below this many elements the literal terms are as fast as a pass and what it takes to open one. */
const SHORTEST_PASS = 4096;

function extended(
  executor: OnlineExecutor,
  contract: ColumnContract,
  from: ColumnSummary,
  chunk: readonly ColumnArray[],
): ColumnSummary {
  const algebra = columnSummaries(contract);
  if (chunk[0].length < SHORTEST_PASS) {
    const isForward = contract.direction === "forward";
    return algebra.append(from, isForward ? chunk : chunk.map((column) => column.slice().reverse()));
  }
  const running =
    from.start > 0
      ? innerRange(executor, contract, algebra, from)
      : openPass(executor, contract, "reduce", from);
  try {
    running.reduce(chunk);
    return running.summary();
  } finally {
    running.close();
  }
}
