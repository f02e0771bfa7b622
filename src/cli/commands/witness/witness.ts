import type { Command } from "commander";
import {
  conformanceOf,
  type FunctionSubject,
  type FunctionWitnessReport,
  type Report,
  TIERS,
  type Tier,
  WITNESS_OPERATORS,
  type WitnessReport,
  witness,
  witnessFunctions,
} from "../../../conformance.ts";
import { type AnyOperator, InvalidArgumentError, oneOf } from "../../../index.ts";
import { type AskedExecutor, allExecutors, findHere, parseExecutor } from "../../executors/executors.ts";
import type { OpenExecutor } from "../../executors/offered-executor.ts";
import { readOperator } from "../../input/operator.ts";
import type { CommandContext, CommandIo } from "../../io.ts";
import { parseLength, repeated } from "../../options/parse.ts";
import { withProgress } from "../../progress.ts";
import { printReport } from "../../report.ts";
import { runPaperWitness } from "./paper.ts";
import { type WitnessTotals, witnessReport } from "./report.ts";
import { readGoldenVectors } from "./vector-files.ts";

interface WitnessOptions {
  readonly on: readonly AskedExecutor[] | "all";
  readonly tier?: Tier;
  readonly n?: number;
  readonly operator?: readonly string[]; // files
  readonly paper?: boolean;
  readonly json?: boolean;
}

/** `samebits witness`: every executor × expression × operator, the conformance suite, and everyday functions; ends in PASS or FAIL. */
export function witnessCommand(command: Command, { io, failCheck }: CommandContext): void {
  command
    .option("--on <executors>", "all, or names with commas between", parseExecutors, "all")
    .option(
      "--tier <tier>",
      "how much is checked: quick takes seconds (the default), full minutes",
      parseTier,
    )
    .option(
      "--n <count>",
      `elements of the table's input, of which the literal reference checks up to 4099 (default: ${TABLE_LENGTHS.quick}, or ${TABLE_LENGTHS.full} with --tier full)`,
      parseTableLength,
    )
    .option(
      "--operator <file>",
      "add rows for an operator of one's own, a file in the operator language; may be repeated",
      repeated((text) => text),
    )
    .option("--paper", "remake Appendix F and table B.8 of P4229R0 instead")
    .option("--json", "print one JSON object")
    .action(async (options: WitnessOptions) => {
      if (options.paper) refuseWithPaper(options);
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

/** Elements of the table's input: four blocks of 256 and a rest, and what the literal reference goes up to. */
const TABLE_LENGTHS: Readonly<Record<Tier, number>> = { quick: 1031, full: 4099 };

/** Its inputs of 2^20 elements and many contracts are for those that compile at once, unless others are asked for by name. */
function paperExecutors(
  asked: WitnessOptions["on"],
  executors: readonly OpenExecutor[],
): readonly OpenExecutor[] {
  return asked === "all" ? executors.filter(({ samples }) => samples?.full === undefined) : executors;
}

function refuseWithPaper({ operator, tier }: WitnessOptions): void {
  if (operator !== undefined) {
    throw new InvalidArgumentError("operator", "left out with --paper, which adds", operator.join(", "));
  }
  if (tier !== undefined) {
    throw new InvalidArgumentError("tier", "left out with --paper, which has one size", tier);
  }
}

async function readOwnOperators({ operator = [] }: WitnessOptions): Promise<readonly AnyOperator[]> {
  const operators: AnyOperator[] = [];
  for (const file of operator) {
    const own = await readOperator(file);
    if (!WITNESS_OPERATORS.some((known) => known === own)) operators.push(own);
  }
  return operators;
}

function parseTier(text: string): Tier {
  const tier = TIERS.find((each) => each === text);
  if (tier !== undefined) return tier;
  throw new InvalidArgumentError("tier", oneOf(text, TIERS), JSON.stringify(text));
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

async function withExecutors<Result>(
  asked: readonly AskedExecutor[] | "all",
  run: (opened: Opened) => Promise<Result>,
): Promise<Result> {
  const executors: OpenExecutor[] = [];
  const missing: string[] = [];
  try {
    for (const each of asked === "all" ? allExecutors() : asked) {
      const opened = asked === "all" ? await openOrReason(each) : await openNamed(each);
      if (typeof opened === "string") missing.push(`${each.name}: ${opened}`);
      else executors.push(opened);
    }
    return await run({ executors, missing });
  } finally {
    await Promise.all(executors.map((executor) => executor.close()));
  }
}

async function openNamed({ offered, argument }: AskedExecutor): Promise<OpenExecutor> {
  const here = await findHere(offered);
  if (!here.isHere) throw here.obstacle;
  return offered.open(argument, "check");
}

/** One of all of them, or why it is left out. */
async function openOrReason({ name, offered, argument }: AskedExecutor): Promise<OpenExecutor | string> {
  const here = await findHere(offered);
  if (!here.isHere) return `${here.obstacle.reason}; ${here.obstacle.remedy}`;
  const executor = await offered.open(argument, "check");
  if (!executor.isEmulated) return executor;
  await executor.close();
  return `a GPU that the processor emulates, whose kernels take minutes to compile; ask for it by name: --on ${name}`;
}

interface Subjects extends Opened {
  readonly operators: readonly AnyOperator[]; // the user's own
}

async function runWitness(
  { executors, missing, operators }: Subjects,
  options: WitnessOptions,
  io: CommandIo,
): Promise<boolean> {
  const { tier = "quick" } = options;
  const vectors = await readGoldenVectors();
  const all = executors.map(({ executor }) => executor);
  const begun = io.now();
  const table = await withProgress(io, "table", (advance) => {
    let rows = 0;
    const onRow = (): void => advance(++rows, undefined);
    return witness(all, {
      length: options.n ?? TABLE_LENGTHS[tier],
      operators: [...WITNESS_OPERATORS, ...operators],
      vectors,
      rowLimit: (executor) => executors.find((each) => each.executor === executor)?.samples?.[tier]?.rows,
      onRow,
    });
  });
  const reports = await withProgress(io, "suite", (advance) =>
    conformanceOf(
      executors.map(({ executor, countCombines, samples }) => {
        return { executor, countCombines, requestLimit: samples?.[tier]?.requests };
      }),
      { tier, vectors, onProgress: ({ run }) => advance(run, undefined) },
    ),
  );
  const functions = await witnessedFunctions(executors, tier, io);
  const seconds = (io.now() - begun) / 1000;
  const totals = totalsOf(table, reports, functions, missing);
  const report = { table, reports, functions, missing, totals, seconds };
  await io.stdout.write(printReport(witnessReport(report, io.stdout.terminal?.columns), options));
  return totals.passed;
}

/** Elements of a column that functions are called with. */
const FUNCTION_LENGTHS: Readonly<Record<Tier, number>> = { quick: 97, full: 1031 };

/** Everyday functions on each executor, against their definitions. */
async function witnessedFunctions(
  executors: readonly OpenExecutor[],
  tier: Tier,
  io: CommandIo,
): Promise<FunctionWitnessReport> {
  const subjects: FunctionSubject[] = [];
  for (const { name, algorithms, matrices, samples } of executors) {
    const functions = { algorithms: await algorithms(), matrices: await matrices() };
    subjects.push({ executor: name, ...functions, callLimit: samples?.[tier]?.rows });
  }
  return withProgress(io, "functions", (advance) => {
    let rows = 0;
    const onRow = (): void => advance(++rows, undefined);
    return witnessFunctions(subjects, { length: FUNCTION_LENGTHS[tier], onRow });
  });
}

function totalsOf(
  table: WitnessReport,
  reports: readonly Report[],
  functions: FunctionWitnessReport,
  missing: readonly string[],
): WitnessTotals {
  const sum = (of: (report: Report) => number): number =>
    reports.reduce((total, report) => total + of(report), 0);
  return {
    run:
      table.passCount + table.failCount + functions.passCount + functions.failCount + sum(({ run }) => run),
    refused: table.refusedCount + functions.refusedCount + sum(({ refused }) => refused),
    skipped: table.skippedCount + table.uncheckedCount + missing.length + sum(({ skipped }) => skipped),
    failed: table.failCount + functions.failCount + sum(({ failedCount }) => failedCount),
    passed: table.passed && functions.passed && reports.every(({ passed }) => passed),
  };
}
