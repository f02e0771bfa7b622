// What reduce-by-key runs over a table: keys first, and their values behind them.

import { overSegments } from "../../../algorithms.ts";
import {
  type Achieved,
  type ColumnArray,
  type Contract,
  type ElementArray,
  type ElementType,
  type Operator,
  printContract,
  type RecordOperator,
  resolveContract,
  type ValueType,
} from "../../../index.ts";
import { type ElementFunction, parseElementFunction } from "../../../operators.ts";
import type { ColumnFunctions } from "../../executors/offered-executor.ts";
import { columnsInShape, columnsOfShape } from "../../input/records.ts";
import {
  firstColumns,
  nullFields,
  shapedTable,
  shapedType,
  tableOfShaped,
} from "../../input/shaped-table.ts";
import { type Table, tableOf } from "../../input/table.ts";
import { type ContractArguments, elementOptions, recordOptions } from "../../options/contract.ts";

/** What is said of the reduce. */
export type JobOptions = ContractArguments & { readonly adjacent?: boolean };

/** The rows whose values are not null: only nulls of keys are kept, as keys of their own. */
export async function withoutNullValues(
  table: Table,
  keyCount: number,
  functions: ColumnFunctions,
): Promise<Table> {
  const flags = nullFields(table)
    .slice(keyCount)
    .flatMap((flag) => flag ?? []);
  if (flags.length === 0) return table;
  const type = shapedType(table);
  const isThere = flags.map((flag) => `!${flag}`).join(" && ");
  const predicate = parseElementFunction<ValueType, ValueType>(isThere, { source: "--nulls", type });
  return tableOfShaped(
    table,
    await functions.filter(shapedTable(table), predicate as ElementFunction<ValueType, "bool">),
  );
}

interface ReduceJob {
  readonly contract: string; // its line
  readonly run: (functions: ColumnFunctions, table: Table) => Promise<Table>;
  readonly achieved: (functions: ColumnFunctions, table: Table) => Achieved; // by such columns
}

interface TypedColumn {
  readonly array: ColumnArray;
  readonly type: Table["types"][number];
}

/** What is to be run over the columns that were read, keys first. @throws InvalidArgumentError from the options */
export function jobOf(
  operator: Operator | RecordOperator,
  options: JobOptions,
  { types }: Pick<Table, "types">,
  keyCount: number,
): ReduceJob {
  const { adjacent = false } = options;
  if (operator.kind === "record-operator") {
    const asked = recordOptions(options, operator);
    const { type } = operator;
    const valuesOf = (table: Table) => columnsInShape(type, table.columns.slice(keyCount));
    return {
      contract: lineOf(resolveContract(asked, "reduce", undefined)),
      achieved: (functions, table) =>
        functions.achieved("reduceByKey", keysOf(table, keyCount), valuesOf(table), { ...asked, adjacent }),
      async run(functions, table) {
        const input = valuesOf(table);
        const found = await functions.reduceByKey(keysOf(table, keyCount), input, { ...asked, adjacent });
        const values = columnsOfShape(type, found.values).map((array, i) => ({
          array,
          type: operator.columns[i].type,
        }));
        return withKeys(table, keyCount, found.keys, values);
      },
    };
  }
  const asked = elementOptions(options, operator, types[keyCount] as ElementType);
  return {
    contract: lineOf(resolveContract(asked, "reduce", asked.type)),
    achieved: (functions, table) =>
      functions.achieved("reduceByKey", keysOf(table, keyCount), table.columns[keyCount], {
        ...asked,
        adjacent,
      }),
    async run(functions, table) {
      const input = table.columns[keyCount] as ElementArray;
      const found = await functions.reduceByKey(keysOf(table, keyCount), input, { ...asked, adjacent });
      const values = [{ array: found.values, type: asked.accumulate ?? asked.type }];
      return withKeys(table, keyCount, found.keys, values);
    },
  };
}

export function keysOf(table: Table, keyCount: number): Readonly<Record<string, ColumnArray>> {
  return shapedTable(firstColumns(table, keyCount)) as Readonly<Record<string, ColumnArray>>;
}

/** What was found as a table, keys first. */
export function withKeys(
  table: Table,
  keyCount: number,
  found: Readonly<Record<string, ColumnArray>>,
  values: readonly TypedColumn[],
): Table {
  const { columns, types, dictionaries, times, valid } = tableOfShaped(firstColumns(table, keyCount), found);
  const keys = columns.map((array, i) => ({
    array,
    type: types[i],
    dictionary: dictionaries[i],
    times: times[i],
  }));
  return { ...tableOf(table.fields, [...keys, ...values]), valid };
}

/** The line of a contract over the values of each key. */
function lineOf(contract: Contract): string {
  return printContract(contract.kind === "function" ? contract : overSegments(contract, {}));
}
