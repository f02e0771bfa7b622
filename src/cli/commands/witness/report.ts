import type {
  FunctionWitnessReport,
  Report as Suite,
  WitnessReport,
  WitnessRow,
} from "../../../conformance.ts";
import { columnsWithin, fact, type JsonValue, type Report, report, wrappedLines } from "../../report.ts";

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
  readonly reports: readonly Suite[]; // one for each executor
  readonly functions: FunctionWitnessReport;
  readonly missing: readonly string[]; // executors that are not here, and why
  readonly totals: WitnessTotals;
  readonly seconds: number;
}

/** One line for each expression and operator, one for each executor, and PASS or FAIL at the end. */
export function witnessReport(
  { table, reports, functions, missing, totals, seconds }: Witnessed,
  width?: number, // of a terminal
): Report {
  const facts = {
    ...totalsFacts(totals, seconds),
    n: fact(table.length),
    rows: fact(table.rows.map((row) => ({ ...row }))),
    suites: fact(reports.map(suiteJson)),
    functions: fact(functions.rows.map((row) => ({ ...row }))),
    missing: fact(missing),
  };
  // Where all of them pass, a terminal has the number of executors in the place of their names, which the lines below tell.
  const groups = [...groupedRows(table.rows).values()].map((rows) => ({
    rows,
    isShort: width !== undefined,
  }));
  const about = `narrow data for floats, bits for integers, n = ${table.length}, seed 2026; sums without an order: wide data there and back`;
  const below = [
    ...shortened(table.rows.filter(({ verdict }) => verdict === "FAIL").map(failureLine)),
    "",
    ...reports.flatMap(suiteLines),
    ...functionLines(functions),
    ...missing.map((reason) => `not here: ${reason}`),
    "",
    verdictLine(totals, seconds),
  ];
  return report(facts, () => [
    ...wrappedLines([about], width),
    ...columnsWithin([TITLES, ...groups.map(cellsOf)], width, MAY_GO),
    ...wrappedLines(below, width),
  ]);
}

/** How every witness ends, for JSON. */
export function totalsFacts({ passed, run, refused, skipped, failed }: WitnessTotals, seconds: number) {
  return {
    passed: fact(passed),
    run: fact(run),
    refused: fact(refused),
    skipped: fact(skipped),
    failed: fact(failed),
    seconds: fact(seconds),
  };
}

function suiteJson({
  executor,
  passed,
  run,
  refused,
  skipped,
  failedCount,
  failed,
  skips,
}: Suite): JsonValue {
  return {
    ...{ executor, passed, run, refused, skipped, failed: failedCount },
    failures: failed.map(({ message }) => message),
    skips: skips.map(({ reason, count }) => ({ reason, count })),
  };
}

/** The last line of every witness: PASS or FAIL with its numbers. */
export function verdictLine(totals: WitnessTotals, seconds: number): string {
  const { run, refused, skipped, failed, passed } = totals;
  const numbers = `${run} run, ${failed} failed, ${refused} refused, ${skipped} skipped`;
  return `${passed ? "PASS" : "FAIL"}  ${numbers}, ${seconds.toFixed(1)} s`;
}

const TITLES = ["expression", "operator", "type", "trees", "values", "on"];
/** What a narrow terminal has no room for, the least first. */
const MAY_GO = ["trees", "type"];

const FAILURES_SHOWN = 10;

interface WitnessGroup {
  readonly rows: readonly WitnessRow[]; // of one contract, by executor
  readonly isShort: boolean;
}

function groupedRows(rows: readonly WitnessRow[]): ReadonlyMap<string, readonly WitnessRow[]> {
  const groups = new Map<string, WitnessRow[]>();
  for (const row of rows) groups.set(row.contract, [...(groups.get(row.contract) ?? []), row]);
  return groups;
}

// Rows that pass have the same hashes; what another executor got instead is told in its failure's line.
function cellsOf({ rows, isShort }: WitnessGroup): readonly string[] {
  const shown = rows.find(({ verdict }) => verdict === "PASS") ?? rows[0];
  const isAllPassed = rows.every(({ verdict }) => verdict === "PASS");
  const verdicts =
    isShort && isAllPassed
      ? [`${rows.length} PASS`]
      : rows.map(({ executor, verdict }) => `${executor} ${verdict}`);
  const { expression, operator, type, observation } = shown;
  const name = observation === "reduce" ? `${operator} (reduce)` : operator;
  return [expression, name, type, shown.fingerprint ?? "-", shown.hash ?? "-", verdicts.join("  ")];
}

function failureLine({ contract, executor, observation, message }: WitnessRow): string {
  return `FAIL  ${executor}: ${contract}, ${observation}: ${message ?? "no reason given"}`;
}

function suiteLines(suite: Suite): readonly string[] {
  const { executor, tier, run, refused, skipped, failedCount, passed } = suite;
  const numbers = `${run} run, ${failedCount} failed, ${refused} refused, ${skipped} skipped`;
  return [
    `${passed ? "PASS" : "FAIL"}  ${executor}, conformance suite (${tier}): ${numbers}`,
    ...shortened(
      suite.failed.map(({ message }) => `  ${message}`),
      failedCount,
    ),
    ...suite.skips.map(({ reason, count }) => `  skipped ${count}: ${reason}`),
  ];
}

/** One line for each executor, and what failed on any. */
function functionLines({ rows }: FunctionWitnessReport): readonly string[] {
  const executors = [...new Set(rows.map(({ executor }) => executor))];
  const failed = rows.filter(({ verdict }) => verdict === "FAIL");
  return [
    ...executors.map((executor) => {
      const count = (verdict: FunctionWitnessReport["rows"][number]["verdict"]): number =>
        rows.filter((row) => row.executor === executor && row.verdict === verdict).length;
      const [passes, failures, refusals] = [count("PASS"), count("FAIL"), count("refused")];
      const numbers = `${passes + failures} run, ${failures} failed, ${refusals} refused`;
      return `${failures === 0 ? "PASS" : "FAIL"}  ${executor}, everyday functions: ${numbers}`;
    }),
    ...shortened(
      failed.map(({ executor, call, input, message }) => `  ${executor}: ${call} of ${input}: ${message}`),
    ),
  ];
}

function shortened(lines: readonly string[], count = lines.length): readonly string[] {
  const shown = lines.slice(0, FAILURES_SHOWN);
  return count === shown.length ? shown : [...shown, `and ${count - shown.length} more`];
}
