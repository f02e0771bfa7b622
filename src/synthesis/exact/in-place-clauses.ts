import type { CnfBuilder } from "../../solvers/cnf-builder.ts";
import { type Interval, type IntervalTable, isComputed } from "./interval-table.ts";

/**
 * What makes a circuit a network: the intervals that end with a wire are its values one after another, each of which takes up its predecessor;
 * and a value is read before, or in the step in which, its successor replaces it.
 */
export function addInPlace(cnf: CnfBuilder, table: IntervalTable): void {
  for (const interval of table.intervals) {
    for (const [end, split] of interval.splits) {
      addChain(cnf, table, interval, end, split);
      addReading(cnf, table, interval, end, split);
    }
  }
}

/** The right part is the last value of its wire before: no interval between the two is computed. */
function addChain(
  cnf: CnfBuilder,
  table: IntervalTable,
  { first, last }: Interval,
  end: number,
  split: number,
): void {
  for (let between = first + 1; between <= end; between++) {
    const other = table.at(between, last);
    if (other !== undefined) cnf.add(-split, -isComputed(other));
  }
}

/** The left part is still on its wire: whatever comes after it there is there by a step only if this interval is too. */
function addReading(
  cnf: CnfBuilder,
  table: IntervalTable,
  { first, last, latest }: Interval,
  end: number,
  split: number,
): void {
  for (let before = 0; before < first; before++) {
    const successor = table.at(before, end);
    if (successor === undefined) continue;
    for (let step = successor.earliest; step < latest; step++) {
      const isThere = table.by(before, end, step);
      const isRead = table.by(first, last, step);
      if (typeof isThere !== "number") continue;
      cnf.imply([split, isThere], typeof isRead === "number" ? [isRead] : []);
    }
  }
}
