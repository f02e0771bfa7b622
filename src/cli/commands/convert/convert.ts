import type { Command } from "commander";
import { formatOfPath, writeTable } from "../../../formats.ts";
import { type ElementArray, elementTypeOf, InvalidArgumentError } from "../../../index.ts";
import {
  addWholeTableArguments,
  readWholeTable,
  type WholeTable,
  type WholeTableOptions,
} from "../../input/whole-table.ts";
import type { CommandContext, CommandIo } from "../../io.ts";
import { toldAs } from "../../output/output-file.ts";
import { findOutput, findTableOutput, type OutputPlace, writeOutput } from "../../output/write-output.ts";
import { withProgress } from "../../progress.ts";
import { fact, nullsFact, printReport, report } from "../../report.ts";

interface ConvertOptions extends WholeTableOptions {
  readonly json?: boolean;
}

/** `samebits convert FILE OUT`: the same values in the format that OUT's name says. */
export function convertCommand(command: Command, { io }: CommandContext): void {
  addWholeTableArguments(command)
    .argument("OUT", "a .csv, .tsv, .arrow or .parquet file; of one column of numbers .npy or .raw too")
    .option("--json", "print one JSON object")
    .action((file: string, out: string, options: ConvertOptions) =>
      convert(file, out, options, io).catch((error: unknown) => {
        throw toldAsOut(error);
      }),
    );
}

/** Other commands have an option for their output; here it is an argument. */
function toldAsOut(error: unknown): unknown {
  const isOfOutput = error instanceof InvalidArgumentError && error.argument === "output";
  return isOfOutput ? new InvalidArgumentError("OUT", error.expected, error.actual) : error;
}

async function convert(file: string, out: string, options: ConvertOptions, io: CommandIo): Promise<void> {
  if (out === "-") {
    throw new InvalidArgumentError("output", "a file, whose name says the format", '"-"');
  }
  const format = formatOfPath(out);
  const isArray = format === undefined || format === "npy" || format === "raw";
  if (isArray) {
    const place = await findOutput(out, false, io);
    const given = await readWholeTable(file, options, io);
    await writeOutput(place, onlyArray(given, place), io);
    await tell(given, place, options, io);
    return;
  }
  const place = await findTableOutput(out, io);
  const given = await readWholeTable(file, options, io);
  const { table, valid } = given;
  await withProgress(io, "writing", (onProgress) =>
    toldAs("output", () =>
      io.interruptible((signal) =>
        writeTable(out, table, { format: place.format, valid, onProgress, signal }),
      ),
    ),
  );
  await tell(given, place, options, io);
}

/** @throws InvalidArgumentError for a table that is not one column of numbers without nulls */
function onlyArray({ table, nullCount, nulls }: WholeTable, { path }: OutputPlace): ElementArray {
  const expected = (why: string) =>
    new InvalidArgumentError(
      "output",
      `a .csv, .tsv, .arrow or .parquet file, as ${why}`,
      JSON.stringify(path),
    );
  const columns = Object.values(table);
  if (columns.length !== 1) throw expected(`there are ${columns.length} columns; --column picks one`);
  const [array] = columns;
  if (elementTypeOf(array) === undefined) throw expected("its column has no numbers");
  if (nullCount > 0 && nulls === "kept") throw expected("there are nulls; --nulls says what becomes of them");
  return array as ElementArray;
}

async function tell(
  { table, length, nullCount, nulls }: WholeTable,
  { path, format }: OutputPlace<string>,
  options: ConvertOptions,
  io: CommandIo,
): Promise<void> {
  const found = report({
    rows: fact(length),
    columns: fact(Object.keys(table).length),
    nulls: nullsFact(nullCount, nullCount === 0 ? undefined : nulls),
    format: fact(format),
    output: fact(path),
  });
  await io.stdout.write(printReport(found, options));
}
