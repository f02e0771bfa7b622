import { printExpression } from "../../../index.ts";
import type { JsonValue } from "../../json-line.ts";
import { spellDeterminism } from "../../options/parse.ts";
import { bitsOfScalar, jsonScalar, printScalar } from "../../report.ts";
import { columns } from "../witness/report.ts";
import type { Device } from "./devices.ts";
import type { FloatType, Runs, Series, Terms } from "./runs.ts";
import type { Time, Times } from "./times.ts";
import { ulpsBetween } from "./ulps.ts";

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

/** The report for a person: the values behind the first figure, the times behind the second, and PASS or FAIL at the end. */
export function determinismText(measured: Measured): string {
  const { about, count, exact, terms, devices, missing, machine, runs, times, broken, plots } = measured;
  const passed = broken.length === 0;
  const verdict = passed ? "every promise was kept" : "promises were broken";
  const lines = [
    `${about}, ${count} runs; exact sum ${printScalar(exact)} (${bitsOfScalar(terms.type, exact)})`,
    ...columns([VALUE_TITLES, ...runs.series.map((series) => valueCells(series, measured))]),
    ...runs.refused.map(
      ({ level, device, reason }) => `refused: ${level.label} on ${device.label}: ${reason}`,
    ),
    "",
    ...(times.times.length === 0 ? [] : ["medians of all runs:", ...columns(timeRows(times)), ""]),
    ...devices.flatMap(({ label, found }) => (found === undefined ? [] : [`${label}: ${found}`])),
    ...missing.map((reason) => `not here: ${reason}`),
    `machine: ${machine}`,
    ...plots.map((file) => `drawn: ${file}`),
    ...broken.map((promise) => `broken: ${promise}`),
    `${passed ? "PASS" : "FAIL"}  ${verdict} in ${runs.series.length} series of ${count} runs`,
  ];
  return `${lines.join("\n")}\n`;
}

const VALUE_TITLES = ["level", "on", "met", "by", "values", "ulps from exact"];

function valueCells({ level, device, achieved, values, bits }: Series, { terms, exact }: Measured) {
  const ulps = values.map((value) => ulpsBetween(terms.type, value, exact) ?? Number.NaN);
  const [least, most] = [Math.min(...ulps), Math.max(...ulps)];
  return [
    level.label,
    device.label,
    spellDeterminism(achieved.determinism),
    achieved.expression,
    String(new Set(bits).size),
    least === most || Number.isNaN(least) ? String(least) : `${least} to ${most}`,
  ];
}

/** A row for each level on each device, a column for each length: medians. */
function timeRows({ times, plain }: Times): readonly (readonly string[])[] {
  const lengths = [...new Set(plain.map(({ length }) => length))];
  const rows = new Map<string, string[]>();
  const put = (type: FloatType, level: string, on: string, length: number, seconds: number): void => {
    const row = rows.get(`${type} ${level} ${on}`) ?? [type, level, on, ...lengths.map(() => "-")];
    row[3 + lengths.indexOf(length)] = printTime(seconds);
    rows.set(`${type} ${level} ${on}`, row);
  };
  for (const { type, length, seconds } of plain) put(type, "-", "plain loop", length, seconds);
  for (const { type, level, device, length, seconds } of times) {
    put(type, level.label, device.label, length, seconds);
  }
  return [["type", "level", "on", ...lengths.map((length) => `n = ${length}`)], ...rows.values()];
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

/** The same as one JSON object: every value with its bits, every time. */
export function determinismJson(measured: Measured): JsonValue {
  const { dataName, terms, seed, count, exact, machine, missing, broken, plots, runs, times } = measured;
  const { type, array } = terms;
  return {
    passed: broken.length === 0,
    broken,
    data: dataName,
    type,
    n: array.length,
    seed: String(seed),
    runs: count,
    exact: { value: jsonScalar(exact), bits: bitsOfScalar(type, exact) },
    machine,
    devices: measured.devices.map(({ label, found }) => ({ name: label, found })),
    missing,
    series: runs.series.map(({ level, device, achieved, values, bits }) => ({
      ...whatAndWhere({ level, device }),
      achieved: spellDeterminism(achieved.determinism),
      by: achieved.expression,
      values: values.map(jsonScalar),
      bits,
      ulps: values.map((value) => ulpsBetween(type, value, exact) ?? null),
    })),
    refused: runs.refused.map(({ level, device, reason }) => ({
      ...whatAndWhere({ level, device }),
      reason,
    })),
    plainLoop: times.plain.map(({ length, ...rest }) => ({ n: length, ...rest })),
    times: times.times.map(timeJson),
    plots,
  };
}

function timeJson({ level, device, achieved, type, length, seconds, leastSeconds, ofPlainLoop }: Time) {
  const met = { achieved: spellDeterminism(achieved.determinism), by: achieved.expression };
  return { ...whatAndWhere({ level, device }), ...met, type, n: length, seconds, leastSeconds, ofPlainLoop };
}

function whatAndWhere({ level, device }: Pick<Series, "level" | "device">) {
  const expression = level.expression === undefined ? undefined : printExpression(level.expression);
  return { level: spellDeterminism(level.determinism), expression, on: device.label };
}
