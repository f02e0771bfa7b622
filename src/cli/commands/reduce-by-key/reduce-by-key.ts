import type { Command } from "commander";
import { formatOfPath } from "../../../formats.ts";
import {
  ACCUMULATION_TYPES,
  InvalidArgumentError,
  type Operator,
  type RecordOperator,
} from "../../../index.ts";
import { columnReport, tell } from "../../columns-report.ts";
import { withExecutor } from "../../executors/executors.ts";
import type { ColumnFunctions, OpenExecutor } from "../../executors/offered-executor.ts";
import type { InputOptions } from "../../input/input.ts";
import { readOperator } from "../../input/operator.ts";
import { wantedColumns } from "../../input/records.ts";
import {
  addColumnArguments,
  type ColumnArgument,
  columnArgument,
  columnArguments,
  columnsFormat,
  expectColumns,
  readTable,
  type Table,
} from "../../input/table.ts";
import type { CommandContext, CommandIo } from "../../io.ts";

import { addContractOptions, type ContractArguments } from "../../options/contract.ts";
import { repeated } from "../../options/parse.ts";
import { jsonTable } from "../../output/print-table.ts";
import { findColumnsOutput, printedPlace, writeColumnsTo } from "../../output/write-output.ts";

import { withActivity } from "../../progress.ts";
import { fact, jsonOnly } from "../../report.ts";
import { mayTakeParts, reduceParts, takesParts } from "./by-parts.ts";
import { mayTakeRuns, reduceRuns } from "./by-runs.ts";
import { jobOf, withoutNullValues } from "./job.ts";

interface ByKeyOptions extends InputOptions, ContractArguments {
  readonly key: readonly string[];
  readonly adjacent?: boolean;
  readonly output?: string;
  readonly hash?: boolean;
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
    .option("--no-hash", "do not hash what is written")
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
  const job =
    (await partsJob(asked, io)) ?? (mayTakeRuns(asked) ? runsJob(asked, io) : await wholeJob(asked, io));
  await withExecutor(on, "compute", async (executor) => {
    const functions = await executor.algorithms();
    const { contract, read, written, seconds } = await job(executor, functions);
    await writeColumnsTo(place, written, io);
    const table = output === undefined ? jsonOnly(jsonTable(written)) : fact(undefined);
    const facts = { contract: fact(contract), groups: fact(written.length), table };
    const { achieved } = jobOf(operator, options, read, keys.length);
    const met = { ...achieved(functions, read), executor: executor.name };
    const done = { executor: executor.name, achieved: met, read, written, facts, seconds, output, options };
    await tell(place.reportTo, await columnReport(done, io), options);
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
type FileJob = (
  executor: OpenExecutor,
  functions: ColumnFunctions,
) => Promise<{
  readonly contract: string; // its line
  readonly read: Table;
  readonly written: Table;
  readonly seconds: number;
}>;

/** All rows at once. @throws as `readTable`, and from the options */
async function wholeJob(
  { file, columns, keyCount, operator, options }: Asked,
  io: CommandIo,
): Promise<FileJob> {
  const read = await readTable(file, columns, options, io);
  const { contract, run } = jobOf(operator, options, read, keyCount);
  return (_, functions) =>
    withActivity(io, "grouping", read.length, async () => {
      const begun = io.now();
      const written = await run(functions, await withoutNullValues(read, keyCount, functions));
      return { contract, read, written, seconds: (io.now() - begun) / 1000 };
    });
}

/** Some rows at a time, which are put in the order of their keys before they are reduced. */
function runsJob(asked: Asked, io: CommandIo): FileJob {
  expectColumns(asked.file, asked.options);
  return async (executor, functions) => {
    const timer = newTimer(io);
    const found = await reduceRuns({ ...asked, executor, functions, timed: timer.timed }, io);
    return { ...found, seconds: timer.seconds() };
  };
}

/** Adds up the time of computing. */
function newTimer({ now }: CommandIo) {
  let milliseconds = 0;
  return {
    async timed<Result>(work: () => Promise<Result>): Promise<Result> {
      const begun = now();
      const result = await work();
      milliseconds += now() - begun;
      return result;
    },
    seconds: () => milliseconds / 1000,
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
  return async (_, functions) => {
    const { timed, seconds } = newTimer(io);
    const reduce = (rows: Table): Promise<Table> =>
      timed(async () => run(functions, await withoutNullValues(rows, keyCount, functions)));
    const reduceAgain = (parts: Table): Promise<Table> => timed(() => again.run(functions, parts));
    const found = await reduceParts({ file, columns, options, reduce, reduceAgain }, io);
    return { contract, ...found, seconds: seconds() };
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
