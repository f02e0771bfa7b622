// What sort, filter, unique and reduce-by-key share: columns in, one function of the library, columns out, and a report with their hashes.

import type { Command } from "commander";
import { formatOfPath } from "../formats.ts";
import { runArrayByParts, runTableByParts } from "./columns-by-parts.ts";
import { type ColumnsJob, type ColumnsOptions, prepared } from "./columns-prepared.ts";
import { columnReport, tell } from "./columns-report.ts";
import { addExecutorOption, withExecutor } from "./executors/executors.ts";
import { expectNoMask } from "./input/input.ts";
import {
  addColumnArguments,
  columnArguments,
  columnsFormat,
  readAllColumns,
  readTable,
} from "./input/table.ts";
import { arrayType, columnTypes, typesOption } from "./input/whole-table.ts";
import type { CommandIo } from "./io.ts";
import { findColumnsOutput, isTableFormat, writeColumnsTo } from "./output/write-output.ts";
import { needsLength } from "./output/write-parts.ts";
import { withActivity } from "./progress.ts";

/** Adds the arguments and options that such commands share. */
export function addColumnsOptions(command: Command): Command {
  const which = { otherwise: "all of them; of one array the only one", typeOption: typesOption() };
  return addExecutorOption(addColumnArguments(command, which))
    .requiredOption(
      "-o, --output <file>",
      "a .npy, .raw or .bin file for one array, .csv, .tsv, .arrow or .parquet for columns; - is standard output",
    )
    .option("--no-hash", "do not hash what is written")
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
    await runArrayByParts(file, { ...ofArray, output }, job, place.place, io);
    return;
  }
  const isByParts = place.kind === "table" || (place.kind === "array" && !needsLength(place.place));
  if (job.goesByParts && isByParts && hasNames) {
    const parts = { file, given, options, wanted: isWhole ? undefined : wanted, job, place };
    await runTableByParts(parts, io);
    return;
  }
  const found = isWhole
    ? await readAllColumns(file, columnTypes(said), options, io)
    : await readTable(file, wanted, ofArray, io);
  if (isWhole) job.check?.(found.names ?? []);
  const { compute, tableOf } = prepared(job, found);
  await withExecutor(on, "compute", async (executor) => {
    const functions = await executor.algorithms();
    const begun = io.now();
    const made = await withActivity(io, job.activity, found.length, () => compute(functions));
    const seconds = (io.now() - begun) / 1000;
    const written = tableOf(made);
    await writeColumnsTo(place, written, io);
    const facts = job.facts(written);
    // Where nobody has said a rule, nulls are told where there are some.
    const nulls = given.nulls ?? (found.nullCount === 0 ? undefined : options.nulls);
    const done = {
      executor: executor.name,
      read: found,
      written,
      facts,
      seconds,
      output,
      options: { ...options, nulls },
    };
    await tell(place.reportTo, await columnReport(done, io), options);
  });
}

/** From a file of columns to a place for columns without a column named: all of them. To an array, or read as one type, there is the only one. */
function meansAllColumns(file: string, { column, type = [], output, ...options }: ColumnsOptions): boolean {
  const isToColumns = output === "-" || isTableFormat(formatOfPath(output));
  const isOneType = type.some(({ name }) => name === undefined);
  return column === undefined && !isOneType && isToColumns && columnsFormat(file, options) !== undefined;
}
