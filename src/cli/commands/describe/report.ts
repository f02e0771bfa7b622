// What was found, once as JSON and once as a table.

import type { Achieved } from "../../../index.ts";
import { achievedFacts } from "../../columns-report.ts";
import {
  type Fact,
  type Facts,
  fact,
  jsonOnly,
  jsonScalar,
  type Report,
  report,
  rowsFact,
  timeFact,
} from "../../report.ts";
import { contractLines, type SumRule } from "./contract.ts";
import type { ColumnDescribed } from "./described.ts";
import type { GroupKey } from "./groups.ts";
import { describedLines } from "./lines.ts";
import type { Measures } from "./numbers.ts";

/** All that `samebits describe` found. */
interface Described {
  readonly achieved: Achieved;
  readonly rule: SumRule;
  readonly columns: readonly ColumnDescribed[];
  readonly seconds: number; // with reading
  readonly plot: string | undefined;
  readonly by: GroupKey | undefined;
}

/** For a person a table as wide as the terminal; for a program every column as an object. */
export function describedReport(found: Described, width: number): Report {
  const { achieved, columns, rule, seconds, plot, by } = found;
  const rowCount = columns.reduce((most, column) => Math.max(most, column.rowCount), 0);
  const facts = {
    n: fact(rowCount, `${counted(rowCount, "row")}, ${counted(columns.length, "column")}`),
    ...achievedFacts(achieved),
    correction: jsonOnly(rule.correction),
    by: jsonOnly(by?.name),
    withoutKey: by === undefined ? fact(undefined) : withoutKeyFact(by),
    columns: rowsFact(columns.map((column) => columnFacts(column, rule))),
    seconds: timeFact(seconds, 0),
    plot: fact(plot),
  };
  return report(facts, () => [
    ...describedLines(columns, width),
    "",
    ["n", "withoutKey", "executor", "seconds", "plot"],
  ]);
}

/** Rows that are in no group. */
function withoutKeyFact({ missingRows: { length } }: GroupKey): Fact {
  return length === 0 ? jsonOnly(0) : fact(length, counted(length, "row"), "no key");
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

function columnFacts(
  { name, typeName, rowCount, missingCount, numbers, groups, times }: ColumnDescribed,
  rule: SumRule,
): Facts {
  const about = {
    name: fact(name),
    fileType: fact(typeName),
    rows: fact(rowCount),
    missing: fact(missingCount),
  };
  if (groups !== undefined)
    return { ...about, groups: rowsFact(groups.map((group) => groupFacts(group, rule))) };
  if (times !== undefined) {
    return { ...about, type: fact(times.type), first: fact(times.first), last: fact(times.last) };
  }
  if (numbers === undefined) return about;
  const { type, count, nanCount, measures } = numbers;
  const counts = { ...about, type: fact(type), count: fact(count), nan: fact(nanCount) };
  if (measures === undefined) return counts;
  return { ...counts, ...measureFacts(measures), contracts: jsonOnly(contractLines(type, rule)) };
}

/** Its name is its key. */
function groupFacts(group: ColumnDescribed, rule: SumRule): Facts {
  const { name, fileType: _, ...facts } = columnFacts(group, rule);
  return { key: name, ...facts };
}

function measureFacts({ mean, standardDeviation, min, quartiles, max, sum, histogram }: Measures): Facts {
  return {
    mean: jsonOnly(jsonScalar(mean)),
    standardDeviation: jsonOnly(jsonScalar(standardDeviation)),
    min: jsonOnly(jsonScalar(min)),
    quartiles: jsonOnly(quartiles.map(jsonScalar)),
    max: jsonOnly(jsonScalar(max)),
    sum: jsonOnly(jsonScalar(sum.value)),
    sumErrorUlps: jsonOnly(sum.errorUlps === undefined ? undefined : jsonScalar(sum.errorUlps)),
    sumBoundUlps: jsonOnly(sum.boundUlps === undefined ? undefined : jsonScalar(sum.boundUlps)),
    histogram: jsonOnly(histogram && { edges: histogram.edges, counts: Array.from(histogram.counts) }),
  };
}
