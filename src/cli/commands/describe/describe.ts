import { basename } from "node:path";
import type { Command } from "commander";
import {
  type Format,
  readTableColumns,
  readTableColumnsFromStream,
  type TableColumn,
  type TimeMeaning,
  timeText,
} from "../../../formats.ts";
import { InvalidArgumentError, type StorageType } from "../../../index.ts";
import { addExecutorOption, type ExecutorArgument, withExecutor } from "../../executors/executors.ts";
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
import { choiceOf, parseStorageType, repeated } from "../../options/parse.ts";
import { checkPlotPlace, writePlot } from "../../output/write-plot.ts";
import { withProgress } from "../../progress.ts";
import { printReport } from "../../report.ts";
import { parseCorrection, type SumArguments, sumRule } from "./contract.ts";
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
    .option("--contract <line>", "those three as a line of mean or variance, as --json prints it");
  addExecutorOption(command)
    .option("--plot <file>", "draw a histogram of each column to an .svg or .png file")
    .option("--json", "print one JSON object")
    .action((file: string, options: DescribeOptions) => describeFile(file, options, io));
}

async function describeFile(file: string, options: DescribeOptions, io: CommandIo): Promise<void> {
  const { plot, on, by } = options;
  const rule = sumRule(options);
  if (plot !== undefined) await checkPlotPlace(plot);
  await withExecutor(on, "compute", async (executor) => {
    const begun = io.now();
    const setting = { executor, functions: await executor.algorithms(), rule };
    const columns: ColumnDescribed[] = [];
    let key: GroupKey | undefined;
    await withTableOf(file, options, io, async (table) => {
      for await (const column of table) {
        if (by !== undefined && key === undefined) key = groupKey(column);
        else columns.push(await describeColumn(setting, column, key));
      }
    });
    const seconds = (io.now() - begun) / 1000;
    const name = file === "-" ? "standard input" : basename(file);
    if (plot !== undefined) await writePlot(plot, describedFigure(columns, name), io);
    const found = { executor: executor.name, rule, columns, seconds, plot, by: key };
    const width = io.stdout.terminal?.columns ?? DEFAULT_WIDTH;
    await io.stdout.write(printReport(describedReport(found, width), options));
  });
}

/** The columns of FILE while it is open. */
async function withTableOf(
  file: string,
  options: DescribeOptions,
  io: CommandIo,
  use: (columns: AsyncIterable<TableColumn>) => Promise<void>,
): Promise<void> {
  const { column: columns, by: key, type, header, delimiter, missing, raw } = options;
  const format = raw ? "raw" : options.format;
  return withProgress(io, "reading", (onProgress) => {
    const how = { columns, key, type, header, delimiter, missing, format, onProgress };
    const read =
      file === "-" ? readTableColumnsFromStream(io.stdin, how, use) : readTableColumns(file, how, use);
    return read.catch((error: unknown) => toldAsBy(error, options));
  });
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
  const { unit } = meaning;
  const type = unit === "day" ? "date" : `time[${unit}]`;
  if (instants.length === 0) return { type, first: undefined, last: undefined };
  const { min, max } = await functions.minMax(instants);
  return { type, first: timeText(min, meaning), last: timeText(max, meaning) };
}
