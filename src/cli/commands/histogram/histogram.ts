import { basename } from "node:path";
import type { Command } from "commander";
import { FormatError, formatOfPath } from "../../../formats.ts";
import { type ElementArray, type ElementType, InvalidArgumentError } from "../../../index.ts";
import { EVERYWHERE } from "../../columns-job.ts";
import { addExecutorOption, type ExecutorArgument, withExecutor } from "../../executors/executors.ts";

import type { ColumnFunctions } from "../../executors/offered-executor.ts";
import { addInputArguments, type InputOptions, readInput } from "../../input/input.ts";
import { columnType, readTable } from "../../input/table.ts";
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
import { type Binned, histogramLines } from "./binned.ts";
import {
  type AskedBins,
  askedBins,
  type BinArguments,
  dataRange,
  expectOwnBins,
  parseBins,
  parseEdges,
  parseRange,
} from "./bins.ts";

import { histogramFigure } from "./figure.ts";

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
  const read = await readValues(file, options, io);
  if (read.names !== undefined) expectOwnBins(read.type === "bool" ? "bools" : "texts", options);
  await withExecutor(on, "compute", async (executor) => {
    const functions = await executor.algorithms();
    const begun = io.now();
    const binned = await countIn(asked, functions, read);
    const seconds = (io.now() - begun) / 1000;
    const variable = read.variable;
    if (plot !== undefined) {
      const title = `${read.array.length} elements of ${file === "-" ? "standard input" : basename(file)}`;
      await writePlot(plot, histogramFigure(binned, title, variable), io);
    }
    const counted = { executor: executor.name, binned, read, seconds, options };
    await io.stdout.write(printReport(reportOf(counted, io.stdout.terminal?.columns), options));
  });
}

/** What is counted: numbers, or codes of texts and bools. */
interface BinnedValues {
  readonly variable: string; // what they are called
  readonly array: ElementArray;
  readonly type: ElementType | "text" | "bool";
  readonly names?: readonly string[]; // what codes stand for
  readonly nullCount: number;
}

/** FILE, or its column, which may be of texts. @throws as `readInput` */
async function readValues(file: string, options: HistogramOptions, io: CommandIo): Promise<BinnedValues> {
  const { column = [] } = options;
  if (column.length !== 1 || !hasColumns(file, options)) {
    return { variable: column[0] ?? "value", ...(await readInput(file, options, io)) };
  }
  const { name, type = options.type } = columnType(column[0]);
  const table = await readTable(
    file,
    [{ field: "value", column: name, type }],
    withDatesAsTexts(file, options),
    io,
  );
  const [array] = table.columns;
  const { nullCount } = table;
  const [dictionary] = table.dictionaries;
  if (dictionary !== undefined) {
    return { variable: name, array: array as Uint32Array, type: "text", names: dictionary, nullCount };
  }
  if (table.types[0] === "bool") {
    const codes = Uint32Array.from(array as Uint8Array);
    return { variable: name, array: codes, type: "bool", names: ["false", "true"], nullCount };
  }
  if (table.times[0] === undefined) {
    return { variable: name, array: array as ElementArray, type: table.types[0], nullCount };
  }
  throw new FormatError(file, `numbers, bools or texts in column "${name}"`, "dates or times");
}

/** Dates in texts have bins as texts have; the order is the same. */
function withDatesAsTexts(file: string, options: HistogramOptions): HistogramOptions {
  const { format = formatOfPath(file) } = options;
  return format === "csv" || format === "tsv" ? { ...options, dates: "text" } : options;
}

function hasColumns(file: string, { raw, format = formatOfPath(file) }: HistogramOptions): boolean {
  return !raw && file !== "-" && format !== undefined && format !== "npy" && format !== "raw";
}

interface Counted {
  readonly executor: string;
  readonly binned: Binned;
  readonly read: BinnedValues;
  readonly seconds: number;
  readonly options: HistogramOptions;
}

/** For a person a line for each bin, with bars as wide as the terminal allows, and below them what there is to know. */
function reportOf({ executor, binned, read, seconds, options }: Counted, width: number | undefined): Report {
  const { array, type, nullCount } = read;
  const { edges, names, counts, beside } = binned;
  const facts = {
    executor: fact(executor, `${executor} (${EVERYWHERE})`),
    achieved: fact(EVERYWHERE),
    n: fact(array.length, `${array.length} ${type}`),
    type: fact(type),
    edges: jsonOnly(edges?.map(jsonScalar)),
    values: jsonOnly(names),
    counts: jsonOnly(Array.from(counts)),
    ...eachFact(beside),
    seconds: timeFact(seconds, array.byteLength),
    plot: fact(options.plot),
    nulls: nullsFact(nullCount, options.nulls),
  };
  const outside = Object.keys(beside) as "n"[];
  return report(facts, () => [
    histogramLines(binned, width),
    [...outside, "n", "executor", "nulls", "seconds", "plot"],
  ]);
}

async function countIn(
  asked: AskedBins,
  functions: ColumnFunctions,
  { array, type, names }: BinnedValues,
): Promise<Binned> {
  if (names !== undefined) return countNamed(functions, array as Uint32Array, names);
  if (asked.kind === "categories") {
    if (!(array instanceof Uint32Array || array instanceof Int32Array)) {
      throw new InvalidArgumentError("categories", "of u32 or i32 keys, as --type u32 reads them", type);
    }
    const { counts, outsideCount } = await functions.histogram(array, { categories: asked.categories });
    return { edges: undefined, counts, beside: { outside: outsideCount } };
  }
  const found =
    asked.kind === "edges"
      ? await functions.histogram(array, { edges: asked.edges })
      : await functions.histogram(array, {
          binCount: asked.binCount,
          range: asked.range ?? (await dataRange(functions, array, type as ElementType)),
        });
  const { counts, edges, belowCount, aboveCount, nanCount } = found;
  return {
    edges: Array.from(edges),
    counts,
    beside: { below: belowCount, above: aboveCount, nan: nanCount },
  };
}

/** A bin for each text that some element has, in the order of the texts. */
async function countNamed(
  functions: ColumnFunctions,
  codes: Uint32Array,
  names: readonly string[],
): Promise<Binned> {
  if (codes.length === 0) return { edges: undefined, names: [], counts: new Uint32Array(0), beside: {} };
  const { counts } = await functions.histogram(codes, { categories: names.length });
  return {
    edges: undefined,
    names: names.filter((_, code) => counts[code] > 0),
    counts: counts.filter((count) => count > 0),
    beside: {},
  };
}
