import type { Command } from "commander";
import { Option } from "commander";
import { parseTestBlocks, type TestCase } from "../../../formats.ts";
import { InvalidArgumentError, oneOf, SamebitsError, UnsupportedError } from "../../../index.ts";
import type { Data } from "../../../language.ts";
import { type AskedExecutor, EXECUTOR_SPELLINGS, parseExecutor } from "../../executors/executors.ts";
import type { CommandContext, CommandIo } from "../../io.ts";
import { parseSeed } from "../../options/parse.ts";
import { type CaseRun, faultOf, operandsOfCase } from "../../programs/cases.ts";
import { INTERPRETER, withEvaluator } from "../../programs/evaluator.ts";
import { readProgram } from "../../programs/program.ts";
import { withProgress } from "../../progress.ts";
import { printReport } from "../../report.ts";
import { type SampleOptions, sampleRuns } from "../../timing.ts";
import { type BenchResult, benchReport, type Outcome } from "./report.ts";

interface BenchArguments {
  readonly entry?: string;
  readonly on: readonly (AskedExecutor | typeof INTERPRETER)[];
  readonly runs: number;
  readonly seed: bigint;
  readonly json?: boolean;
}

const DEFAULT_ON = "wasm";
const DEFAULT_RUNS = 10;
const LEAST_MS = 500;

/** `samebits bench FILE`: entries on the data sets of the test blocks, on executors; a wrong value is a failed check. */
export function benchCommand(command: Command, { io, failCheck }: CommandContext): void {
  command
    .argument("<file>", "a program (.sb) with test blocks (-- ==); those tagged nobench are left out")
    .option("--entry <name>", "this one alone (default: all that the blocks name)")
    .addOption(
      new Option(
        "--on <executors>",
        `names with commas between: ${[INTERPRETER, ...EXECUTOR_SPELLINGS].join(", ")}`,
      )
        .argParser((text) => text.split(",").map((name) => parsePlace(name.trim())))
        .default([parsePlace(DEFAULT_ON)], DEFAULT_ON),
    )
    .option("--runs <count>", "runs at least, after one that is not counted", parseRuns, DEFAULT_RUNS)
    .addOption(new Option("--seed <seed>", "seed of random inputs").argParser(parseSeed).default(0n, "0"))
    .option("--json", "print one JSON object")
    .action(async (file: string, options: BenchArguments) => {
      const results = await benchFile(file, options, io);
      if (results.some(({ outcome }) => outcome.kind === "wrong")) failCheck();
      await io.stdout.write(printReport(benchReport(file, results), options));
    });
}

function parsePlace(text: string): AskedExecutor | typeof INTERPRETER {
  return text === INTERPRETER ? INTERPRETER : parseExecutor(text, [INTERPRETER]);
}

function parseRuns(text: string): number {
  const runs = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (runs >= 1 && runs <= 100_000) return runs;
  throw new InvalidArgumentError("runs", "a number from 1 to 100000", JSON.stringify(text));
}

async function benchFile(
  file: string,
  { entry, on, runs, seed }: BenchArguments,
  io: CommandIo,
): Promise<readonly BenchResult[]> {
  const { program, text } = await readProgram(file);
  const subjects = subjectsOf(file, text, entry);
  const sample = { now: io.now, leastRuns: runs, leastMs: LEAST_MS };
  const results: BenchResult[] = [];
  await withProgress(io, "runs", async (advance) => {
    for (const each of on) {
      await withEvaluator(each, async (executor, evaluate) => {
        for (const { entry: name, test } of subjects) {
          const operands = await operandsOfCase(program, name, test, { file, seed });
          const run = () => evaluate(program, name, operands);
          const outcome = await benchOne({ file, program, entry: name, test, operands, run }, sample);
          results.push({ entry: name, dataset: test.name, executor, outcome });
          advance(results.length, subjects.length * on.length);
        }
      });
    }
  });
  return results;
}

interface Subject {
  readonly entry: string;
  readonly test: TestCase;
}

/** Every entry with each of its data sets. */
function subjectsOf(file: string, text: string, entry: string | undefined): readonly Subject[] {
  const subjects = parseTestBlocks(text, file).flatMap(({ entries, cases, tags }) => {
    const timed = tags.includes("nobench") ? [] : cases.filter(isTimed);
    return entries.flatMap((name) => timed.map((test) => ({ entry: name, test })));
  });
  if (subjects.length === 0) {
    throw new InvalidArgumentError("file", "a program with data to time (-- ==)", `none in "${file}"`);
  }
  const names = [...new Set(subjects.map((each) => each.entry))];
  if (entry !== undefined && !names.includes(entry)) {
    throw new InvalidArgumentError("entry", oneOf(entry, names), `"${entry}"`);
  }
  return subjects.filter((each) => entry === undefined || each.entry === entry);
}

function isTimed({ tags, output }: TestCase): boolean {
  return !tags.includes("nobench") && output.kind !== "error";
}

/** What is wrong is not timed. Stored outputs are compared; `eval --test` has the interpreter compute the others. */
async function benchOne(asked: CaseRun, options: SampleOptions): Promise<Outcome> {
  let first: Data;
  try {
    first = await asked.run();
  } catch (error) {
    if (error instanceof UnsupportedError) return { kind: "refused", reason: error.message };
    if (error instanceof SamebitsError) return { kind: "wrong", fault: error.message };
    throw error;
  }
  const { kind } = asked.test.output;
  if (kind === "values" || kind === "file") {
    const fault = await faultOf(first, asked);
    if (fault !== undefined) return { kind: "wrong", fault };
  }
  return { kind: "timed", sample: await sampleRuns(asked.run, options) };
}
