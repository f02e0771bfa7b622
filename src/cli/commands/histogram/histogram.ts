import { basename } from "node:path";
import type { Command } from "commander";
import { EVERYWHERE } from "../../columns-report.ts";
import { addExecutorOption, type ExecutorArgument, withExecutor } from "../../executors/executors.ts";
import { keepHeapSmall } from "../../held/small-heap.ts";
import { addInputArguments, type InputOptions } from "../../input/input.ts";
import type { CommandContext, CommandIo } from "../../io.ts";
import { checkPlotPlace, writePlot } from "../../output/write-plot.ts";
import {
  eachFact,
  fact,
  jsonOnly,
  jsonScalar,
  nullsFact,
  printReport,
  type Report,
  report,
  timeFact,
} from "../../report.ts";
import { histogramLines } from "./binned.ts";
import { askedBins, type BinArguments, expectOwnBins, parseBins, parseEdges, parseRange } from "./bins.ts";
import { type Counted, countValues } from "./count.ts";
import { histogramFigure } from "./figure.ts";
import { valuesOf } from "./values.ts";

interface HistogramOptions extends InputOptions, ExecutorArgument, BinArguments {
  readonly plot?: string;
  readonly json?: boolean;
}

/** `samebits histogram FILE`: how many elements fall into each bin. */
export function histogramCommand(command: Command, { io }: CommandContext): void {
  addExecutorOption(addInputArguments(command))
    .option("--bins <count>", "bins of one width (default: 20)", parseBins("bins"))
    .option(
      "--range <low,high>",
      "the first and the last edge of those bins (default: the least and the largest finite element)",
      parseRange,
    )
    .option("--edges <list>", "bins between these numbers, which increase, as in 0,15,60,inf", parseEdges)
    .option(
      "--categories <count>",
      "a bin for each of the keys 0, 1, … of u32 or i32 data",
      parseBins("categories"),
    )
    .option("--plot <file>", "draw it to an .svg or .png file")
    .option("--json", "print one JSON object")
    .action((file: string, options: HistogramOptions) => histogramFile(file, options, io));
}

async function histogramFile(file: string, options: HistogramOptions, io: CommandIo): Promise<void> {
  const { plot, on } = options;
  const asked = askedBins(options);
  if (plot !== undefined) await checkPlotPlace(plot);
  keepHeapSmall();
  const values = valuesOf(file, options, io);
  await withExecutor(on, "compute", async (executor) => {
    const functions = await executor.algorithms();
    const check = (type: Counted["type"]): void => {
      if (type === "text" || type === "bool") expectOwnBins(`${type}s`, options);
    };
    const counted = await countValues(asked, values, { functions, check, now: io.now });
    if (plot !== undefined) {
      const title = `${counted.length} elements of ${file === "-" ? "standard input" : basename(file)}`;
      await writePlot(plot, histogramFigure(counted.binned, title, values.variable), io);
    }
    const found = { executor: executor.name, counted, options };
    await io.stdout.write(printReport(reportOf(found, io.stdout.terminal?.columns), options));
  });
}

interface HistogramFound {
  readonly executor: string;
  readonly counted: Counted;
  readonly options: HistogramOptions;
}

/** For a person a line for each bin, with bars as wide as the terminal allows, and below them what there is to know. */
function reportOf({ executor, counted, options }: HistogramFound, width: number | undefined): Report {
  const { binned, type, length, byteLength, nullCount, seconds } = counted;
  const { edges, names, counts, beside } = binned;
  const facts = {
    executor: fact(executor, `${executor} (${EVERYWHERE})`),
    achieved: fact(EVERYWHERE),
    n: fact(length, `${length} ${type}`),
    type: fact(type),
    edges: jsonOnly(edges?.map(jsonScalar)),
    values: jsonOnly(names),
    counts: jsonOnly(Array.from(counts)),
    ...eachFact(beside),
    seconds: timeFact(seconds, byteLength),
    plot: fact(options.plot),
    nulls: nullsFact(nullCount, options.nulls),
  };
  const outside = Object.keys(beside) as "n"[];
  return report(facts, () => [
    histogramLines(binned, width),
    [...outside, "n", "executor", "nulls", "seconds", "plot"],
  ]);
}
