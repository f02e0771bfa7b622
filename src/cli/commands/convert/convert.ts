import { createReadStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Command } from "commander";
import {
  type Converted,
  convertTable,
  convertTableFromStream,
  FORMATS,
  type Format,
} from "../../../formats.ts";
import { InvalidArgumentError } from "../../../index.ts";
import { collectWhenDoubled, keepHeapSmall } from "../../held/small-heap.ts";
import { columnsFormat } from "../../input/table.ts";
import { addWholeTableArguments, readAs, type WholeTableOptions } from "../../input/whole-table.ts";
import type { CommandContext, CommandIo } from "../../io.ts";
import { choiceOf } from "../../options/parse.ts";
import { expectOutputFile } from "../../output/output-file.ts";
import { expectPipe } from "../../output/write-output.ts";
import { withProgress } from "../../progress.ts";
import { fact, nullsFact, printReport, report } from "../../report.ts";

interface ConvertArguments extends WholeTableOptions {
  readonly to?: Format;
  readonly json?: boolean;
}

/** `samebits convert FILE OUT`: the same values in the format that OUT's name says. */
export function convertCommand(command: Command, { io }: CommandContext): void {
  addWholeTableArguments(command)
    .argument(
      "OUT",
      "a .csv, .tsv, .arrow or .parquet file; of one column of numbers .npy or .raw too; - is standard output",
    )
    .option(
      "--to <format>",
      `what OUT is: ${FORMATS.join(", ")} (default: by its name; of a pipe csv, where FILE is an array npy)`,
      choiceOf("to", FORMATS),
    )
    .option("--json", "print one JSON object")
    .action(async (file: string, out: string, options: ConvertArguments) => {
      const convert = out === "-" ? convertIntoPipe(file, options, io) : convertFile(file, out, options, io);
      const converted = await convert.catch((error: unknown) => {
        throw toldAsOut(error);
      });
      const { length, columns, nullCount, format } = converted;
      const found = report({
        rows: fact(length),
        columns: fact(columns.length),
        nulls: nullsFact(nullCount, nullCount === 0 ? undefined : (options.nulls ?? "kept")),
        format: fact(format),
        output: fact(out),
      });
      await (out === "-" ? io.stderr : io.stdout).write(printReport(found, options));
    });
}

/** Other commands have an option for their output; here it is an argument. */
function toldAsOut(error: unknown): unknown {
  const isOfOutput = error instanceof InvalidArgumentError && ["output", "out"].includes(error.argument);
  return isOfOutput ? new InvalidArgumentError("OUT", error.expected, error.actual) : error;
}

/** A batch of rows at a time, beside its place and then renamed. */
async function convertFile(
  file: string,
  out: string,
  options: ConvertArguments,
  io: CommandIo,
): Promise<Converted> {
  await expectOutputFile(out);
  return io.interruptible((signal) => convert(file, out, options, signal, io));
}

/** All of it in a temporary file first, so that nothing comes out of what is refused. */
async function convertIntoPipe(file: string, options: ConvertArguments, io: CommandIo): Promise<Converted> {
  expectPipe(io);
  const { to = columnsFormat(file, options) === undefined ? "npy" : "csv" } = options;
  return io.interruptible(async (signal) => {
    const folder = await mkdtemp(join(tmpdir(), "samebits-"));
    try {
      const whole = join(folder, "whole");
      const converted = await convert(file, whole, { ...options, to }, signal, io);
      for await (const bytes of createReadStream(whole, { signal })) await io.stdout.write(bytes);
      return converted;
    } finally {
      await rm(folder, { recursive: true });
    }
  });
}

function convert(
  file: string,
  out: string,
  options: ConvertArguments,
  signal: AbortSignal,
  io: CommandIo,
): Promise<Converted> {
  const read = { ...readAs(file, options), outFormat: options.to, signal };
  keepHeapSmall();
  collectWhenDoubled();
  return withProgress(io, "converting", (onProgress) => {
    const how = { ...read, onProgress };
    return file === "-" ? convertTableFromStream(io.stdin, out, how) : convertTable(file, out, how);
  });
}
