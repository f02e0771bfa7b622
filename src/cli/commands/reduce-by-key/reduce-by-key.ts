import type { Command } from "commander";
import { overSegments } from "../../../algorithms.ts";
import { formatOfPath } from "../../../formats.ts";
import {
  ACCUMULATION_TYPES,
  type ColumnArray,
  type Contract,
  type ElementArray,
  type ElementType,
  InvalidArgumentError,
  type Operator,
  printContract,
  type RecordOperator,
  resolveContract,
  type ValueType,
} from "../../../index.ts";
import { type ElementFunction, parseElementFunction } from "../../../operators.ts";
import { columnReport } from "../../columns-report.ts";
import { withExecutor } from "../../executors/executors.ts";
import type { ColumnFunctions } from "../../executors/offered-executor.ts";
import type { InputOptions } from "../../input/input.ts";
import { readOperator } from "../../input/operator.ts";
import { columnsInShape, columnsOfShape, wantedColumns } from "../../input/records.ts";
import {
  firstColumns,
  nullFields,
  shapedTable,
  shapedType,
  tableOfShaped,
} from "../../input/shaped-table.ts";
import {
  addColumnArguments,
  type ColumnArgument,
  columnArgument,
  columnArguments,
  columnsFormat,
  readTable,
  type Table,
  tableOf,
} from "../../input/table.ts";
import type { CommandContext, CommandIo } from "../../io.ts";

import {
  addContractOptions,
  type ContractArguments,
  elementOptions,
  recordOptions,
} from "../../options/contract.ts";
import { repeated } from "../../options/parse.ts";
import { jsonTable } from "../../output/print-table.ts";
import { findColumnsOutput, printedPlace, writeColumnsTo } from "../../output/write-output.ts";

import { withActivity } from "../../progress.ts";
import { fact, jsonOnly, printReport } from "../../report.ts";
import { mayTakeParts, reduceParts, takesParts } from "./by-parts.ts";

interface ByKeyOptions extends InputOptions, ContractArguments {
  readonly key: readonly string[];
  readonly adjacent?: boolean;
  readonly output?: string;
  readonly json?: boolean;
}

/** `samebits reduce-by-key FILE --key NAME --column NAME`: each key once, and its values combined. */
export function reduceByKeyCommand(command: Command, { io }: CommandContext): void {
  addContractOptions(addColumnArguments(command))
    .requiredOption(
      "--key <name>",
      "a column of keys, repeatable: rows are of one key where all of them are equal; NAME, NAME:TYPE or FIELD=NAME",
      repeated((text) => text),
    )
    .option("--adjacent", "only neighbours are of one key, and come in the order of their runs")
    .option(
      "-o, --output <file>",
      "a .csv, .tsv, .arrow or .parquet file; - is standard output as CSV (default: print a table)",
    )
    .option("--json", "print one JSON object")
    .action((file: string, options: ByKeyOptions) => reduceFile(file, options, io));
}

async function reduceFile(file: string, options: ByKeyOptions, io: CommandIo): Promise<void> {
  const { output, on } = options;
  const operator = await readOperator(options.operator);
  const keys = options.key.map((text) => columnArgument(text, "key", undefined));
  const values = valueColumns(operator, file, options);
  checkFields([...keys, ...values]);
  const shape = { columnCount: keys.length + values.length, hasNames: true, isRaw: false };
  const place = output === undefined ? printedPlace(io, options) : await findColumnsOutput(output, shape, io);
  const asked = { file, columns: [...keys, ...values], keyCount: keys.length, operator, options };
  const job = (await partsJob(asked, io)) ?? (await wholeJob(asked, io));
  await withExecutor(on, "compute", async (executor) => {
    const { read, written, seconds } = await job.run(await executor.algorithms());
    await writeColumnsTo(place, written, io);
    const table = output === undefined ? jsonOnly(jsonTable(written)) : fact(undefined);
    const facts = { contract: fact(job.contract), groups: fact(written.length), table };
    const done = { executor: executor.name, read, written, facts, seconds, output, options };
    await place.reportTo.write(printReport(await columnReport(done, io), options));
  });
}

interface Asked {
  readonly file: string;
  readonly columns: readonly ColumnArgument[]; // keys, and the values behind them
  readonly keyCount: number;
  readonly operator: Operator | RecordOperator;
  readonly options: ByKeyOptions;
}

/** What is to be run of a file. */
interface FileJob {
  readonly contract: string; // its line
  readonly run: (functions: ColumnFunctions) => Promise<{
    readonly read: Table;
    readonly written: Table;
    readonly seconds: number;
  }>;
}

/** All rows at once. @throws as `readTable`, and from the options */
async function wholeJob(
  { file, columns, keyCount, operator, options }: Asked,
  io: CommandIo,
): Promise<FileJob> {
  const read = await readTable(file, columns, options, io);
  const { contract, run } = jobOf(operator, options, read, keyCount);
  return {
    contract,
    run: (functions) =>
      withActivity(io, "grouping", read.length, async () => {
        const begun = io.now();
        const written = await run(functions, await withoutNullValues(read, keyCount, functions));
        return { read, written, seconds: (io.now() - begun) / 1000 };
      }),
  };
}

/** Some rows at a time, where that gives the same; undefined where it may not, or where nobody knows before all are read. */
async function partsJob(
  { file, columns, keyCount, operator, options }: Asked,
  io: CommandIo,
): Promise<FileJob | undefined> {
  const format = columnsFormat(file, options);
  if (file === "-" || (format !== "arrow" && format !== "parquet") || !mayTakeParts(operator, options)) {
    return undefined;
  }
  const { types } = await readTable(file, columns, options, io, 0);
  const type = types[keyCount];
  if (!takesParts(operator, type, options)) return undefined;
  const { contract, run } = jobOf(operator, options, { types }, keyCount);
  const sum = options.accumulate ?? ACCUMULATION_TYPES[type][0];
  const reduced = [...types.slice(0, keyCount), sum];
  const { accumulate: _, ...ofParts } = options; // they are of that type already
  const again = jobOf(operator, ofParts, { types: reduced }, keyCount);
  return {
    contract,
    async run(functions) {
      let seconds = 0;
      const timed = async (work: () => Promise<Table>): Promise<Table> => {
        const begun = io.now();
        const table = await work();
        seconds += (io.now() - begun) / 1000;
        return table;
      };
      const reduce = (rows: Table): Promise<Table> =>
        timed(async () => run(functions, await withoutNullValues(rows, keyCount, functions)));
      const reduceAgain = (parts: Table): Promise<Table> => timed(() => again.run(functions, parts));
      const found = await reduceParts({ file, columns, options, reduce, reduceAgain }, io);
      return { ...found, seconds };
    },
  };
}

/** The columns that are combined: one, or for an operator over records one for each of its fields. @throws InvalidArgumentError */
function valueColumns(
  operator: Operator | RecordOperator,
  file: string,
  options: ByKeyOptions,
): readonly ColumnArgument[] {
  if (operator.kind === "record-operator") {
    const paths = operator.columns.map(({ path }) => path.join("."));
    return wantedColumns(operator, options).map(({ column, type }, i) => ({ field: paths[i], column, type }));
  }
  const format = formatOfPath(file);
  const isText = format === "csv" || format === "tsv";
  const isOwn = operator.hash !== undefined && operator.types.length === 1;
  const type = options.type ?? (isOwn && isText ? operator.types[0] : undefined);
  const values = columnArguments({ column: options.column ?? [], type });
  if (values.length === 1) return [{ ...values[0], type: values[0].type ?? "number" }];
  const fact = values.length === 0 ? "nothing" : values.map(({ field }) => field).join(", ");
  throw new InvalidArgumentError("column", "given once: the column whose values are combined", fact);
}

function checkFields(columns: readonly ColumnArgument[]): void {
  columns.forEach(({ field }, i) => {
    if (columns.findIndex((other) => other.field === field) === i) return;
    const expected = "of names that are no other column's; FIELD=NAME renames one";
    throw new InvalidArgumentError("key", expected, `${JSON.stringify(field)} again`);
  });
}

/** The rows whose values are not null: only nulls of keys are kept, as keys of their own. */
async function withoutNullValues(table: Table, keyCount: number, functions: ColumnFunctions): Promise<Table> {
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
}

interface TypedColumn {
  readonly array: ColumnArray;
  readonly type: Table["types"][number];
}

/** What is to be run over the columns that were read, keys first. @throws InvalidArgumentError from the options */
function jobOf(
  operator: Operator | RecordOperator,
  options: ByKeyOptions,
  { types }: Pick<Table, "types">,
  keyCount: number,
): ReduceJob {
  const { adjacent = false } = options;
  if (operator.kind === "record-operator") {
    const { determinism: _, ...asked } = recordOptions(options, operator);
    const { type } = operator;
    return {
      contract: lineOf(resolveContract(asked, "reduce", undefined)),
      async run(functions, table) {
        const input = columnsInShape(type, table.columns.slice(keyCount));
        const found = await functions.reduceByKey(keysOf(table, keyCount), input, { ...asked, adjacent });
        const values = columnsOfShape(type, found.values).map((array, i) => ({
          array,
          type: operator.columns[i].type,
        }));
        return withKeys(table, keyCount, found.keys, values);
      },
    };
  }
  // What it gives has the same bits at every level.
  const { determinism: _, ...asked } = elementOptions(options, operator, types[keyCount] as ElementType);
  return {
    contract: lineOf(resolveContract(asked, "reduce", asked.type)),
    async run(functions, table) {
      const input = table.columns[keyCount] as ElementArray;
      const found = await functions.reduceByKey(keysOf(table, keyCount), input, { ...asked, adjacent });
      const values = [{ array: found.values, type: asked.accumulate ?? asked.type }];
      return withKeys(table, keyCount, found.keys, values);
    },
  };
}

function keysOf(table: Table, keyCount: number): Readonly<Record<string, ColumnArray>> {
  return shapedTable(firstColumns(table, keyCount)) as Readonly<Record<string, ColumnArray>>;
}

/** What was found as a table, keys first. */
function withKeys(
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
