import type { Step } from "../../networks/network.ts";
import { blockLengthOf, type HierarchicalScan, type Row } from "./hierarchical-scan.ts";
import { type Schedule, stepsOfRows } from "./stage-steps.ts";

/** The stages of a hierarchical scan as steps over the rows of one block, and the rows that take up what enters. */
export interface StagesInPlace {
  readonly length: number; // n
  readonly first: readonly Step[];
  readonly sent: readonly number[];
  readonly enteredRows: readonly number[];
  readonly last: readonly Step[];
}

export interface InPlaceOptions {
  readonly first: Schedule;
  readonly last: Schedule;
  readonly rows: "unsent" | "all"; // which rows the last stage works on: those that need it, or all, which may be more regular
}

/**
 * The stages in place. The middle stage leaves every prefix that ends with a sent value on its wire, so that those rows need nothing more; all
 * others go on from their value of the first stage. Undefined where a row would have to hold two things.
 */
export function stagesInPlace(
  scan: HierarchicalScan,
  { first: firstSchedule, last: lastSchedule, rows }: InPlaceOptions,
): StagesInPlace | undefined {
  const length = blockLengthOf(scan);
  const used = scan.first.map((row, number): Row => (isChanged(scan, number) ? row : [number]));
  const first = stepsOfRows(used, firstSchedule);
  const last = stepsOfRows(
    scan.last.map((row, number): Row => (rows === "unsent" && scan.sent.includes(number) ? [number] : row)),
    lastSchedule,
  );
  const fromElement = scan.bases.some(
    (base, row) => base === "element" && used[row].length > 1 && !scan.sent.includes(row),
  );
  if (first === undefined || last === undefined || fromElement) return undefined;
  const enteredRows = Array.from({ length }, (_, row) => row).filter(
    (row) => !scan.sent.includes(row) && scan.entries.some((rows) => rows[row] !== undefined),
  );
  return { length, first, sent: scan.sent, enteredRows, last };
}

/** Whether the value of the first stage is wanted of a row. */
function isChanged(scan: HierarchicalScan, row: number): boolean {
  return scan.sent.includes(row) || scan.bases[row] === "first";
}
