// P4229R0 prints values for its examples. They are made again here, and compared bit by bit.

import {
  type Comparison,
  type PaperGroup,
  type PaperWitness,
  paperWitness,
  type StdlibSums,
  stdlibPeer,
} from "../../../conformance.ts";
import type { Executor } from "../../../index.ts";
import type { CommandIo } from "../../io.ts";
import { withProgress } from "../../progress.ts";
import { columns, fact, printReport, type Report, report } from "../../report.ts";
import { totalsFacts, verdictLine, type WitnessTotals } from "./report.ts";
import { readPaperVectors, readPublishedVectors } from "./vector-files.ts";

/** `samebits witness --paper`: P4229R0's Appendix F and table B.8 again, on every executor asked for. True when all of it passed. */
export async function runPaperWitness(
  executors: readonly Executor[],
  options: { readonly json?: boolean },
  io: CommandIo,
): Promise<boolean> {
  const [vectors, published] = [await readPaperVectors(), await readPublishedVectors()];
  const peers = [stdlibPeer(await loadStdlib())];
  const begun = io.now();
  const witnessed = await withProgress(io, "rows", (advance) => {
    let rows = 0;
    const onGroup = (group: PaperGroup): void => {
      rows += group.rows.length;
      advance(rows, undefined);
    };
    return paperWitness(executors, { vectors, published, peers, onGroup });
  });
  const seconds = (io.now() - begun) / 1000;
  await io.stdout.write(printReport(paperReport(witnessed, seconds), options));
  return witnessed.passed;
}

// A development dependency of the benchmark, so absent for most users.
async function loadStdlib(): Promise<StdlibSums | undefined> {
  try {
    const { default: dcusumpw } = await import("@stdlib/blas-ext-base-dcusumpw");
    const { default: dsumpw } = await import("@stdlib/blas-ext-base-dsumpw");
    return { dcusumpw, dsumpw };
  } catch {
    return undefined;
  }
}

function paperReport(witnessed: PaperWitness, seconds: number): Report {
  const { groups, comparisons } = witnessed;
  const totals = totalsOf(witnessed);
  const facts = {
    ...totalsFacts(totals, seconds),
    groups: fact(
      groups.map(({ executor, title, passCount, failCount, refusedCount, rows }) => ({
        ...{ executor, title, passCount, failCount, refusedCount },
        rows: rows.map((row) => ({ ...row })),
      })),
    ),
    comparisons: fact(comparisons.map((comparison) => ({ ...comparison }))),
  };
  return report(facts, () => [
    ...groups.flatMap(groupLines),
    "scan against reduce, f64 sum",
    ...columns([COMPARISON_TITLES, ...comparisons.flatMap(comparisonCells)]),
    ...comparisons.flatMap((comparison) =>
      comparison.kind === "skipped" ? [`skipped ${comparison.peer}: ${comparison.reason}`] : [],
    ),
    "",
    verdictLine(totals, seconds),
  ]);
}

function groupLines({ executor, title, rows, summary }: PaperGroup): readonly string[] {
  const cells = rows.map(({ verdict, expression, what, expected, actual }) => [
    verdict,
    expression,
    what,
    verdict !== "FAIL" ? actual : `expected ${expected}, got ${actual}`,
  ]);
  return [`${title}, ${executor}`, ...columns(cells), summary, ""];
}

const COMPARISON_TITLES = ["sums", "data", "scan's last", "reduce", "", "prefixes unlike samebits'"];

function comparisonCells(comparison: Comparison): readonly (readonly string[])[] {
  if (comparison.kind === "skipped") return [];
  const { peer, data, scanLast, reduce, isConsistent, differing, length } = comparison;
  return [[peer, data, scanLast, reduce, isConsistent ? "same" : "DIFFER", `${differing} of ${length}`]];
}

function totalsOf({ groups, comparisons, passed }: PaperWitness): WitnessTotals {
  const failed = groups.reduce((sum, { failCount }) => sum + failCount, 0);
  const refused = groups.reduce((sum, { refusedCount }) => sum + refusedCount, 0);
  return {
    run: groups.reduce((sum, { rows }) => sum + rows.length, 0) - refused,
    refused,
    skipped: comparisons.filter(({ kind }) => kind === "skipped").length,
    failed,
    passed,
  };
}
