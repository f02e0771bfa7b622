import { printExpression, toHex } from "../../../index.ts";
import { ulpsBetween } from "../../../reveal.ts";
import { spellDeterminism } from "../../options/parse.ts";
import {
  columnsWithin,
  type Facts,
  fact,
  jsonScalar,
  printScalar,
  type Report,
  report,
  rowsFact,
  table,
  wrappedLines,
} from "../../report.ts";
import type { Device } from "./devices.ts";
import type { FloatType, Runs, Series, Terms } from "./runs.ts";
import type { Time, Times } from "./times.ts";

/** All that `samebits determinism` found. */
export interface Measured {
  readonly dataName: string; // "narrow"
  readonly about: string; // the input in words
  readonly terms: Terms;
  readonly seed: bigint;
  readonly count: number; // of runs
  readonly exact: number; // the sum rounded once
  readonly devices: readonly Device[];
  readonly missing: readonly string[];
  readonly machine: string;
  readonly runs: Runs;
  readonly times: Times; // empty where they were not asked for
  readonly types: readonly FloatType[]; // of times
  readonly broken: readonly string[]; // promises
  readonly plots: readonly string[]; // files
}

/** The values behind the first figure, the times behind the second, and PASS or FAIL at the end. */
export function determinismReport(measured: Measured, width?: number): Report {
  const { dataName, about, seed, count, exact, terms, devices, machine, runs, times, broken } = measured;
  const { type, array } = terms;
  const passed = broken.length === 0;
  const bits = toHex(type, exact);
  const series = runs.series.map((each) => seriesFacts(each, measured));
  const facts = {
    passed: fact(passed),
    broken: fact(broken),
    data: fact(dataName),
    type: fact(type),
    n: fact(array.length),
    seed: fact(String(seed)),
    runs: fact(count),
    exact: fact({ value: jsonScalar(exact), bits }),
    machine: fact(machine),
    devices: fact(devices.map(({ label, found }) => ({ name: label, found }))),
    missing: fact(measured.missing),
    series: rowsFact(series),
    refused: fact(runs.refused.map(({ reason, ...which }) => ({ ...whatAndWhere(which), reason }))),
    plainLoop: fact(times.plain.map(({ length, ...rest }) => ({ n: length, ...rest }))),
    times: fact(times.times.map((time) => timeJson(time, times.times))),
    plots: fact(measured.plots),
  };
  const verdict = passed ? "every promise was kept" : "promises were broken";
  const refused = runs.refused.map(
    ({ level, device, reason }) => `refused: ${level.label} on ${device.label}: ${reason}`,
  );
  const below = [
    ...devices.flatMap(({ label, found }) => (found === undefined ? [] : [`${label}: ${found}`])),
    ...measured.missing.map((reason) => `not here: ${reason}`),
    `machine: ${machine}`,
    ...measured.plots.map((file) => `drawn: ${file}`),
    ...broken.map((promise) => `broken: ${promise}`),
    `${passed ? "PASS" : "FAIL"}  ${verdict} in ${runs.series.length} series of ${count} runs`,
  ];
  return report(facts, () => [
    ...wrappedLines([`${about}, ${count} runs; exact sum ${printScalar(exact)} (${bits})`], width),
    ...table(SERIES_TITLES, series, (rows) => columnsWithin(rows, width, MAY_GO)),
    ...wrappedLines([...refused, ""], width),
    ...timeLines(times, width),
    ...wrappedLines(below, width),
  ]);
}

/** What a narrow terminal has no room for. */
const MAY_GO = ["by"];

const SERIES_TITLES = {
  level: "level",
  on: "on",
  achieved: "met",
  by: "by",
  values: "values",
  ulps: "ulps from exact",
};

function seriesFacts({ level, device, achieved, values, bits }: Series, { terms, exact }: Measured): Facts {
  const { expression, on } = whatAndWhere({ level, device });
  const ulps = values.map((value) => ulpsBetween(terms.type, value, exact));
  const known = ulps.map((each) => each ?? Number.NaN);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  return {
    level: fact(spellDeterminism(level.determinism), level.label),
    expression: fact(expression),
    on: fact(on),
    achieved: fact(spellDeterminism(achieved.determinism)),
    by: fact(achieved.expression),
    values: fact(values.map(jsonScalar), String(new Set(bits).size)),
    bits: fact(bits),
    ulps: fact(
      ulps.map((each) => each ?? null),
      least === most || Number.isNaN(least) ? String(least) : `${least} to ${most}`,
    ),
  };
}

type Cell = readonly [of: readonly [type: string, level: string, on: string], length: number, text: string];

/** A row for each level on each device, a column for each length. */
function rowsByLength(cells: readonly Cell[]): readonly (readonly string[])[] {
  const lengths = [...new Set(cells.map(([, length]) => length))];
  const rows = new Map<string, string[]>();
  for (const [of, length, text] of cells) {
    const row = rows.get(of.join()) ?? [...of, ...lengths.map(() => "-")];
    row[3 + lengths.indexOf(length)] = text;
    rows.set(of.join(), row);
  }
  return [["type", "level", "on", ...lengths.map((length) => `n = ${length}`)], ...rows.values()];
}

/** Medians, and below them what each level takes of "everywhere", by the least times. */
function timeLines({ times, plain }: Times, width: number | undefined): readonly string[] {
  if (times.length === 0) return [];
  const loops = plain.map(
    ({ type, length, seconds }): Cell => [[type, "-", "plain loop"], length, printTime(seconds)],
  );
  const cellOf = (time: Time, text: string): Cell => [
    [time.type, time.level.label, time.device.label],
    time.length,
    text,
  ];
  const medians = times.map((time) => cellOf(time, printTime(time.seconds)));
  const ratios = times.flatMap((time) => {
    const ratio = ofEverywhere(time, times);
    return ratio === undefined || time.level.label === "everywhere" ? [] : [cellOf(time, ratio.toFixed(2))];
  });
  const compared =
    ratios.length === 0
      ? []
      : [
          'least times as multiples of "everywhere" on the same executor:',
          ...lengthsWithin(rowsByLength(ratios), width),
          "",
        ];
  return [
    "medians of all runs:",
    ...lengthsWithin(rowsByLength([...loops, ...medians]), width),
    "",
    ...compared,
  ];
}

/** A narrow terminal has every other length, and if that is too much for it the first and the last. */
function lengthsWithin(rows: readonly (readonly string[])[], width: number | undefined): readonly string[] {
  const between = rows[0].slice(3).slice(1, -1);
  const isOdd = (_: string, i: number): boolean => i % 2 === 0;
  const mayGo = [...between.filter(isOdd), ...between.filter((title, i) => !isOdd(title, i))];
  return columnsWithin(rows, width, mayGo);
}

/** Least times of this level and of "everywhere" compared, on the same device over the same elements. */
function ofEverywhere(
  { device, type, length, leastSeconds }: Time,
  times: readonly Time[],
): number | undefined {
  const base = times.find(
    (each) =>
      each.level.label === "everywhere" &&
      each.device.label === device.label &&
      each.type === type &&
      each.length === length,
  );
  return base && leastSeconds / base.leastSeconds;
}

/** With three digits, in the unit that keeps them short. */
function printTime(seconds: number): string {
  const [unit, scale] = TIME_UNITS.find((each) => seconds >= each[1]) ?? ["ns", 1e-9];
  return `${Number((seconds / scale).toPrecision(3))} ${unit}`;
}

const TIME_UNITS: readonly (readonly [unit: string, seconds: number])[] = [
  ["s", 1],
  ["ms", 1e-3],
  ["µs", 1e-6],
];

function timeJson(time: Time, times: readonly Time[]) {
  const { level, device, achieved, type, length, seconds, leastSeconds, ofPlainLoop } = time;
  const met = { achieved: spellDeterminism(achieved.determinism), by: achieved.expression };
  const compared = { ofPlainLoop, ofEverywhere: ofEverywhere(time, times) };
  return { ...whatAndWhere({ level, device }), ...met, type, n: length, seconds, leastSeconds, ...compared };
}

function whatAndWhere({ level, device }: Pick<Series, "level" | "device">) {
  const expression = level.expression === undefined ? undefined : printExpression(level.expression);
  return { level: spellDeterminism(level.determinism), expression, on: device.label };
}
