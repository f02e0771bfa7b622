import type { Command } from "commander";
import { columnReport } from "./column-report.ts";
import { addExecutorOption, type ExecutorArgument } from "./executors/executor-option.ts";
import { withExecutor } from "./executors/executors.ts";
import type { ColumnFunctions } from "./executors/offered-executor.ts";
import type { InputOptions } from "./input/input.ts";
import {
  columnsOfShaped,
  readTable,
  type ShapedTable,
  shapedTable,
  type Table,
  withColumns,
} from "./input/table.ts";
import type { CommandIo } from "./io.ts";
import { addColumnArguments, type ColumnArgument, columnArguments } from "./options/columns.ts";
import { findColumnsOutput, writeColumnsTo } from "./output/write-columns.ts";
import { type Facts, printReport } from "./report.ts";

/** The options of every command that makes columns of columns. */
export interface ColumnsOptions extends InputOptions, ExecutorArgument {
  readonly output: string;
  readonly json?: boolean;
}

/** What a command does with the columns that were read. */
export interface ColumnsJob {
  /** What must hold of the columns that are asked for, before anything is read. @throws InvalidArgumentError */
  readonly check?: (wanted: readonly ColumnArgument[]) => void;
  /** Looks at what was read, and gives what is to be run and timed: columns of the same shape. @throws SamebitsError */
  readonly prepare: (table: Table) => (functions: ColumnFunctions, input: ShapedTable) => Promise<unknown>;
  /** What the report says of it, by name. */
  readonly facts: (written: Table) => Facts;
}

/** Adds the arguments and options that such commands share. */
export function addColumnsOptions(command: Command): Command {
  return addExecutorOption(addColumnArguments(command))
    .requiredOption(
      "-o, --output <file>",
      "a .npy, .raw or .bin file for one array, .csv or .tsv for columns; - is standard output",
    )
    .option("--json", "print one JSON object");
}

/** Reads FILE, runs the job, writes its columns and says so. The place of the output is checked first. */
export async function runColumnsJob(
  file: string,
  options: ColumnsOptions,
  job: ColumnsJob,
  io: CommandIo,
): Promise<void> {
  const { output, raw = false, on } = options;
  const wanted = columnArguments(options);
  job.check?.(wanted);
  const shape = { columnCount: Math.max(1, wanted.length), hasNames: wanted.length > 0, isRaw: raw };
  const place = await findColumnsOutput(output, shape, io);
  const read = await readTable(file, wanted, options, io);
  const compute = job.prepare(read);
  await withExecutor(on, "compute", async (executor) => {
    const functions = await executor.algorithms();
    const begun = io.now();
    const shaped = await compute(functions, shapedTable(read));
    const seconds = (io.now() - begun) / 1000;
    const written = withColumns(read, columnsOfShaped(read, shaped));
    await writeColumnsTo(place, written, io);
    const facts = job.facts(written);
    const done = { executor: executor.name, read, written, facts, seconds, output, options };
    await place.reportTo.write(printReport(columnReport(done), options));
  });
}
