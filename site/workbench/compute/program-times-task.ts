// A program's times in this browser over sizes, held against what work and span predict.
import { InvalidArgumentError } from "samebits/javascript";
import { compile, executorUse, fitTimes, predictedSeconds, run, type TimedCost } from "samebits/language";
import { renderSvg } from "samebits/plots";
import { readContract } from "./contract-line.ts";
import { entryOf } from "./program-task.ts";
import { sampleTogether } from "./sample-times.ts";
import type { Report } from "./tasks.ts";

export interface ProgramTimesQuestion {
  readonly contract: string;
  readonly text: string;
  readonly entry: string;
}

export interface ProgramTimesAnswer {
  readonly rows: readonly TimedRow[];
  readonly perWork: number; // nanoseconds
  readonly perSpan: number;
  readonly perPrimitive: number;
  readonly median: number; // relative distance of measured from predicted
  readonly worst: number;
  readonly chart: string; // an SVG
}

interface TimedRow {
  readonly size: number;
  readonly measured: number; // microseconds
  readonly predicted: number;
}

const SIZES = [256, 512, 1024, 2048, 4096, 8192, 16384, 32768] as const;

const SAMPLES = { leastRuns: 7, leastMs: 60 };

/** Work of the interpreter, which counts it: larger sizes are left out. */
const FUEL = 3_000_000;

/** @throws ProgramError, UnsupportedError where WebAssembly lacks a construct, InvalidArgumentError where too few sizes are left */
export async function answerProgramTimes(
  { contract: line, text, entry }: ProgramTimesQuestion,
  report: Report,
): Promise<ProgramTimesAnswer> {
  const { expression } = await readContract(line);
  const program = compile(text);
  const name = entryOf(program, entry);
  const timed: (TimedCost & { readonly size: number })[] = [];
  let lastWork = 0;
  for (const [index, size] of SIZES.entries()) {
    // The next has twice the work of the last, or four times it.
    if (4 * lastWork > FUEL) break;
    report({ fraction: index / SIZES.length, what: `n = ${size}` });
    const operands = program.randomOperands(name, size, 1n);
    const { work, span } = program.cost(name, operands, { expression });
    const use = executorUse(program, name, operands, { expression });
    const [{ least }] = sampleTogether([() => run(program, name, operands, { expression })], SAMPLES);
    timed.push({ size, work, span, ...use, processors: 1, seconds: least / 1000 });
    lastWork = work;
  }
  if (timed.length < 4) {
    throw new InvalidArgumentError(
      "program",
      `one that does less than ${FUEL} operations at four sizes from ${SIZES[0]} on, to be measured here`,
      `${timed.length} sizes`,
    );
  }
  const model = fitTimes(timed);
  const rows = timed.map((each) => ({
    size: each.size,
    measured: 1e6 * each.seconds,
    predicted: 1e6 * predictedSeconds(model, each),
  }));
  const { perWork, perSpan, perPrimitive, median, worst } = model;
  return {
    rows,
    perWork: 1e9 * perWork,
    perSpan: 1e9 * perSpan,
    perPrimitive: 1e9 * perPrimitive,
    median,
    worst,
    chart: chartOf(name, rows),
  };
}

function chartOf(entry: string, rows: readonly TimedRow[]): string {
  return renderSvg({
    title: `Predicted and measured time of ${entry}`,
    width: 960,
    panels: [
      {
        title: "WebAssembly in this browser; the least time of seven runs and more",
        x: { label: "n", scale: "log2" },
        y: { label: "time", unit: "us", scale: "log10" },
        series: [
          { label: "measured", marks: "points", points: rows.map(({ size, measured }) => [size, measured]) },
          { label: "predicted", marks: "line", points: rows.map(({ size, predicted }) => [size, predicted]) },
        ],
      },
    ],
  });
}
