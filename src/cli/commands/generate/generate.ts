import { stat, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import type { Command } from "commander";
import { DATA_SETS, type DataSet, generateChunks } from "../../../conformance.ts";
import { type ElementArray, type ElementType, InvalidArgumentError, oneOf } from "../../../index.ts";
import { openHash } from "../../../streams.ts";
import type { CommandContext, CommandIo } from "../../io.ts";
import { offering, parsedOption, parseLength, parseSeed, parseType } from "../../options/parse.ts";
import { findOutput, writeOutputChunks } from "../../output/write-output.ts";
import { withProgress } from "../../progress.ts";
import { fact, printReport, report } from "../../report.ts";

interface GenerateOptions {
  readonly type: ElementType;
  readonly n: number;
  readonly seed: bigint;
  readonly output: string;
  readonly raw?: boolean;
  readonly json?: boolean;
}

/** `samebits generate DATA …`: the hostile data sets, the same on every machine. */
export function generateCommand(command: Command, { io }: CommandContext): void {
  command
    .argument("DATA", "wide, narrow or special (f64, f32), or bits (integers)", parseDataSet)
    .requiredOption("--type <type>", "f64, f32, i64, u64, i32 or u32", parseType)
    .requiredOption("--n <count>", "number of elements", parseLength)
    .addOption(parsedOption("--seed <seed>", "seed of splitmix64, 64 bits", parseSeed, "0"))
    .requiredOption(
      "-o, --output <file>",
      "a .npy file, or .raw, .bin or any name with --raw; - is standard output",
    )
    .option("--raw", "write raw little-endian data")
    .option("--json", "print one JSON object")
    .action((data: DataSet, options: GenerateOptions) => generateFile(data, options, io));
}

function parseDataSet(text: string): DataSet {
  const found = DATA_SETS.find((name) => name === text);
  if (found !== undefined) return found;
  throw new InvalidArgumentError("DATA", oneOf(text, DATA_SETS), JSON.stringify(text));
}

offering(parseDataSet, DATA_SETS);

/** Written as it is made, so that memory holds a chunk of it whatever its length. */
async function generateFile(data: DataSet, options: GenerateOptions, io: CommandIo): Promise<void> {
  const { type, n, seed, output } = options;
  const place = await findOutput(output, options.raw === true, io);
  await expectRoom(output, type, n);
  const hash = openHash();
  await withProgress(io, "generating", (advance) => {
    async function* chunks(): AsyncGenerator<ElementArray> {
      let done = 0;
      for (const chunk of generateChunks({ data, type, length: n, seed })) {
        hash.add(chunk);
        yield chunk;
        done += chunk.length;
        advance(done, n);
      }
    }
    return writeOutputChunks(place, chunks(), { type, length: n }, io);
  });
  const made = report({
    data: fact(data),
    type: fact(type),
    n: fact(n),
    seed: fact(String(seed)),
    output: fact(output),
    hash: fact(hash.digits()),
  });
  await place.reportTo.write(printReport(made, options));
}

/** A disk that would be full before the end is found out before the first byte. Devices and pipes have no end. */
async function expectRoom(output: string, type: ElementType, n: number): Promise<void> {
  const replaced = await stat(output).catch(() => undefined);
  if (output === "-" || (replaced !== undefined && !replaced.isFile())) return;
  const { bavail, bsize } = await statfs(replaced === undefined ? dirname(output) : output);
  const elementBytes = type.endsWith("64") ? 8 : 4;
  const most = Math.floor((bavail * bsize) / elementBytes);
  if (n <= most) return;
  throw new InvalidArgumentError("n", `at most ${most}, what the disk of the output has room for`, String(n));
}
