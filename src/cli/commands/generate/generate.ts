import { stat, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import type { Command } from "commander";
import { type ElementArray, type ElementType, InvalidArgumentError } from "../../../index.ts";
import { openHash } from "../../../streams.ts";
import type { CommandContext, CommandIo } from "../../io.ts";
import {
  checkCondition,
  conditionOption,
  DATA_KINDS,
  type DataKind,
  madeChunks,
  parseKindOf,
} from "../../options/made-data.ts";
import { parsedOption, parseLength, parseSeed, parseType } from "../../options/parse.ts";
import { findOutput } from "../../output/write-output.ts";
import { writeOutputChunks } from "../../output/write-parts.ts";
import { withProgress } from "../../progress.ts";
import { fact, printReport, report } from "../../report.ts";

interface GenerateOptions {
  readonly type: ElementType;
  readonly n: number;
  readonly seed: bigint;
  readonly condition?: number;
  readonly output: string;
  readonly raw?: boolean;
  readonly json?: boolean;
}

const FLOAT_KINDS = DATA_KINDS.filter((kind) => kind !== "bits");

/** `samebits generate DATA …`: data that separate good sums from bad ones, the same on every machine. */
export function generateCommand(command: Command, { io }: CommandContext): void {
  command
    .argument("DATA", `of integers bits; of f64 and f32 ${FLOAT_KINDS.join(", ")}`, parseKindOf("DATA"))
    .requiredOption("--type <type>", "f64, f32, i64, u64, i32 or u32", parseType)
    .requiredOption("--n <count>", "number of elements", parseLength)
    .addOption(parsedOption("--seed <seed>", "seed of splitmix64, 64 bits", parseSeed, "0"))
    .addOption(conditionOption())
    .requiredOption(
      "-o, --output <file>",
      "a .npy file, or .raw, .bin or any name with --raw; - is standard output",
    )
    .option("--raw", "write raw little-endian data")
    .option("--json", "print one JSON object")
    .action((kind: DataKind, options: GenerateOptions) => generateFile(kind, options, io));
}

/** Written as it is made, so that memory holds a chunk of it whatever its length. */
async function generateFile(kind: DataKind, options: GenerateOptions, io: CommandIo): Promise<void> {
  const { type, n, seed, condition, output } = options;
  checkCondition(kind, condition);
  const place = await findOutput(output, options.raw === true, io);
  await expectRoom(output, type, n);
  const hash = openHash();
  await withProgress(io, "generating", (advance) => {
    async function* chunks(): AsyncGenerator<ElementArray> {
      let done = 0;
      for (const chunk of madeChunks({ kind, type, length: n, seed, condition })) {
        hash.add(chunk);
        yield chunk;
        done += chunk.length;
        advance(done, n);
      }
    }
    return writeOutputChunks(place, chunks(), { type, length: n }, io);
  });
  const made = report({
    data: fact(kind),
    type: fact(type),
    n: fact(n),
    seed: fact(String(seed)),
    condition: fact(condition),
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
