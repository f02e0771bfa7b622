import type { Command } from "commander";
import { type Converted, convertTable, convertTableFromStream } from "../../../formats.ts";
import { InvalidArgumentError } from "../../../index.ts";
import { keepHeapSmall } from "../../held/small-heap.ts";
import { addWholeTableArguments, readAs, type WholeTableOptions } from "../../input/whole-table.ts";
import type { CommandContext, CommandIo } from "../../io.ts";
import { expectOutputFile } from "../../output/output-file.ts";
import { withProgress } from "../../progress.ts";
import { fact, nullsFact, printReport, report } from "../../report.ts";

interface ConvertArguments extends WholeTableOptions {
  readonly json?: boolean;
}

/** `samebits convert FILE OUT`: the same values in the format that OUT's name says. */
export function convertCommand(command: Command, { io }: CommandContext): void {
  addWholeTableArguments(command)
    .argument("OUT", "a .csv, .tsv, .arrow or .parquet file; of one column of numbers .npy or .raw too")
    .option("--json", "print one JSON object")
    .action(async (file: string, out: string, options: ConvertArguments) => {
      const converted = await convert(file, out, options, io).catch((error: unknown) => {
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
      await io.stdout.write(printReport(found, options));
    });
}

/** Other commands have an option for their output; here it is an argument. */
function toldAsOut(error: unknown): unknown {
  const isOfOutput = error instanceof InvalidArgumentError && ["output", "out"].includes(error.argument);
  return isOfOutput ? new InvalidArgumentError("OUT", error.expected, error.actual) : error;
}

/** A batch of rows at a time, beside its place and then renamed. */
async function convert(
  file: string,
  out: string,
  options: ConvertArguments,
  io: CommandIo,
): Promise<Converted> {
  if (out === "-") {
    throw new InvalidArgumentError("output", "a file, whose name says the format", '"-"');
  }
  await expectOutputFile(out);
  const read = readAs(file, options);
  keepHeapSmall();
  return withProgress(io, "converting", (onProgress) =>
    io.interruptible((signal) => {
      const how = { ...read, onProgress, signal };
      return file === "-" ? convertTableFromStream(io.stdin, out, how) : convertTable(file, out, how);
    }),
  );
}
