// Rows are sets of elements; a program works in place. Here rows become steps that share what they have in common.
import type { Pair, Step } from "../../networks/network.ts";
import { blockLengthOf, type HierarchicalScan, type Row } from "./hierarchical-scan.ts";

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

/** When a pair that has time happens: as soon, or as late, as others allow. */
type Schedule = "early" | "late";

/** A pair, and when it may happen: after these pairs, no later than those. */
interface PlannedPair {
  readonly pair: Pair;
  readonly after: readonly number[]; // at least one step later than each of these
  readonly upTo: readonly number[]; // no later than each of these: they write what it reads
}

/**
 * Steps in place that make every wire hold the values of its row, or undefined where a wire would have to hold two things.
 *
 * A row takes up the largest part of what it lacks that another wire comes to hold, so that what rows share is combined once. Row by row,
 * its number last; at most one pair for each wire and step.
 */
export function stepsOfRows(rows: readonly Row[], schedule: Schedule): readonly Step[] | undefined {
  const planned = planPairs(rows);
  if (planned === undefined) return undefined;
  const times = schedule === "early" ? earlyTimes(planned) : lateTimes(planned);
  if (times === undefined) return undefined;
  const steps = Array.from({ length: Math.max(0, ...times.map((time) => time + 1)) }, (): Pair[] => []);
  planned.forEach(({ pair }, index) => {
    steps[times[index]].push(pair);
  });
  return steps;
}

/** What a wire holds after each of its pairs, by the pair that made it; first of all itself. */
interface Stage {
  readonly length: number; // of the end of its row that it holds by then
  readonly madeBy: number | undefined;
}

function planPairs(rows: readonly Row[]): readonly PlannedPair[] | undefined {
  const planned: { pair: Pair; after: number[]; upTo: number[] }[] = [];
  const stages: Stage[][] = rows.map(() => [{ length: 1, madeBy: undefined }]);
  for (const [wire, row] of rows.entries()) {
    for (let held = 1; held < row.length; ) {
      const rest = row.slice(0, -held);
      const source = rest[rest.length - 1];
      const [used, next] = largestPart(stages[source], rows[source], rest);
      const before = stages[wire][stages[wire].length - 1].madeBy;
      const index = planned.length;
      planned.push({
        pair: [source, wire],
        after: [before, used.madeBy].filter((made) => made !== undefined),
        upTo: next?.madeBy === undefined ? [] : [next.madeBy],
      });
      held += used.length;
      stages[wire].push({ length: held, madeBy: index });
    }
  }
  return planned;
}

/** The largest that a wire ever holds of the end of `rest`, and what it holds next. It holds itself at first, which is such an end. */
function largestPart(
  stages: readonly Stage[],
  row: Row,
  rest: Row,
): readonly [used: Stage, next: Stage | undefined] {
  let place = 0;
  stages.forEach(({ length }, index) => {
    const part = row.slice(-length);
    if (part.length <= rest.length && part.every((value, at) => rest[rest.length - length + at] === value)) {
      place = index;
    }
  });
  return [stages[place], stages[place + 1]];
}

/** `later` happens at least `gap` steps after `earlier`. */
interface Order {
  readonly earlier: number;
  readonly later: number;
  readonly gap: 0 | 1;
}

function ordersOf(planned: readonly PlannedPair[]): readonly Order[] {
  return planned.flatMap(({ after, upTo }, index): Order[] => [
    ...after.map((earlier): Order => ({ earlier, later: index, gap: 1 })),
    ...upTo.map((later): Order => ({ earlier: index, later, gap: 0 })),
  ]);
}

/** Earliest times; undefined for pairs that wait for each other. */
function earlyTimes(planned: readonly PlannedPair[]): readonly number[] | undefined {
  const orders = ordersOf(planned);
  const times = planned.map(() => 0);
  for (let round = 0; round <= planned.length; round++) {
    const broken = orders.filter(({ earlier, later, gap }) => times[later] < times[earlier] + gap);
    if (broken.length === 0) return times;
    for (const { earlier, later, gap } of broken) times[later] = Math.max(times[later], times[earlier] + gap);
  }
  return undefined;
}

/** Latest times within the steps that the earliest need. */
function lateTimes(planned: readonly PlannedPair[]): readonly number[] | undefined {
  const early = earlyTimes(planned);
  if (early === undefined) return undefined;
  const orders = ordersOf(planned);
  const times = planned.map(() => Math.max(...early));
  for (;;) {
    const broken = orders.filter(({ earlier, later, gap }) => times[later] < times[earlier] + gap);
    if (broken.length === 0) return times;
    for (const { earlier, later, gap } of broken) {
      times[earlier] = Math.min(times[earlier], times[later] - gap);
    }
  }
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
