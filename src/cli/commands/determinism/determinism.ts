import type { Command } from "commander";
import { DETERMINISM_LEVELS, type Determinism, InvalidArgumentError, toHex } from "../../../index.ts";
import { type AskedExecutor, parseExecutor } from "../../executors/executors.ts";
import { addReadOptions, FILE_FORMATS, type InputOptions, readInput } from "../../input/input.ts";
import type { CommandContext, CommandIo } from "../../io.ts";
import { writesFurther } from "../../options/file-arguments.ts";
import { DATA_KINDS, type DataKind, madeFloats, parseKindOf } from "../../options/made-data.ts";
import {
  choiceOf,
  parseDeterminism,
  parseLength,
  parseSeed,
  spellDeterminism,
  wholeNumber,
} from "../../options/parse.ts";
import { checkPlotPlace, writePlot } from "../../output/write-plot.ts";
import { type Advance, withProgress } from "../../progress.ts";
import { printReport } from "../../report.ts";
import { machineName } from "../../timing.ts";
import { withDevices } from "./devices.ts";
import { timesFigure, valuesFigure } from "./figures.ts";
import { determinismReport, type Measured } from "./report.ts";
import {
  brokenPromises,
  type FloatArray,
  type FloatType,
  type LevelCase,
  levelCases,
  runLevels,
  type Terms,
} from "./runs.ts";

import { type Times, timeLevels } from "./times.ts";

interface DeterminismArguments extends InputOptions {
  readonly kind?: DataKind;
  readonly n?: number;
  readonly seed?: bigint;
  readonly runs: number;
  readonly on: readonly AskedExecutor[] | "all";
  readonly levels?: readonly Determinism[];
  readonly plot?: string;
  readonly times?: boolean;
  readonly json?: boolean;
}

const DEFAULT_KIND: DataKind = "narrow";
/** `bits` are integers, which have the same sum in any order. */
const SUMMED_KINDS = DATA_KINDS.filter((kind) => kind !== "bits");
const DEFAULT_LENGTH = 2 ** 20;
const parseRuns = wholeNumber("runs", 1, 10_000, "a number from 1 to 10000");
const DEFAULT_RUNS = 20;
const TYPES: readonly FloatType[] = ["f32", "f64"];

/** `samebits determinism`: one sum at every level, run after run, on every device; a promise that is broken is a failed check. */
export function determinismCommand(command: Command, { io, failCheck }: CommandContext): void {
  addReadOptions(command.argument("[FILE]", FILE_FORMATS))
    .option(
      "--kind <kind>",
      `data made here instead of FILE: ${SUMMED_KINDS.join(", ")} (default: ${DEFAULT_KIND})`,
      parseKindOf("kind"),
    )
    .option("--n <count>", `elements of --kind (default: ${DEFAULT_LENGTH})`, parseLength)
    .option("--seed <seed>", "seed of --kind and of the orders of order-free sums (default: 0)", parseSeed)
    .option("--runs <count>", "runs of each sum", parseRuns, DEFAULT_RUNS)
    .option(
      "--on <executors>",
      "all, or names with commas between; webgpu is every GPU here",
      parseExecutors,
      "all",
    )
    .option("--levels <levels>", "some of not-guaranteed, run-to-run, everywhere (default: all)", parseLevels)
    .option("--plot <file>", "draw the values against the run, .svg or .png")
    .option(
      "--times",
      "time every level at lengths from 1024 to n, in f32 and f64 unless --type says which; --plot a.svg draws them in a-times.svg",
    )
    .option("--json", "print one JSON object, with every value and time")
    .action(async (file: string | undefined, options: DeterminismArguments) => {
      const passed = await measure(file, options, io);
      if (!passed) failCheck();
    });
  writesFurther(command, (options: DeterminismArguments) =>
    plotFiles(options)
      .slice(1)
      .map((path) => ({ argument: "--times", path })),
  );
}

async function measure(
  file: string | undefined,
  options: DeterminismArguments,
  io: CommandIo,
): Promise<boolean> {
  checkSource(file, options);
  const plots = plotFiles(options);
  for (const plot of plots) await checkPlotPlace(plot);
  const terms = file === undefined ? generated(options, "f32") : await readFloats(file, options, io);
  const measured = await measureTerms({ file, terms, options, plots }, io);
  if (plots.length > 0) await writePlot(plots[0], valuesFigure(measured), io);
  if (plots.length > 1) await writePlot(plots[1], timesFigure(measured), io);
  await io.stdout.write(printReport(determinismReport(measured, io.stdout.terminal?.columns), options));
  return measured.broken.length === 0;
}

interface Question {
  readonly file: string | undefined;
  readonly terms: Terms;
  readonly options: DeterminismArguments;
  readonly plots: readonly string[];
}

async function measureTerms({ file, terms, options, plots }: Question, io: CommandIo): Promise<Measured> {
  const { exact, reduce } = await import("../../../sums.ts");
  const { runs: count, seed = 0n, levels = DETERMINISM_LEVELS, kind = DEFAULT_KIND } = options;
  const cases = levelCases(levels);
  // Threads that take part whatever the length, as the order of their arrival is what is looked at.
  const found = await withDevices(options.on, "check", async ({ devices, missing }) => {
    const measure = (advance: Advance) => runLevels(devices, cases, terms, { count, seed, advance });
    return { devices, missing, runs: await withProgress(io, "runs", measure) };
  });
  const inputs = options.times ? timedInputs(terms, file, options) : undefined;
  const times = inputs === undefined ? NO_TIMES : await timesOf(cases, inputs, options, io);
  const length = terms.array.length.toLocaleString("en");
  const exactSum = reduce(terms.array as Float64Array, { expression: exact });
  return {
    dataName: file ?? kind,
    about: `${length} ${terms.type} elements (${file === undefined ? `${kind} data, seed ${seed}` : file})`,
    ...{ terms, seed, count, times, plots, ...found },
    exact: exactSum,
    machine: machineName(),
    types: [...(inputs ?? new Map()).keys()],
    broken: brokenPromises(found.runs.series, toHex(terms.type, exactSum)),
  };
}

const NO_TIMES: Times = { times: [], plain: [] };

function timesOf(
  cases: readonly LevelCase[],
  inputs: ReadonlyMap<FloatType, FloatArray>,
  { on, runs: count }: DeterminismArguments,
  io: CommandIo,
): Promise<Times> {
  return withDevices(on, "compute", ({ devices }) =>
    withProgress(io, "times", (advance) =>
      timeLevels(devices, cases, inputs, { count, now: io.now, advance }),
    ),
  );
}

/** Both types, unless one was asked for or FILE has it. */
function timedInputs(
  terms: Terms,
  file: string | undefined,
  options: DeterminismArguments,
): ReadonlyMap<FloatType, FloatArray> {
  const types = file === undefined && options.type === undefined ? TYPES : [terms.type];
  return new Map(
    types.map((type) => [type, type === terms.type ? terms.array : generated(options, type).array]),
  );
}

function plotFiles({ plot, times }: DeterminismArguments): readonly string[] {
  if (plot === undefined) return [];
  return times ? [plot, plot.replace(/(\.\w+)$/, "-times$1")] : [plot];
}

/** FILE, or what makes data. */
function checkSource(file: string | undefined, options: DeterminismArguments): void {
  const { kind, n, column, nulls, raw } = options;
  const stray = file === undefined ? { column, nulls, raw } : { kind, n };
  for (const [name, value] of Object.entries(stray)) {
    const expected = file === undefined ? "left out without FILE" : "left out with FILE";
    if (value !== undefined) throw new InvalidArgumentError(name, expected, String(value));
  }
}

function generated(options: DeterminismArguments, otherwise: FloatType): Terms {
  const { kind = DEFAULT_KIND, n: length = DEFAULT_LENGTH, seed = 0n } = options;
  const type = floatType(options.type ?? otherwise);
  if (length === 0) throw new InvalidArgumentError("n", "at least 1", "0");
  return { type, array: madeFloats({ kind, type, length, seed }) };
}

async function readFloats(file: string, options: DeterminismArguments, io: CommandIo): Promise<Terms> {
  const { array, type } = await readInput(file, options, io);
  if (array.length === 0) throw new InvalidArgumentError("input", "one element or more", "none");
  return { type: floatType(type), array: array as FloatArray };
}

function floatType(type: string): FloatType {
  const found = TYPES.find((each) => each === type);
  if (found !== undefined) return found;
  throw new InvalidArgumentError("type", "f32 or f64, as integers have the same sum in any order", type);
}

function parseLevels(text: string): readonly Determinism[] {
  const spelled = choiceOf("levels", DETERMINISM_LEVELS.map(spellDeterminism));
  return text.split(",").map((name) => parseDeterminism(spelled(name.trim())));
}

function parseExecutors(text: string): readonly AskedExecutor[] | "all" {
  if (text === "all") return "all";
  const asked = text.split(",").map((name) => parseExecutor(name.trim(), ["all"]));
  return [...new Map(asked.map((each) => [each.name, each])).values()];
}
