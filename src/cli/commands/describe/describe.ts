import { basename } from "node:path";
import type { Command } from "commander";
import {
  type Format,
  readTableColumnParts,
  readTableColumnPartsFromStream,
  readTableColumns,
  readTableColumnsFromStream,
  type TableColumn,
  type TimeMeaning,
} from "../../../formats.ts";
import { type Determinism, InvalidArgumentError, type StorageType } from "../../../index.ts";
import { addExecutorOption, type ExecutorArgument, withExecutor } from "../../executors/executors.ts";
import { keepHeapSmall } from "../../held/small-heap.ts";
import {
  delimiterOption,
  FILE_FORMATS,
  formatOption,
  headerOption,
  missingOption,
  noHeaderOption,
} from "../../input/input.ts";
import type { CommandContext, CommandIo } from "../../io.ts";
import { parseExpressionArgument } from "../../options/expression.ts";
import { choiceOf, parseDeterminism, parseStorageType, repeated } from "../../options/parse.ts";
import { checkPlotPlace, writePlot } from "../../output/write-plot.ts";
import { withProgress } from "../../progress.ts";
import { printReport } from "../../report.ts";
import { seenColumns, timesDescribed } from "./column-parts.ts";
import { parseCorrection, ruleAt, type SumArguments, sumRule } from "./contract.ts";
import type { ColumnDescribed, TimesDescribed } from "./described.ts";
import { describedFigure } from "./figure.ts";
import { describeGroups, type GroupKey, groupKey } from "./groups.ts";
import { DEFAULT_WIDTH } from "./lines.ts";
import { type DescribeSetting, describeNumbers } from "./numbers.ts";
import { describedReport } from "./report.ts";

interface DescribeOptions extends ExecutorArgument, SumArguments {
  readonly column?: readonly string[];
  readonly type?: StorageType;
  readonly raw?: boolean;
  readonly header?: boolean;
  readonly delimiter?: string;
  readonly missing?: readonly string[];
  readonly format?: Format;
  readonly by?: string;
  readonly determinism?: Determinism;
  readonly plot?: string;
  readonly json?: boolean;
}

/** `samebits describe FILE`: what people look at first in a file of numbers. */
export function describeCommand(command: Command, { io }: CommandContext): void {
  command
    .argument("FILE", FILE_FORMATS)
    .option(
      "--column <name>",
      "a column to describe, repeatable (default: all of them)",
      repeated((text) => text),
    )
    .option("--by <name>", "a column of numbers or texts: describe the rows of each of its values apart")
    .option(
      "--type <type>",
      "read numbers as f64, f32, i64, u64, i32, u32, f16, bf16, u8, i8, u16 or i16",
      parseStorageType,
    )
    .option("--raw", "FILE is raw little-endian data, of --type")
    .addOption(delimiterOption())
    .addOption(missingOption())
    .addOption(formatOption())
    .addOption(headerOption())
    .addOption(noHeaderOption())
    .option(
      "--expression <name>",
      "the tree of the sums that mean, deviation and sum are made of (default: block-dyadic:32)",
      parseExpressionArgument,
    )
    .option(
      "--correction <number>",
      "what is taken from n where squares are divided by it: 1 for the deviation of a sample (default: 0)",
      parseCorrection,
    )
    .option("--accumulate <type>", "f64: sums of f32 are taken in f64", choiceOf("accumulate", ["f64"]))
    .option(
      "--determinism <level>",
      "of the sums: not-guaranteed, run-to-run or everywhere (default)",
      parseDeterminism,
    )
    .option("--contract <line>", "those three as a line of mean or variance, as --json prints it");
  addExecutorOption(command)
    .option("--plot <file>", "draw a histogram of each column to an .svg or .png file")
    .option("--json", "print one JSON object")
    .action((file: string, options: DescribeOptions) => describeFile(file, options, io));
}

async function describeFile(file: string, options: DescribeOptions, io: CommandIo): Promise<void> {
  const { plot, on, by } = options;
  const asked = sumRule(options);
  if (plot !== undefined) await checkPlotPlace(plot);
  await withExecutor(on, "compute", async (executor) => {
    const begun = io.now();
    const functions = await executor.algorithms();
    const { rule, achieved } = ruleAt(functions, asked, options.determinism);
    const setting = { executor, functions, rule };
    const isByParts = by === undefined && takesParts(setting);
    const { columns, key } = await (isByParts ? describedByParts : describedWhole)(
      setting,
      file,
      options,
      io,
    );
    const seconds = (io.now() - begun) / 1000;
    const name = file === "-" ? "standard input" : basename(file);
    if (plot !== undefined) await writePlot(plot, describedFigure(columns, name), io);
    const found = {
      achieved: { ...achieved, executor: executor.name },
      rule,
      columns,
      seconds,
      plot,
      by: key,
    };
    const width = io.stdout.terminal?.columns ?? DEFAULT_WIDTH;
    await io.stdout.write(printReport(describedReport(found, width), options));
  });
}

interface FoundColumns {
  readonly columns: readonly ColumnDescribed[];
  readonly key: GroupKey | undefined;
}

/** Whether sums are taken of elements as they come; trees of other expressions are known when all have come, and other executors take whole arrays. */
function takesParts({ executor, rule }: DescribeSetting): boolean {
  const kind = rule.expression?.kind;
  return executor.online !== undefined && kind !== "bisection" && kind !== "custom";
}

/** The columns some rows at a time, in memory that does not grow with FILE. */
async function describedByParts(
  setting: DescribeSetting,
  file: string,
  options: DescribeOptions,
  io: CommandIo,
): Promise<FoundColumns> {
  keepHeapSmall();
  const seen = seenColumns(setting);
  try {
    await withProgress(io, "reading", (onProgress) => {
      const how = { ...readOptions(options), onProgress };
      return file === "-"
        ? readTableColumnPartsFromStream(io.stdin, how, seen.add)
        : readTableColumnParts(file, how, seen.add);
    });
    return { columns: await seen.described(io), key: undefined };
  } finally {
    await seen.close();
  }
}

/** One column after the other; by key with its values. */
async function describedWhole(
  setting: DescribeSetting,
  file: string,
  options: DescribeOptions,
  io: CommandIo,
): Promise<FoundColumns> {
  const { by } = options;
  const columns: ColumnDescribed[] = [];
  let key: GroupKey | undefined;
  const use = async (table: AsyncIterable<TableColumn>): Promise<void> => {
    for await (const column of table) {
      if (by !== undefined && key === undefined) key = groupKey(column);
      else columns.push(await describeColumn(setting, column, key));
    }
  };
  await withProgress(io, "reading", (onProgress) => {
    const how = { ...readOptions(options), key: by, onProgress };
    const read =
      file === "-" ? readTableColumnsFromStream(io.stdin, how, use) : readTableColumns(file, how, use);
    return read.catch((error: unknown) => toldAsBy(error, options));
  });
  return { columns, key };
}

function readOptions({ column: columns, type, header, delimiter, missing, raw, format }: DescribeOptions) {
  return { columns, type, header, delimiter, missing, format: raw ? ("raw" as const) : format };
}

/** What the library calls the key, or a column asked of an array, is `--by` here. */
function toldAsBy(error: unknown, { by, column }: DescribeOptions): never {
  const isOfKey =
    error instanceof InvalidArgumentError &&
    (error.argument === "key" || (error.argument === "column" && by !== undefined && column === undefined));
  if (!isOfKey) throw error;
  throw new InvalidArgumentError("by", error.expected, error.actual);
}

async function describeColumn(
  setting: DescribeSetting,
  { name = "value", typeName, rowCount, missingCount, numbers, times, isText = false }: TableColumn,
  key: GroupKey | undefined,
): Promise<ColumnDescribed> {
  if (numbers !== undefined && times !== undefined) {
    const told = await describeTimes(setting, numbers.array as BigInt64Array, times);
    return { name, typeName, rowCount, missingCount, numbers: undefined, times: told };
  }
  if (numbers !== undefined && key !== undefined) {
    const groups = await describeGroups(setting, key, { name, typeName, numbers });
    return { name, typeName, rowCount, missingCount, numbers: undefined, groups };
  }
  const described = numbers === undefined ? undefined : await describeNumbers(setting, { name, ...numbers });
  return { name, typeName, rowCount, missingCount, numbers: described, isText };
}

async function describeTimes(
  { functions }: DescribeSetting,
  instants: BigInt64Array,
  meaning: TimeMeaning,
): Promise<TimesDescribed> {
  if (instants.length === 0) return timesDescribed(meaning, undefined);
  const { min, max } = await functions.minMax(instants);
  return timesDescribed(meaning, { first: min, last: max });
}
