import type { Command } from "commander";

import { printTestValue } from "../../../formats.ts";
import { type Expression, InvalidArgumentError, oneOf, parseExpression } from "../../../index.ts";
import { type ArrayProgram, type CostModel, type CostOptions, drawDagSvg } from "../../../language.ts";
import { type AskedExecutor, parseOneExecutor } from "../../executors/executors.ts";
import type { CommandContext, CommandIo } from "../../io.ts";
import { choiceOf, listed, parsedOption, parseSeed, parseSizes, readFuel } from "../../options/parse.ts";
import { checkPlotPlace, writeDrawing, writePlot } from "../../output/write-plot.ts";

import { readOperands, readProgram } from "../../programs/program.ts";
import { withProgress } from "../../progress.ts";

import { printReport } from "../../report.ts";
import { figureOfTimes } from "./figure.ts";
import { type MeasuredCosts, measureCosts } from "./measure.ts";
import { type CostFound, costReport } from "./report.ts";
import { costsOverSizes, type SizedCost, tooFewSizes, verdictOn } from "./sizes.ts";

/** Of a construct in a drawing. */
const MOST_LETTERS = 90;

interface CostArguments {
  readonly entry: string;
  readonly input?: readonly string[];
  readonly sizes?: readonly number[];
  readonly seed?: bigint;
  readonly model: CostModel;
  readonly expression?: Expression;
  readonly against?: string;
  readonly lines?: boolean;
  readonly dag?: string;
  readonly measure?: boolean;
  readonly on: readonly AskedExecutor[];
  readonly plot?: string;
  readonly fuel?: number;
  readonly json?: boolean;
}

const MODELS: readonly CostModel[] = ["corrected", "verbatim"];
const DEFAULT_SIZES = "16..1024";
const DEFAULT_MEASURED_SIZES = "4096..262144";
const DEFAULT_ON = "wasm,workers:1,workers:2";

/** As many as the model has constants, and one more. */
const FEWEST_MEASURED = 4;

/** Work at which a row of sizes ends, unless --fuel says another: some seconds of the interpreter's. */
const PATIENCE = 2e7;

/** `samebits cost FILE`: work and span of a definition, for an input or over sizes; predicted against measured time. */
export function costCommand(command: Command, { io }: CommandContext): void {
  command
    .argument("<file>", "a program (.sb)")
    .option("--entry <name>", "the definition to count", "main")
    .option(
      "--input <values...>",
      'operands: "[1, 2, 3] 4.5", or @FILE (.npy, or values as Futhark writes them)',
    )
    .option(
      "--sizes <sizes>",
      `random operands of these sizes instead: 16..1024 (doubled from one to the next) or 10,100,1000 (default: ${DEFAULT_SIZES}, with --measure ${DEFAULT_MEASURED_SIZES})`,
      parseSizes,
    )
    .option("--seed <seed>", "seed of the random operands (default: 0)", parseSeed)
    .option(
      "--model <model>",
      "corrected (1 <= S <= W always), or verbatim, as published",
      choiceOf("model", MODELS),
      "corrected",
    )
    .option("--expression <name>", "the tree of reduces and scans that name none", (name: string) =>
      parseExpression(name),
    )
    .option("--against <entry>", "whether the work grows no faster than that of this definition")
    .option("--lines", "where the work is, by line of the program")
    .option("--dag <file>", "draw the graph of the input, or of the smallest size, .svg or .png")
    .option("--measure", "time the program over the sizes, and hold the times against W/p and S")
    .addOption(
      parsedOption(
        "--on <executors>",
        "where --measure runs: names with commas between",
        listed(parseOneExecutor),
        DEFAULT_ON,
      ),
    )
    .option("--plot <file>", "draw what --measure found, .svg or .png")
    .option("--fuel <number>", "stop after so much work", readFuel)
    .option("--json", "print one JSON object")
    .action((file: string, options: CostArguments) => tellCost(file, options, io));
}

async function tellCost(file: string, options: CostArguments, io: CommandIo): Promise<void> {
  checkTogether(options);
  const { entry, model, against, dag, plot, lines } = options;
  if (dag !== undefined) await checkPlotPlace(dag, "dag");
  if (plot !== undefined) await checkPlotPlace(plot);
  const { program, text } = await readProgram(file);
  checkEntry(program, against);
  const found =
    options.input === undefined
      ? await reportOverSizes(program, options, io)
      : await reportOfInput(program, options.input, options);
  if (dag !== undefined) await drawDag(dag, program, found, { text, expression: options.expression, io });
  if (plot !== undefined && found.measured !== undefined) {
    await writePlot(plot, figureOfTimes(`${file}: ${entry}`, found.measured), io);
  }
  const shown = { ...found, dag, plot, source: lines ? text : undefined };
  await io.stdout.write(printReport(costReport(shown, model), options));
}

/** Options that say nothing together, or nothing alone. */
function checkTogether({ input, sizes, seed, measure, plot, against, dag, model }: CostArguments): void {
  const refuse = (name: string, expected: string, actual: unknown): never => {
    throw new InvalidArgumentError(name, expected, String(actual));
  };
  if (input !== undefined) {
    const stray = { sizes, seed, against, measure };
    for (const [name, value] of Object.entries(stray)) {
      if (value !== undefined) refuse(name, "left out with --input, which is of one size", value);
    }
  }
  if (plot !== undefined && !measure) refuse("plot", "left out without --measure", plot);
  if (dag !== undefined && model === "verbatim") {
    refuse("dag", "left out with --model verbatim, whose spans are not all nodes", dag);
  }
  if (against !== undefined && tooFewSizes(sizes)) {
    refuse("sizes", "five and more from 2 on for --against", sizes?.join(","));
  }
}

function checkEntry(program: ArrayProgram, against: string | undefined): void {
  const names = program.entries.map(({ name }) => name);
  if (against === undefined || names.includes(against)) return;
  throw new InvalidArgumentError("against", oneOf(against, names), `"${against}"`);
}

async function reportOfInput(
  program: ArrayProgram,
  input: readonly string[],
  { entry, model, fuel, expression }: CostArguments,
): Promise<CostFound> {
  const operands = await readOperands(program, entry, input);
  const cost = program.cost(entry, operands, {
    model,
    ...(fuel !== undefined && { fuel }),
    ...(expression && { expression }),
  });
  const values = program.testValuesOf(entry, cost.value).map(printTestValue);
  return { entry, operands, costs: [{ ...cost, operands }], values };
}

async function reportOverSizes(
  program: ArrayProgram,
  { entry, model, expression, fuel = PATIENCE, seed = 0n, against, measure, on, ...given }: CostArguments,
  io: CommandIo,
): Promise<CostFound> {
  const sizes = given.sizes ?? parseSizes(measure ? DEFAULT_MEASURED_SIZES : DEFAULT_SIZES);
  const options: CostOptions & { readonly fuel: number } = {
    model,
    fuel,
    ...(expression && { expression }),
  };
  const count = (name: string): Promise<readonly SizedCost[]> =>
    withProgress(io, `cost of ${name}`, async (advance) =>
      costsOverSizes(program, name, { sizes, seed, options, advance }),
    );
  const costs = await count(entry);
  if (measure && costs.length < FEWEST_MEASURED) {
    const actual = costs.map(({ size }) => size).join(",");
    throw new InvalidArgumentError("sizes", "four and more for --measure", actual);
  }
  const other = against === undefined ? undefined : await count(against);
  const measured: MeasuredCosts | undefined = measure
    ? await withProgress(io, "times", (advance) =>
        measureCosts(program, entry, {
          costs,
          executors: on,
          evaluation: expression ? { expression } : {},
          now: io.now,
          advance,
        }),
      )
    : undefined;
  return {
    entry,
    operands: costs[0].operands,
    seed,
    costs,
    leftOut: sizes.slice(costs.length),
    ...(against !== undefined && other !== undefined && { against: verdictOn(costs, against, other) }),
    ...(measured && { measured }),
  };
}

interface DagJob {
  readonly text: string; // of the program
  readonly expression: Expression | undefined;
  readonly io: CommandIo;
}

async function drawDag(
  path: string,
  program: ArrayProgram,
  { entry, operands }: CostFound,
  { text, expression, io }: DagJob,
): Promise<void> {
  const dag = program.unfold(entry, operands, expression ? { expression } : {});
  const svg = drawDagSvg(dag, {
    title: `${entry}: what waits for what`,
    nameOf: (place) => startOf(text, place),
    lineOf: (place) => text.slice(0, Math.max(place, 0)).split("\n").length,
  });
  await writeDrawing(path, svg, io, "dag");
}

/** The construct at a place of the text: to the end of its line, or where a bracket or an item ends around it. */
function startOf(text: string, place: number): string {
  if (place < 0) return "";
  const line = text.slice(place).split("\n", 1)[0];
  let depth = 0;
  const end = [...line].findIndex((letter) => {
    if ("([{".includes(letter)) depth++;
    if (")]}".includes(letter)) depth--;
    return depth < 0 || (depth === 0 && letter === ",");
  });
  return (end < 0 ? line : line.slice(0, end)).trimEnd().slice(0, MOST_LETTERS);
}
