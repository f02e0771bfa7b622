// What sort, filter, unique and reduce-by-key share: columns in, one function of the library, columns out, and a report with their hashes.

import type { Command } from "commander";
import { addExecutorOption, type ExecutorArgument, withExecutor } from "./executors/executors.ts";
import type { ColumnFunctions } from "./executors/offered-executor.ts";
import { hashUnderBar } from "./hashing.ts";
import { expectNoMask, type InputOptions } from "./input/input.ts";
import { type ShapedTable, shapedTable, tableOfShaped } from "./input/shaped-table.ts";
import {
  addColumnArguments,
  type ColumnArgument,
  columnArguments,
  hashableColumns,
  printTableType,
  readTable,
  type Table,
} from "./input/table.ts";
import type { CommandIo } from "./io.ts";

import { findColumnsOutput, writeColumnsTo } from "./output/write-output.ts";
import { withActivity } from "./progress.ts";
import {
  type Facts,
  fact,
  type JsonValue,
  jsonOnly,
  nullsFact,
  printReport,
  type Report,
  report,
  timeFact,
} from "./report.ts";

/** What a command over columns has done. */
interface ColumnsDone {
  readonly executor: string;
  readonly read: Table;
  readonly written: Table;
  readonly facts: Facts; // what the command has to say of itself
  readonly seconds: number;
  readonly output: string | undefined; // undefined: it was printed
  readonly options: InputOptions & { readonly json?: boolean };
}

/** Columns have the same bits on every executor: there is no other level. */
export const EVERYWHERE = "everywhere";

/** Hashes are of the written columns, of all of them and of each. */
export async function columnReport(
  { executor, read, written, facts, seconds, output, options }: ColumnsDone,
  io: CommandIo,
): Promise<Report> {
  const type = printTableType(read);
  const common = {
    executor: fact(executor, `${executor} (${EVERYWHERE})`),
    achieved: fact(EVERYWHERE),
    n: fact(read.length, `${read.length} ${type}`),
    type: fact(type),
    ...facts,
    seconds: timeFact(seconds, read.byteLength + written.byteLength),
    output: fact(output),
    hash: fact(await hashUnderBar(hashableColumns(written), io)),
    hashes: jsonOnly(options.json ? await hashesOf(written, io) : undefined),
    nulls: nullsFact(read.nullCount, options.nulls),
  };
  const own = Object.keys(facts) as "n"[];
  return report(common, () => [["n", ...own, "hash", "executor", "nulls", "seconds", "output"]]);
}

async function hashesOf(table: Table, io: CommandIo): Promise<JsonValue | undefined> {
  const { fields } = table;
  if (fields === undefined || fields.length === 1) return undefined;
  const hashes: Record<string, JsonValue> = Object.create(null);
  for (const [i, field] of fields.entries()) {
    hashes[field] = await hashUnderBar(hashableColumns(table, [i]), io);
  }
  return hashes;
}

/** The options of every command that makes columns of columns. */
export interface ColumnsOptions extends InputOptions, ExecutorArgument {
  readonly output: string;
  readonly json?: boolean;
}

/** What a command does with the columns that were read. */
export interface ColumnsJob {
  /** What a person is told that it does, while it does it with many: "sorting". */
  readonly activity: string;
  /** What must hold of the columns that are asked for, before anything is read. @throws InvalidArgumentError */
  readonly check?: (wanted: readonly ColumnArgument[]) => void;
  /** Looks at what was read, and gives what is to be run and timed. @throws SamebitsError */
  readonly prepare: (table: Table) => PreparedJob;
  /** What the report says of it, by name. */
  readonly facts: (written: Table) => Facts;
}

/** What is to be run: a function over a table that gives columns of the same shape. */
export interface PreparedJob {
  readonly table: Table; // that was read, or equal to it
  readonly compute: (functions: ColumnFunctions, input: ShapedTable) => Promise<unknown>;
}

/** Adds the arguments and options that such commands share. */
export function addColumnsOptions(command: Command): Command {
  return addExecutorOption(addColumnArguments(command))
    .requiredOption(
      "-o, --output <file>",
      "a .npy, .raw or .bin file for one array, .csv, .tsv, .arrow or .parquet for columns; - is standard output",
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
  if (place.kind === "array") expectNoMask(options.nulls);
  const { table: read, compute } = job.prepare(await readTable(file, wanted, options, io));
  await withExecutor(on, "compute", async (executor) => {
    const functions = await executor.algorithms();
    const begun = io.now();
    const shaped = await withActivity(io, job.activity, read.length, () =>
      compute(functions, shapedTable(read)),
    );
    const seconds = (io.now() - begun) / 1000;
    const written = tableOfShaped(read, shaped);
    await writeColumnsTo(place, written, io);
    const facts = job.facts(written);
    const done = { executor: executor.name, read, written, facts, seconds, output, options };
    await place.reportTo.write(printReport(await columnReport(done, io), options));
  });
}
