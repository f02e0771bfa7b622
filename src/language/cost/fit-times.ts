// Measured times as seconds for each unit of work and span.

import { checkObject } from "../../values/check-arguments.ts";
import { describe } from "../../values/describe.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { leastSquares } from "./fit-growth.ts";

/** One measured run: what it cost, on how many processors, and how long it took. */
export interface TimedCost {
  readonly work: number;
  readonly span: number;
  readonly primitives: number; // how many of an executor's primitives it used: each is handed out, awaited and gathered
  readonly movedBytes: number; // of operands and results, which are moved one after the other however many processors there are
  readonly processors: number;
  readonly seconds: number;
}

/** time ≈ perWork · W/p + perSpan · S + perPrimitive · primitives + perByte · movedBytes, in seconds. None of them is negative. */
export interface TimeModel {
  readonly perWork: number;
  readonly perSpan: number;
  readonly perPrimitive: number; // the burden
  readonly perByte: number; // 0 where all runs had as many processors: then W/p says it as well
  /** The largest and the median relative distance of a time from what the model says. */
  readonly worst: number;
  readonly median: number;
}

const FEWEST_RUNS = 4;

/**
 * The constants that measured times come nearest to: least squares on relative errors over every choice of terms whose coefficients are
 * positive.
 *
 * @throws InvalidArgumentError for fewer than four runs, and for runs that took no time
 */
export function fitTimes(runs: readonly TimedCost[]): TimeModel {
  if (!Array.isArray(runs)) throw new InvalidArgumentError("runs", "an array of runs", describe(runs));
  for (const [index, run] of runs.entries()) checkRun(`runs[${index}]`, run, [...COUNTS, "seconds"]);
  if (runs.length < FEWEST_RUNS || runs.some(({ seconds }) => !(seconds > 0))) {
    const times = runs.map(({ seconds }) => seconds);
    throw new InvalidArgumentError("runs", "four and more that took some time", `[${times.join(", ")}]`);
  }
  const columns = columnsOf(runs);
  let best: { readonly distance: number; readonly coefficients: readonly number[] } | undefined;
  for (let choice = 1; choice < 2 ** columns.length; choice++) {
    const chosen = columns.map((_, term) => ((choice >> term) & 1) === 1);
    const found = leastSquares(
      columns.filter((_, term) => chosen[term]),
      runs.map(() => 1),
    );
    if (!found.every((coefficient) => coefficient > 0)) continue;
    const rest = [...found];
    const coefficients = chosen.map((isChosen) => (isChosen ? (rest.shift() ?? 0) : 0));
    const distance = errorsOf(columns, coefficients).reduce((sum, error) => sum + error ** 2, 0);
    if (distance < (best?.distance ?? Number.POSITIVE_INFINITY)) best = { distance, coefficients };
  }
  // One positive column alone always fits somehow.
  const coefficients = best?.coefficients ?? [];
  const [perWork = 0, perSpan = 0, perPrimitive = 0, perByte = 0] = coefficients;
  const errors = errorsOf(columns, coefficients)
    .map(Math.abs)
    .sort((left, right) => left - right);
  const [worst, median] = [errors[errors.length - 1], errors[errors.length >> 1]];
  return { perWork, perSpan, perPrimitive, perByte, worst, median };
}

const COUNTS = ["work", "span", "primitives", "movedBytes", "processors"];

/** @throws InvalidArgumentError for what has no number of at least 0 by each name */
function checkRun(argument: string, given: object, names: readonly string[]): void {
  const numbers = checkObject(argument, given) as Readonly<Record<string, unknown>>;
  for (const name of names) {
    const value = numbers[name];
    if (typeof value === "number" && value >= 0) continue;
    throw new InvalidArgumentError(`${argument}.${name}`, "a number of at least 0", describe(value));
  }
}

/** What each constant is multiplied with in each run, in parts of the run's time. */
function columnsOf(runs: readonly TimedCost[]): readonly (readonly number[])[] {
  const columns = [
    runs.map(({ work, processors, seconds }) => work / processors / seconds),
    runs.map(({ span, seconds }) => span / seconds),
    runs.map(({ primitives, seconds }) => primitives / seconds),
  ];
  const isOfSeveral = runs.some(({ processors }) => processors !== runs[0].processors);
  return isOfSeveral ? [...columns, runs.map(({ movedBytes, seconds }) => movedBytes / seconds)] : columns;
}

/** What the model says that a run takes, in seconds. */
export function predictedSeconds(model: TimeModel, run: Omit<TimedCost, "seconds">): number {
  checkRun("model", model, ["perWork", "perSpan", "perPrimitive", "perByte"]);
  checkRun("run", run, COUNTS);
  const { perWork, perSpan, perPrimitive, perByte } = model;
  const { work, span, primitives, movedBytes, processors } = run;
  const burden = perPrimitive * primitives + perByte * movedBytes;
  return (perWork * work) / processors + perSpan * span + burden;
}

function errorsOf(columns: readonly (readonly number[])[], coefficients: readonly number[]): number[] {
  return columns[0].map(
    (_, run) => columns.reduce((sum, column, term) => sum + coefficients[term] * column[run], 0) - 1,
  );
}
