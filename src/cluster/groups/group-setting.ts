// All that steps over groups share: the contract that is computed with, the types of tables, and how tables of neighbours become one.

import { type ColumnContract, columnContract, derivedContract } from "../../contracts/column-contract.ts";
import { resolveContract } from "../../contracts/resolve.ts";
import type { ColumnSummary } from "../../executors/executor.ts";
import { isOrderFree } from "../../expressions/expression.ts";
import { columnSummaries } from "../../summaries/summary-algebra.ts";
import type { ScalarType } from "../../values/element-types.ts";
import { InternalError } from "../../values/errors.ts";
import { columnsOfDataset } from "../data/dataset.ts";
import { wideType } from "../data/wide-columns.ts";
import type { Step } from "../folder/run-files.ts";
import type { RunPlan } from "../run-plan.ts";
import {
  columnsOfShaped,
  columnsOfValues,
  type GroupFunctions,
  shapedColumns,
  shapedRow,
  shapedValues,
} from "./functions.ts";
import {
  checkGroups,
  type GroupTable,
  joinedColumns,
  mergeStates,
  noGroups,
  type TableTypes,
} from "./group-table.ts";
import { type Grouping, keyCountOf, type Way } from "./grouping.ts";

/** Elements of a group are counted by it. */
const COUNTED = columnContract(resolveContract({ operator: "add" }, "reduce", "u64") as never);

export interface GroupSetting {
  readonly plan: RunPlan;
  readonly grouping: Grouping;
  readonly way: Way;
  readonly contract: ColumnContract; // of each group alone, over elements that are no longer narrow
  readonly withoutInitial: ColumnContract;
  readonly keyTypes: readonly ScalarType[];
}

const known = new WeakMap<RunPlan, GroupSetting>(); // executors and summaries know a contract again by its object

/** What steps over the groups of a run need; undefined of a run without groups. */
export function groupSetting(plan: RunPlan): GroupSetting | undefined {
  const { grouping, way } = plan;
  if (grouping === undefined || way === undefined) return undefined;
  const found = known.get(plan) ?? settingFor(plan, grouping, way);
  known.set(plan, found);
  return found;
}

function settingFor(plan: RunPlan, grouping: Grouping, way: Way): GroupSetting {
  const types = plan.columns.map((i) => wideType(columnsOfDataset(plan.dataset)[i].type));
  const keyCount = keyCountOf(grouping);
  const values = grouping.kind === "histogram" ? plan.contract.types : types.slice(keyCount);
  const contract = derivedContract(plan.contract, { segments: undefined, types: values });
  const keyTypes = grouping.kind === "key" ? types.slice(0, keyCount) : (["u32"] as const);
  const withoutInitial = derivedContract(contract, { initial: undefined });
  return { plan, grouping, way, contract, withoutInitial, keyTypes };
}

/** The contract whose values, or summaries, are in the tables of a step. Sums without an order get their initial value when all are joined. */
export function contractOfStep({ way, contract, withoutInitial }: GroupSetting, step: Step): ColumnContract {
  if (way === "positions" && step === "summary") return COUNTED;
  return way === "states" ? withoutInitial : contract;
}

export function hasStates({ way }: GroupSetting, step: Step): boolean {
  return way !== "values" && !(way === "positions" && step === "summary");
}

export function tableTypes(setting: GroupSetting, step: Step): TableTypes {
  const contract = contractOfStep(setting, step);
  const values = hasStates(setting, step) ? [] : contract.sums;
  return { keys: setting.keyTypes, values, algebra: columnSummaries(contract) };
}

/** Tables of neighbours, in the order of elements, as one. */
export function mergeTables(
  setting: GroupSetting,
  functions: GroupFunctions,
  step: Step,
  given: readonly GroupTable[],
): GroupTable {
  const types = tableTypes(setting, step);
  const tables = given.filter(({ keys }) => keys[0].length > 0);
  const outside = given.reduce((sum, table) => sum + table.outside, 0);
  if (tables.length === 0) return { ...noGroups(types), outside };
  if (tables.length === 1) return { ...tables[0], outside };
  const merged = hasStates(setting, step)
    ? mergeStates(functions, tables, joinerOf(setting))
    : mergeValues(functions, tables, contractOfStep(setting, step));
  return { ...merged, outside };
}

function mergeValues(
  { reduceByKey }: GroupFunctions,
  tables: readonly GroupTable[],
  contract: ColumnContract,
): GroupTable {
  const keys = shapedColumns(joinedColumns(tables.map((table) => table.keys)));
  const values = shapedValues(contract, joinedColumns(tables.map((table) => table.values)));
  const found = reduceByKey(keys, values, sumOptions(contract));
  return checkGroups({
    ...{ keys: columnsOfShaped(found.keys), values: columnsOfValues(found.values) },
    ...{ states: [], outside: 0 },
  });
}

/** An associative operator over values that have its type already. */
function sumOptions({ operator, sums }: ColumnContract): object {
  return operator.kind === "record-operator" ? { operator } : { operator, type: sums[0] };
}

/** The same over elements of a piece. */
export function elementOptions({ operator, types, sums }: ColumnContract): object {
  if (operator.kind === "record-operator") return { operator };
  return { operator, type: types[0], accumulate: sums[0] };
}

/** What is combined with the initial value, once, of all that there is. */
export function initialOptions(contract: ColumnContract): object {
  const { direction, initial } = contract;
  if (initial === undefined) throw new InternalError("no initial value");
  return { ...sumOptions(contract), direction, initial: shapedRow(contract, initial.value) };
}

/** Joins the summaries of a group: the left one is of elements that come before. */
function joinerOf(setting: GroupSetting): (left: ColumnSummary, right: ColumnSummary) => ColumnSummary {
  const { contract } = setting;
  const algebra = columnSummaries(contractOfStep(setting, "output"));
  if (!isOrderFree(contract.expression)) {
    return contract.direction === "forward" ? algebra.concat : (left, right) => algebra.concat(right, left);
  }
  return (left, right) => algebra.concat(left, placedAt(right, left.end));
}

/** A sum without an order, which is the same wherever it stands. */
function placedAt(summary: ColumnSummary, start: number): ColumnSummary {
  return { ...summary, start, end: start + (summary.end - summary.start) };
}
