// What sort, filter, unique and reduce-by-key share: columns in, one function of the library, columns out, and a report with their hashes.

import type { Command } from "commander";
import { formatOfPath } from "../formats.ts";
import { type ElementArray, newElementArray } from "../index.ts";
import { openHash } from "../streams.ts";
import { addExecutorOption, type ExecutorArgument, withExecutor } from "./executors/executors.ts";
import type { ColumnFunctions } from "./executors/offered-executor.ts";
import { hashUnderBar } from "./hashing.ts";
import { gathered } from "./input/gathered.ts";
import { expectNoMask, type InputOptions, withInputChunks } from "./input/input.ts";
import {
  MOST_FIELDS,
  rowsOf,
  type ShapedTable,
  shapedCount,
  shapedTable,
  tableOfShaped,
  withRowNumbers,
} from "./input/shaped-table.ts";
import {
  addColumnArguments,
  columnArguments,
  columnsFormat,
  expectNoDates,
  hashableColumns,
  printTableType,
  readAllColumns,
  readTable,
  type Table,
  tableOf,
} from "./input/table.ts";
import { arrayType, columnTypes, typesOption, type WholeTableOptions } from "./input/whole-table.ts";
import type { CommandIo } from "./io.ts";
import {
  findColumnsOutput,
  isTableFormat,
  needsLength,
  type OutputPlace,
  writeColumnsTo,
  writeOutputChunks,
} from "./output/write-output.ts";
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
  readonly options: { readonly nulls?: InputOptions["nulls"] | undefined; readonly json?: boolean };
}

/** Columns have the same bits on every executor: there is no other level. */
export const EVERYWHERE = "everywhere";

/** Hashes are of the written columns, of all of them and of each. */
export async function columnReport(done: ColumnsDone, io: CommandIo): Promise<Report> {
  const { read, written, options } = done;
  return reportOf({
    ...done,
    type: printTableType(read),
    length: read.length,
    byteLength: read.byteLength + written.byteLength,
    nullCount: read.nullCount,
    hash: await hashUnderBar(hashableColumns(written), io),
    hashes: options.json ? await hashesOf(written, io) : undefined,
  });
}

/** The same of what is no longer in memory. */
interface Done extends Omit<ColumnsDone, "read" | "written"> {
  readonly type: string;
  readonly length: number; // that was read
  readonly byteLength: number; // of what was read and written
  readonly nullCount: number;
  readonly hash: string;
  readonly hashes: JsonValue | undefined;
}

function reportOf({ executor, type, length, facts, seconds, output, options, ...done }: Done): Report {
  const common = {
    executor: fact(executor, `${executor} (${EVERYWHERE})`),
    achieved: fact(EVERYWHERE),
    n: fact(length, `${length} ${type}`),
    type: fact(type),
    ...facts,
    seconds: timeFact(seconds, done.byteLength),
    output: fact(output),
    hash: fact(done.hash),
    hashes: jsonOnly(done.hashes),
    nulls: nullsFact(done.nullCount, options.nulls),
  };
  const own = Object.keys(facts) as "n"[];
  return report(common, () => [["n", ...own, "hash", "executor", "nulls", "seconds", "output"]]);
}

async function hashesOf(table: Table, io: CommandIo): Promise<JsonValue | undefined> {
  const { fields, names = fields } = table;
  if (names === undefined || names.length === 1) return undefined;
  const hashes: Record<string, JsonValue> = Object.create(null);
  for (const [i, name] of names.entries()) {
    hashes[name] = await hashUnderBar(hashableColumns(table, [i]), io);
  }
  return hashes;
}

/** The options of every command that makes columns of columns. */
export interface ColumnsOptions extends WholeTableOptions, ExecutorArgument {
  readonly output: string;
  readonly json?: boolean;
}

/** What a command does with the columns that were read. */
export interface ColumnsJob {
  /** What a person is told that it does, while it does it with many: "sorting". */
  readonly activity: string;
  /** What must hold of the names of the columns, before anything is read if they are asked for. @throws InvalidArgumentError */
  readonly check?: (names: readonly string[]) => void;
  /** The columns by which rows are chosen and ordered; default: all. */
  readonly deciding?: (table: Table) => readonly number[];
  /** Looks at what was read, and gives what is to be run and timed. @throws SamebitsError */
  readonly prepare: (table: Table) => PreparedJob;
  /** What the report says of it, by name. */
  readonly facts: (written: { readonly length: number }) => Facts;
  /** What it gives for an array is what it gives for its parts, one after the other. */
  readonly goesByParts?: boolean;
}

/** What is to be run: a function over a table that gives columns of the same shape. */
export interface PreparedJob {
  readonly table: Table; // that was read, or equal to it
  readonly compute: (functions: ColumnFunctions, input: ShapedTable) => Promise<unknown>;
}

/** Adds the arguments and options that such commands share. */
export function addColumnsOptions(command: Command): Command {
  const which = { otherwise: "all of them; of one array the only one", typeOption: typesOption() };
  return addExecutorOption(addColumnArguments(command, which))
    .requiredOption(
      "-o, --output <file>",
      "a .npy, .raw or .bin file for one array, .csv, .tsv, .arrow or .parquet for columns; - is standard output",
    )
    .option("--json", "print one JSON object");
}

/** Reads FILE, runs the job, writes its columns and says so. The place of the output is checked first. */
export async function runColumnsJob(
  file: string,
  given: ColumnsOptions,
  job: ColumnsJob,
  io: CommandIo,
): Promise<void> {
  const { output, raw = false, on, type: said = [] } = given;
  const isWhole = meansAllColumns(file, given);
  const options = isWhole ? { ...given, nulls: given.nulls ?? "mask" } : given;
  const ofArray = { ...options, type: isWhole ? undefined : arrayType(said) };
  const wanted = columnArguments(ofArray);
  if (!isWhole) job.check?.(wanted.map(({ field }) => field));
  const hasNames = isWhole || wanted.length > 0;
  const shape = { columnCount: Math.max(1, wanted.length), hasNames, isRaw: raw };
  const place = await findColumnsOutput(output, shape, io);
  if (place.kind === "array") expectNoMask(options.nulls);
  if (job.goesByParts && place.kind === "array" && !hasNames && !needsLength(place.place)) {
    await runByParts(file, { ...ofArray, output }, job, place.place, io);
    return;
  }
  const found = isWhole
    ? await readAllColumns(file, columnTypes(said), options, io)
    : await readTable(file, wanted, ofArray, io);
  if (isWhole) job.check?.(found.names ?? []);
  const { table: read, compute, whole } = prepared(job, found);
  await withExecutor(on, "compute", async (executor) => {
    const functions = await executor.algorithms();
    const begun = io.now();
    const shaped = await withActivity(io, job.activity, read.length, () =>
      compute(functions, shapedTable(read)),
    );
    const seconds = (io.now() - begun) / 1000;
    const written = whole(tableOfShaped(read, shaped));
    await writeColumnsTo(place, written, io);
    const facts = job.facts(written);
    // Where nobody has said a rule, nulls are told where there are some.
    const nulls = given.nulls ?? (read.nullCount === 0 ? undefined : options.nulls);
    const done = {
      executor: executor.name,
      read: found,
      written,
      facts,
      seconds,
      output,
      options: { ...options, nulls },
    };
    await place.reportTo.write(printReport(await columnReport(done, io), options));
  });
}

/** Elements of a part: 8 MiB of doubles. */
const PART_LENGTH = 1 << 20;

/** The same of one array, a part after the other, in memory that does not grow with FILE. */
async function runByParts(
  file: string,
  options: InputOptions & Pick<ColumnsOptions, "on" | "output" | "json">,
  job: ColumnsJob,
  place: OutputPlace,
  io: CommandIo,
): Promise<void> {
  const { output } = options;
  expectNoDates(options);
  await withExecutor(options.on, "compute", async (executor) => {
    const functions = await executor.algorithms();
    const done = await withInputChunks(file, options, io, async (read) => {
      const { type } = read;
      const { compute } = job.prepare(tableOf(undefined, [{ array: newElementArray(type, 0), type }]));
      const hash = openHash();
      const tally = { length: 0, written: 0, byteLength: 0, seconds: 0 };
      async function* parts(): AsyncGenerator<ElementArray> {
        for await (const part of gathered(read.chunks, type, PART_LENGTH)) {
          const begun = io.now();
          const made = (await compute(functions, part)) as ElementArray;
          tally.seconds += (io.now() - begun) / 1000;
          tally.length += part.length;
          tally.written += made.length;
          tally.byteLength += part.byteLength + made.byteLength;
          hash.add(made);
          yield made;
        }
      }
      await writeOutputChunks(place, parts(), { type, length: undefined }, io);
      return { ...tally, type, nullCount: read.nullCount, hash: hash.digits(), hashes: undefined };
    });
    const facts = job.facts({ length: done.written });
    const found = reportOf({ ...done, executor: executor.name, facts, output, options });
    await place.reportTo.write(printReport(found, options));
  });
}

/** What runs: over the table, or where it is wider than a record may be over the columns that decide and the numbers of its rows. */
function prepared(
  job: ColumnsJob,
  found: Table,
): PreparedJob & { readonly whole: (written: Table) => Table } {
  const indexes = job.deciding?.(found) ?? found.columns.map((_, i) => i);
  const isWide = shapedCount(found) > MOST_FIELDS && indexes.length < found.columns.length;
  if (!isWide) return { ...job.prepare(found), whole: (written) => written };
  return {
    ...job.prepare(withRowNumbers(found, indexes)),
    whole: ({ columns }) => rowsOf(found, columns[columns.length - 1] as Uint32Array),
  };
}

/** From a file of columns to a place for columns without a column named: all of them. To an array, or read as one type, there is the only one. */
function meansAllColumns(file: string, { column, type = [], output, ...options }: ColumnsOptions): boolean {
  const isToColumns = output === "-" || isTableFormat(formatOfPath(output));
  const isOneType = type.some(({ name }) => name === undefined);
  return column === undefined && !isOneType && isToColumns && columnsFormat(file, options) !== undefined;
}
