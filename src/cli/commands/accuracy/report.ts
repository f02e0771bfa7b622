import {
  type Accuracy,
  type AccuracyRow,
  type MeasuredScan,
  printQuantity,
  type RefusedRow,
  type ScanAccuracy,
} from "../../../accuracy.ts";
import type { JsonValue } from "../../json-line.ts";
import { alignedLines, bitsOfScalar, jsonScalar, printScalar } from "../../report.ts";
import { columns } from "../witness/report.ts";

/** What was measured: data of a kind, or of a file. */
export type MeasuredInput = { readonly array: Float64Array | Float32Array } & (
  | { readonly kind: string; readonly seed: bigint; readonly wantedCondition: number | undefined }
  | { readonly file: string; readonly column: string | undefined; readonly nulls: number | undefined }
);

/** All that `samebits accuracy` found. */
interface AccuracyReport {
  readonly input: MeasuredInput;
  readonly sums: Accuracy;
  readonly scans: ScanAccuracy | undefined; // where prefixes were asked for
  readonly passed: boolean;
}

/** The report for a person: the input, a line for each expression, PASS or FAIL. */
export function accuracyText({ input, sums, scans, passed }: AccuracyReport): string {
  const { executor, type, accumulate, length, sum, condition } = sums;
  const head = alignedLines({
    input: sourceOf(input),
    n: `${length} ${type}${accumulate === type ? "" : ` summed in ${accumulate}`}`,
    sum: `${printScalar(sum)}  ${bitsOfScalar(accumulate, sum)}`,
    condition: printQuantity(condition),
    executor,
  });
  const table = columns([SUM_TITLES, ...sums.rows.map(sumCells)]);
  const prefixes = scans === undefined ? [] : ["", ...columns([SCAN_TITLES, ...scans.rows.map(scanCells)])];
  const measured = sums.rows.filter(({ kind }) => kind === "measured").length;
  const verdict = `${passed ? "PASS" : "FAIL"}  ${measured} expressions, ${exceeded(sums, scans)} beyond their bounds`;
  return `${head}\n${[...table, ...prefixes, "", verdict].join("\n")}\n`;
}

/** The same as one JSON object. */
export function accuracyJson({ input, sums, scans, passed }: AccuracyReport): JsonValue {
  const { executor, type, accumulate, length, sum, magnitude, condition } = sums;
  const { array: _, ...source } = input;
  return {
    passed,
    ...source,
    seed: "seed" in input ? String(input.seed) : undefined,
    n: length,
    type,
    accumulate,
    executor,
    sum: jsonScalar(sum),
    bits: bitsOfScalar(accumulate, sum),
    magnitude: jsonScalar(magnitude),
    condition: jsonScalar(condition),
    rows: sums.rows.map((row) => sumJson(row, accumulate)),
    prefixes: scans?.rows.map((row) => scanJson(row, accumulate)),
  };
}

function sourceOf(input: MeasuredInput): string {
  if ("file" in input) {
    const nulls = input.nulls === undefined ? "" : `, ${input.nulls} nulls`;
    return `${input.file}${input.column === undefined ? "" : `, column ${input.column}`}${nulls}`;
  }
  const { kind, seed, wantedCondition } = input;
  return `${kind}, seed ${seed}${wantedCondition === undefined ? "" : `, condition ${wantedCondition} wanted`}`;
}

function exceeded({ rows }: Accuracy, scans: ScanAccuracy | undefined): number {
  const names = [
    ...rows.filter((row) => row.kind === "measured" && row.verdict === "exceeded"),
    ...(scans?.rows.filter((row) => row.kind === "measured" && row.exceededCount > 0) ?? []),
  ].map(({ expression }) => expression);
  return new Set(names).size;
}

const SUM_TITLES = ["expression", "value", "error (ulp)", "likely (ulp)", "bound (ulp)", "error/bound", ""];
const SCAN_TITLES = ["expression", "worst prefix", "value", "error (ulp)", "bound (ulp)", "error/bound", ""];

function sumCells(row: AccuracyRow): readonly string[] {
  if (row.kind === "refused") return refusedCells(row);
  const { expression, value, ulps, likelyUlps, boundUlps, usedBound, verdict } = row;
  return [
    expression,
    printScalar(value),
    printQuantity(ulps),
    likelyUlps === undefined ? "-" : printQuantity(likelyUlps),
    printQuantity(boundUlps),
    printQuantity(usedBound),
    verdict === "within" ? "" : verdict,
  ];
}

function scanCells(row: MeasuredScan | RefusedRow): readonly string[] {
  if (row.kind === "refused") return refusedCells(row);
  const { expression, worst, usedBound, exceededCount, overflowedCount } = row;
  const wrong = exceededCount > 0 ? `${exceededCount} exceeded` : "";
  return [
    expression,
    String(worst.position),
    printScalar(worst.value),
    printQuantity(worst.ulps),
    printQuantity(worst.boundUlps),
    printQuantity(usedBound),
    wrong || (overflowedCount > 0 ? `${overflowedCount} overflowed` : ""),
  ];
}

function refusedCells({ expression, reason }: RefusedRow): readonly string[] {
  return [expression, "-", "-", "-", "-", "-", `refused: ${reason}`];
}

function sumJson(row: AccuracyRow, type: Accuracy["accumulate"]): JsonValue {
  if (row.kind === "refused") return refusedJson(row);
  const { expression, value, ulps, likelyUlps, boundUlps, usedBound, verdict } = row;
  return {
    expression,
    value: jsonScalar(value),
    bits: bitsOfScalar(type, value),
    ulps: jsonScalar(ulps),
    likelyUlps: likelyUlps === undefined ? undefined : jsonScalar(likelyUlps),
    boundUlps: jsonScalar(boundUlps),
    usedBound: jsonScalar(usedBound),
    verdict,
  };
}

function scanJson(row: MeasuredScan | RefusedRow, type: Accuracy["accumulate"]): JsonValue {
  if (row.kind === "refused") return refusedJson(row);
  const { expression, worst, usedBound, exceededCount, overflowedCount } = row;
  const { position, value, ulps, boundUlps } = worst;
  return {
    expression,
    position,
    value: jsonScalar(value),
    bits: bitsOfScalar(type, value),
    ulps: jsonScalar(ulps),
    boundUlps: jsonScalar(boundUlps),
    usedBound: jsonScalar(usedBound),
    exceededCount,
    overflowedCount,
  };
}

function refusedJson({ expression, reason, remedy }: RefusedRow): JsonValue {
  return { expression, verdict: "refused", reason, remedy };
}
