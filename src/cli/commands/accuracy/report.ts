import {
  type Accuracy,
  type AccuracyRow,
  type MeasuredScan,
  printQuantity,
  type RefusedRow,
  type ScanAccuracy,
} from "../../../accuracy.ts";
import { type Scalar, toHex } from "../../../index.ts";
import {
  type Fact,
  type Facts,
  fact,
  jsonOnly,
  jsonScalar,
  printScalar,
  type Report,
  report,
  rowsFact,
  table,
  words,
} from "../../report.ts";

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

/** The input, a line for each expression, PASS or FAIL. */
export function accuracyReport({ input, sums, scans, passed }: AccuracyReport): Report {
  const { executor, type, accumulate, length, sum, magnitude, condition } = sums;
  const rows = sums.rows.map((row) => sumFacts(row, accumulate));
  const prefixes = scans?.rows.map((row) => scanFacts(row, accumulate));
  const facts = {
    passed: jsonOnly(passed),
    input: words(sourceOf(input)),
    ...sourceFacts(input),
    n: fact(length, `${length} ${type}${accumulate === type ? "" : ` summed in ${accumulate}`}`),
    type: fact(type),
    accumulate: fact(accumulate),
    executor: fact(executor),
    sum: fact(jsonScalar(sum), `${printScalar(sum)}  ${toHex(accumulate, sum)}`),
    bits: fact(toHex(accumulate, sum)),
    magnitude: fact(jsonScalar(magnitude)),
    condition: fact(jsonScalar(condition), printQuantity(condition)),
    rows: rowsFact(rows),
    prefixes: prefixes === undefined ? fact(undefined) : rowsFact(prefixes),
  };
  const measured = sums.rows.filter(({ kind }) => kind === "measured").length;
  return report(facts, () => [
    ["input", "n", "sum", "condition", "executor"],
    ...table(SUM_TITLES, rows),
    ...(prefixes === undefined ? [] : ["", ...table(SCAN_TITLES, prefixes)]),
    "",
    `${passed ? "PASS" : "FAIL"}  ${measured} expressions, ${exceeded(sums, scans)} beyond their bounds`,
  ]);
}

function sourceFacts(input: MeasuredInput): Facts {
  if ("file" in input) {
    return { file: fact(input.file), column: fact(input.column), nulls: fact(input.nulls) };
  }
  const { kind, seed, wantedCondition } = input;
  return { kind: fact(kind), seed: fact(String(seed)), wantedCondition: fact(wantedCondition) };
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

const SUM_TITLES = {
  expression: "expression",
  value: "value",
  ulps: "error (ulp)",
  likelyUlps: "likely (ulp)",
  boundUlps: "bound (ulp)",
  usedBound: "error/bound",
  verdict: "",
};

const SCAN_TITLES = {
  expression: "expression",
  position: "worst prefix",
  value: "value",
  ulps: "error (ulp)",
  boundUlps: "bound (ulp)",
  usedBound: "error/bound",
  exceededCount: "",
};

function sumFacts(row: AccuracyRow, type: Accuracy["accumulate"]): Facts {
  if (row.kind === "refused") return refusedFacts(row);
  const { expression, value, ulps, likelyUlps, boundUlps, usedBound, verdict } = row;
  return {
    expression: fact(expression),
    ...valueFacts(value, type),
    ulps: quantity(ulps),
    likelyUlps: likelyUlps === undefined ? fact(undefined) : quantity(likelyUlps),
    boundUlps: quantity(boundUlps),
    usedBound: quantity(usedBound),
    verdict: fact(verdict, verdict === "within" ? "" : verdict),
  };
}

function scanFacts(row: MeasuredScan | RefusedRow, type: Accuracy["accumulate"]): Facts {
  if (row.kind === "refused") return { ...refusedFacts(row), exceededCount: words(`refused: ${row.reason}`) };
  const { expression, worst, usedBound, exceededCount, overflowedCount } = row;
  const wrong = exceededCount > 0 ? `${exceededCount} exceeded` : "";
  return {
    expression: fact(expression),
    position: fact(worst.position),
    ...valueFacts(worst.value, type),
    ulps: quantity(worst.ulps),
    boundUlps: quantity(worst.boundUlps),
    usedBound: quantity(usedBound),
    exceededCount: fact(exceededCount, wrong || (overflowedCount > 0 ? `${overflowedCount} overflowed` : "")),
    overflowedCount: fact(overflowedCount),
  };
}

function valueFacts(value: Scalar, type: Accuracy["accumulate"]): Facts {
  return { value: fact(jsonScalar(value), printScalar(value)), bits: fact(toHex(type, value)) };
}

function quantity(value: number): Fact {
  return fact(jsonScalar(value), printQuantity(value));
}

function refusedFacts({ expression, reason, remedy }: RefusedRow): Facts {
  return {
    expression: fact(expression),
    verdict: fact("refused", `refused: ${reason}`),
    reason: fact(reason),
    remedy: fact(remedy),
  };
}
