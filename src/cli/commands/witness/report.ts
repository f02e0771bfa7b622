import type { Report, WitnessReport, WitnessRow } from "../../../conformance.ts";
import type { JsonValue } from "../../json-line.ts";

export interface WitnessTotals {
  readonly run: number;
  readonly refused: number;
  readonly skipped: number;
  readonly failed: number;
  readonly passed: boolean;
}

/** All that `samebits witness` found. */
interface Witnessed {
  readonly table: WitnessReport;
  readonly reports: readonly Report[]; // one for each executor
  readonly missing: readonly string[]; // executors that are not here, and why
  readonly totals: WitnessTotals;
  readonly seconds: number;
}

/** The report for a person: one line for each expression and operator, one for each executor, and PASS or FAIL at the end. */
export function witnessText({ table, reports, missing, totals, seconds }: Witnessed): string {
  const lines = [
    `narrow data for floats, bits for integers, n = ${table.length}, seed 2026; sums without an order: wide data there and back`,
    ...columns([TITLES, ...[...groupedRows(table.rows).values()].map(cellsOf)]),
    ...shortened(table.rows.filter(({ verdict }) => verdict === "FAIL").map(failureLine)),
    "",
    ...reports.flatMap(suiteLines),
    ...missing.map((reason) => `not here: ${reason}`),
    "",
    verdictLine(totals, seconds),
  ];
  return `${lines.join("\n")}\n`;
}

/** The same as one JSON object. */
export function witnessJson({ table, reports, missing, totals, seconds }: Witnessed): JsonValue {
  const { passed, run, refused, skipped, failed } = totals;
  return {
    passed,
    run,
    refused,
    skipped,
    failed,
    seconds,
    n: table.length,
    rows: table.rows.map((row) => ({ ...row })),
    suites: reports.map((report) => ({
      executor: report.executor,
      passed: report.passed,
      run: report.run,
      refused: report.refused,
      skipped: report.skipped,
      failed: report.failedCount,
      failures: report.failed.map(({ message }) => message),
      skips: report.skips.map(({ reason, count }) => ({ reason, count })),
    })),
    missing,
  };
}

/** The last line of every witness: PASS or FAIL with its numbers. */
export function verdictLine(totals: WitnessTotals, seconds: number): string {
  const { run, refused, skipped, failed, passed } = totals;
  const numbers = `${run} run, ${failed} failed, ${refused} refused, ${skipped} skipped`;
  return `${passed ? "PASS" : "FAIL"}  ${numbers}, ${seconds.toFixed(1)} s`;
}

const TITLES = ["expression", "operator", "type", "trees", "values", "executors"];
const FAILURES_SHOWN = 10;

function groupedRows(rows: readonly WitnessRow[]): ReadonlyMap<string, readonly WitnessRow[]> {
  const groups = new Map<string, WitnessRow[]>();
  for (const row of rows) groups.set(row.contract, [...(groups.get(row.contract) ?? []), row]);
  return groups;
}

// Rows that pass have the same hashes; what another executor got instead is told in its failure's line.
function cellsOf(rows: readonly WitnessRow[]): readonly string[] {
  const shown = rows.find(({ verdict }) => verdict === "PASS") ?? rows[0];
  const verdicts = rows.map(({ executor, verdict }) => `${executor} ${verdict}`);
  const { expression, operator, type, observation } = shown;
  const name = observation === "reduce" ? `${operator} (reduce)` : operator;
  return [expression, name, type, shown.fingerprint ?? "-", shown.hash ?? "-", verdicts.join("  ")];
}

/** Cells as lines, each column as wide as its widest cell. */
export function columns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = rows[0].map((_, i) => Math.max(...rows.map((row) => row[i].length)));
  return rows.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i]))
      .join("  ")
      .trimEnd(),
  );
}

function failureLine({ contract, executor, observation, message }: WitnessRow): string {
  return `FAIL  ${executor}: ${contract}, ${observation}: ${message ?? "no reason given"}`;
}

function suiteLines(report: Report): readonly string[] {
  const { executor, tier, run, refused, skipped, failedCount, passed } = report;
  const numbers = `${run} run, ${failedCount} failed, ${refused} refused, ${skipped} skipped`;
  return [
    `${passed ? "PASS" : "FAIL"}  ${executor}, conformance suite (${tier}): ${numbers}`,
    ...shortened(
      report.failed.map(({ message }) => `  ${message}`),
      failedCount,
    ),
    ...report.skips.map(({ reason, count }) => `  skipped ${count}: ${reason}`),
  ];
}

function shortened(lines: readonly string[], count = lines.length): readonly string[] {
  const shown = lines.slice(0, FAILURES_SHOWN);
  return count === shown.length ? shown : [...shown, `and ${count - shown.length} more`];
}
