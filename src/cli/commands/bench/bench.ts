import type { Command } from "commander";

import { parseTestBlocks, type TestCase } from "../../../formats.ts";
import { InvalidArgumentError, oneOf, SamebitsError, UnsupportedError } from "../../../index.ts";
import type { Data } from "../../../language.ts";
import type { AskedExecutor } from "../../executors/executors.ts";
import type { CommandContext, CommandIo } from "../../io.ts";
import { listed, parsedOption, parseSeed, wholeNumber } from "../../options/parse.ts";
import { type CaseRun, faultOf, operandsOfCase } from "../../programs/cases.ts";
import {
  EVALUATOR_SPELLINGS,
  type INTERPRETER,
  parseEvaluator,
  readProgram,
  withEvaluator,
} from "../../programs/program.ts";

import { withProgress } from "../../progress.ts";
import { fact, type JsonValue, printReport, type Report, report } from "../../report.ts";
import { machineName, type RunSample, type SampleOptions, sampleRuns } from "../../timing.ts";

interface BenchArguments {
  readonly entry?: string;
  readonly on: readonly (AskedExecutor | typeof INTERPRETER)[];
  readonly runs: number;
  readonly seed: bigint;
  readonly json?: boolean;
}

const DEFAULT_ON = "wasm";
const parseRuns = wholeNumber("runs", 1, 100_000, "a number from 1 to 100000");
const DEFAULT_RUNS = 10;
const LEAST_MS = 500;

/** `samebits bench FILE`: entries on the data sets of the test blocks, on executors; a wrong value is a failed check. */
export function benchCommand(command: Command, { io, failCheck }: CommandContext): void {
  command
    .argument("<file>", "a program (.sb) with test blocks (-- ==); those tagged nobench are left out")
    .option("--entry <name>", "this one alone (default: all that the blocks name)")
    .addOption(
      parsedOption(
        "--on <executors>",
        `names with commas between: ${EVALUATOR_SPELLINGS}`,
        listed(parseEvaluator),
        DEFAULT_ON,
      ),
    )
    .option("--runs <count>", "runs at least, after one that is not counted", parseRuns, DEFAULT_RUNS)
    .addOption(parsedOption("--seed <seed>", "seed of random inputs", parseSeed, "0"))
    .option("--json", "print one JSON object")
    .action(async (file: string, options: BenchArguments) => {
      const results = await benchFile(file, options, io);
      if (results.some(({ outcome }) => outcome.kind === "wrong")) failCheck();
      await io.stdout.write(printReport(benchReport(file, results), options));
    });
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

/** One entry on one data set on one executor. */
interface BenchResult {
  readonly entry: string;
  readonly dataset: string;
  readonly executor: string;
  readonly outcome: Outcome;
}

type Outcome =
  | { readonly kind: "timed"; readonly sample: RunSample }
  | { readonly kind: "wrong"; readonly fault: string }
  | { readonly kind: "refused"; readonly reason: string };

/** Times by entry and executor, as `futhark bench` has them, and how entries compare. */
function benchReport(file: string, results: readonly BenchResult[]): Report {
  const machine = machineName();
  const comparisons = comparisonsOf(results);
  const rows = results.map(({ entry, dataset, executor, outcome }) => {
    return { entry, dataset, executor, ...outcomeJson(outcome) };
  });
  const facts = {
    machine: fact(machine),
    results: fact(rows),
    comparisons: fact(comparisons.map((each) => ({ ...each }))),
  };
  return report(facts, () => {
    const compared = comparisons.map(({ slow, fast, dataset, executor, ratio }) => {
      return `${slow} takes ${ratio.toPrecision(3)} times as long as ${fast} (${executor}): ${dataset}`;
    });
    return [...timeLines(file, results), "", ...compared, ...(compared.length === 0 ? [] : [""]), machine];
  });
}

function timeLines(file: string, results: readonly BenchResult[]): readonly string[] {
  const width = Math.max(...results.map(({ dataset }) => dataset.length)) + 1;
  let heading = "";
  const lines = results.flatMap(({ entry, dataset, executor, outcome }) => {
    const own = `${file}:${entry} (${executor}):`;
    const line = `${`${dataset}:`.padEnd(width)}  ${outcomeText(outcome)}`;
    if (own === heading) return [line];
    heading = own;
    return ["", own, line];
  });
  return lines.slice(1);
}

/** How many times as long one entry took as the fastest on the same data and executor. */
interface Comparison {
  readonly slow: string;
  readonly fast: string;
  readonly dataset: string;
  readonly executor: string;
  readonly ratio: number; // of means
}

function comparisonsOf(results: readonly BenchResult[]): readonly Comparison[] {
  const timed = results.flatMap(({ outcome, ...rest }) =>
    outcome.kind === "timed" ? [{ ...rest, mean: outcome.sample.mean }] : [],
  );
  return timed.flatMap(({ entry: slow, dataset, executor, mean }) => {
    const same = timed.filter((each) => each.dataset === dataset && each.executor === executor);
    const [{ entry: fast, mean: least }] = [...same].sort((left, right) => left.mean - right.mean);
    return fast === slow ? [] : [{ slow, fast, dataset, executor, ratio: mean / least }];
  });
}

/** Microseconds, as `futhark bench` has them. */
function outcomeText(outcome: Outcome): string {
  switch (outcome.kind) {
    case "timed": {
      const { mean, interval, seconds } = outcome.sample;
      const [low, high] = interval.map((each) => microseconds(each).padStart(9));
      return `${microseconds(mean).padStart(10)}μs (95% CI: [${low}, ${high}]; ${seconds.length} runs)`;
    }
    case "wrong":
      return `FAIL: ${outcome.fault}`;
    case "refused":
      return `refused: ${outcome.reason}`;
    default:
      return outcome satisfies never;
  }
}

function microseconds(seconds: number): string {
  return (1e6 * seconds).toFixed(1);
}

function outcomeJson(outcome: Outcome): Readonly<Record<string, JsonValue>> {
  if (outcome.kind === "wrong") return { fault: outcome.fault };
  if (outcome.kind === "refused") return { refused: outcome.reason };
  const { mean, interval, median, least, seconds } = outcome.sample;
  return { runs: seconds.length, seconds: mean, interval, median, least };
}
