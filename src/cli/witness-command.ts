import type { Command } from "commander";
import {
  conformance,
  type GoldenVector,
  type Report,
  WITNESS_OPERATORS,
  type WitnessReport,
  witness,
} from "../conformance.ts";
import { type AnyOperator, InvalidArgumentError } from "../index.ts";
import { type AskedExecutor, allExecutors, findHere, parseExecutor } from "./executors.ts";
import type { CommandIo } from "./io.ts";
import { jsonLine } from "./json-line.ts";
import type { OpenExecutor } from "./offered-executor.ts";
import { runPaperWitness } from "./paper-witness.ts";
import { parseLength } from "./parse-arguments.ts";
import { withProgress } from "./progress.ts";
import { readOperator } from "./read-operator.ts";
import { readGoldenVectors } from "./vector-files.ts";
import { type WitnessTotals, witnessJson, witnessText } from "./witness-report.ts";

interface WitnessOptions {
  readonly on: readonly AskedExecutor[] | "all";
  readonly n?: number;
  readonly operator?: readonly string[]; // files
  readonly paper?: boolean;
  readonly json?: boolean;
}

/** `samebits witness`: every executor × expression × operator, and the conformance suite; ends in PASS or FAIL. */
export function addWitnessCommand(program: Command, io: CommandIo, failCheck: () => void): void {
  program
    .command("witness")
    .description(
      "check that every executor here gives the bits that its contracts define; ends in PASS or FAIL",
    )
    .option("--on <executors>", "all, or names with commas between", parseExecutors, "all")
    .option(
      "--n <count>",
      "elements of the table's input (default: 4099, the most that the literal reference checks)",
      parseTableLength,
    )
    .option(
      "--operator <file>",
      "add rows for an operator of one's own, a file in the operator language; may be repeated",
      (text: string, before: readonly string[] = []) => [...before, text],
    )
    .option("--paper", "remake Appendix F and table B.8 of P4229R0 instead")
    .option("--json", "print one JSON object")
    .action(async (options: WitnessOptions) => {
      const operators = await readOwnOperators(options);
      const passed = await withExecutors(options.on, (opened) =>
        options.paper
          ? runPaperWitness(
              paperExecutors(options.on, opened.executors).map(({ executor }) => executor),
              options,
              io,
            )
          : runWitness({ ...opened, operators }, options, io),
      );
      if (!passed) failCheck();
    });
}

/** Its inputs of 2^20 elements and many contracts are for those that compile at once, unless others are asked for by name. */
function paperExecutors(
  asked: WitnessOptions["on"],
  executors: readonly OpenExecutor[],
): readonly OpenExecutor[] {
  return asked === "all" ? executors.filter(({ sample }) => sample === undefined) : executors;
}

async function readOwnOperators({ operator = [], paper }: WitnessOptions): Promise<readonly AnyOperator[]> {
  if (paper && operator.length > 0) {
    throw new InvalidArgumentError("operator", "left out with --paper, which adds", operator.join(", "));
  }
  const operators: AnyOperator[] = [];
  for (const file of operator) {
    const own = await readOperator(file);
    if (!WITNESS_OPERATORS.some((known) => known === own)) operators.push(own);
  }
  return operators;
}

function parseTableLength(text: string): number {
  const length = parseLength(text);
  if (length > 0) return length; // a reduce of nothing has no value to compare
  throw new InvalidArgumentError("n", "at least 1", JSON.stringify(text));
}

function parseExecutors(text: string): readonly AskedExecutor[] | "all" {
  const names = text.split(",").map((name) => name.trim());
  const asked = new Map<string, AskedExecutor>();
  for (const name of names.filter((each) => each !== "all")) {
    const executor = parseExecutor(name, ["all"]);
    asked.set(executor.name, executor);
  }
  return names.includes("all") ? "all" : [...asked.values()];
}

interface Opened {
  readonly executors: readonly OpenExecutor[];
  readonly missing: readonly string[]; // "wasm: why"
}

// Asked for by name, an executor that is not here is an error; of all of them it is skipped, and said so.
async function withExecutors<Result>(
  asked: readonly AskedExecutor[] | "all",
  run: (opened: Opened) => Promise<Result>,
): Promise<Result> {
  const executors: OpenExecutor[] = [];
  const missing: string[] = [];
  try {
    for (const { name, offered, argument } of asked === "all" ? allExecutors() : asked) {
      const here = await findHere(offered);
      if (here.isHere) executors.push(await offered.open(argument, "check"));
      else if (asked !== "all") throw here.obstacle;
      else missing.push(`${name}: ${here.obstacle.reason}; ${here.obstacle.remedy}`);
    }
    return await run({ executors, missing });
  } finally {
    await Promise.all(executors.map((executor) => executor.close()));
  }
}

interface Subjects extends Opened {
  readonly operators: readonly AnyOperator[]; // the user's own
}

async function runWitness(
  { executors, missing, operators }: Subjects,
  options: WitnessOptions,
  io: CommandIo,
): Promise<boolean> {
  const vectors = await readGoldenVectors();
  const all = executors.map(({ executor }) => executor);
  const begun = io.now();
  const table = await withProgress(io, "table", (advance) => {
    let rows = 0;
    const onRow = (): void => advance(++rows, undefined);
    return witness(all, {
      length: options.n,
      operators: [...WITNESS_OPERATORS, ...operators],
      vectors,
      rowLimit: (executor) => executors.find((each) => each.executor === executor)?.sample?.rows,
      onRow,
    });
  });
  const reports: Report[] = [];
  for (const executor of executors) reports.push(await checkConformance(executor, vectors, io));
  const seconds = (io.now() - begun) / 1000;
  const totals = totalsOf(table, reports, missing);
  const report = { table, reports, missing, totals, seconds };
  await io.stdout.write(options.json ? jsonLine(witnessJson(report)) : witnessText(report));
  return totals.passed;
}

async function checkConformance(
  { name, executor, countCombines, sample }: OpenExecutor,
  vectors: readonly GoldenVector[] | undefined,
  io: CommandIo,
): Promise<Report> {
  return withProgress(io, name, (advance) =>
    conformance(executor, {
      tier: "quick",
      vectors,
      countCombines,
      requestLimit: sample?.requests,
      onProgress: ({ run }) => advance(run, undefined),
    }),
  );
}

function totalsOf(
  table: WitnessReport,
  reports: readonly Report[],
  missing: readonly string[],
): WitnessTotals {
  const sum = (of: (report: Report) => number): number =>
    reports.reduce((total, report) => total + of(report), 0);
  return {
    run: table.passCount + table.failCount + sum(({ run }) => run),
    refused: table.refusedCount + sum(({ refused }) => refused),
    skipped: table.skippedCount + table.uncheckedCount + missing.length + sum(({ skipped }) => skipped),
    failed: table.failCount + sum(({ failedCount }) => failedCount),
    passed: table.passed && reports.every(({ passed }) => passed),
  };
}
