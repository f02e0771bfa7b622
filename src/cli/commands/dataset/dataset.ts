import type { Command } from "commander";
import { describeDataset, type PartFormat, type PartNulls, printDataset } from "../../../cluster.ts";
import { printableLines } from "../../../formats.ts";
import type { StorageType } from "../../../index.ts";
import type { CommandContext, CommandIo } from "../../io.ts";
import { choiceOf, parseStorageType, repeated } from "../../options/parse.ts";
import { writeOutputFile } from "../../output/output-file.ts";
import { fact, printReport, report } from "../../report.ts";

interface DatasetOptions {
  readonly output: string;
  readonly column?: readonly string[];
  readonly type?: StorageType;
  readonly format?: PartFormat;
  readonly nulls?: PartNulls;
  readonly json?: boolean;
}

const HELP = `
A folder stands for its .npy, .raw, .bin, .arrow and .parquet files, a pattern
of * and ? for the files that it fits, in the order of their names' bytes. All
parts have the same types.`;

/** `samebits dataset PLACE… -o data.json`: many files as if they were one, told by their headers. */
export function datasetCommand(command: Command, { io }: CommandContext): void {
  command
    .argument("<place...>", "folders, patterns and files, in the order of their elements")
    .requiredOption("-o, --output <file>", "the dataset, as JSON")
    .option(
      "--column <name>",
      "a column of Arrow or Parquet files, repeatable: for each field of an operator over records (default: the only one)",
      repeated((text) => text),
    )
    .option("--type <type>", "the type of raw data, and of .npy data of bf16", parseStorageType)
    .option(
      "--format <format>",
      "npy, raw, arrow or parquet (default: by the names of files)",
      choiceOf("format", FORMATS),
    )
    .option(
      "--nulls <rule>",
      "what becomes of nulls: zero, or of floats nan; without it they are an error",
      choiceOf("nulls", NULLS),
    )
    .option("--json", "print one JSON object")
    .addHelpText("after", HELP)
    .action((places: readonly string[], options: DatasetOptions) => describePlaces(places, options, io));
}

const FORMATS: readonly PartFormat[] = ["npy", "raw", "arrow", "parquet"];
const NULLS: readonly PartNulls[] = ["zero", "nan"];

async function describePlaces(
  places: readonly string[],
  options: DatasetOptions,
  io: CommandIo,
): Promise<void> {
  const { output, column, type, format, nulls } = options;
  const dataset = await describeDataset(places, { column, type, format, nulls });
  await writeOutputFile(output, printDataset(dataset), io);
  const { parts, length } = dataset;
  const [first] = parts;
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
  const facts = {
    output: fact(output, printableLines(output)),
    parts: fact(parts.length, `${parts.length} ${parts.length === 1 ? "file" : "files"}, ${bytes} bytes`),
    n: fact(length, `${length} elements of ${[first.type].flat().join(", ")}`),
    bytes: fact(bytes, undefined),
  };
  await io.stdout.write(
    printReport(
      report(facts, () => [["output", "parts", "n"]]),
      options,
    ),
  );
}
