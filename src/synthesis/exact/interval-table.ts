// The variables of that formula, one for each interval of elements that some step could compute, and the network of a model.
import type { Network, Pair } from "../../networks/network.ts";
import type { CnfBuilder } from "../../solvers/cnf-builder.ts";
import { InternalError } from "../../values/errors.ts";
import type { NetworkBounds } from "./network-bounds.ts";

/** The value of wires first … last, more than one, as the result of one combine. */
export interface Interval {
  readonly first: number;
  readonly last: number;
  readonly earliest: number; // the least step that can compute it
  readonly latest: number; // the last step where it is of use
  readonly by: readonly number[]; // literal t: computed in step earliest + t or before; the last one: computed at all
  readonly splits: ReadonlyMap<number, number>; // literal of a split, by the last wire of its left part
}

/** A literal, or what is known without one. */
export type Known = number | boolean;

/** The variables of every interval that some network within the bounds could compute. */
export class IntervalTable {
  readonly intervals: readonly Interval[]; // by last wire, longest last
  readonly #rows: readonly (readonly (Interval | undefined)[])[]; // by first wire, then last

  constructor(cnf: CnfBuilder, { width, depth }: Pick<NetworkBounds, "width" | "depth">) {
    const rows: (Interval | undefined)[][] = Array.from({ length: width }, () => []);
    const intervals: Interval[] = [];
    for (let last = 1; last < width; last++) {
      for (let first = last - 1; first >= 0; first--) {
        const interval = makeInterval(cnf, first, last, depth);
        rows[first][last] = interval;
        if (interval !== undefined) intervals.push(interval);
      }
    }
    this.intervals = intervals;
    this.#rows = rows;
  }

  at(first: number, last: number): Interval | undefined {
    return this.#rows[first][last];
  }

  /** Whether wires first … last are there after a step. */
  by(first: number, last: number, step: number): Known {
    if (first === last) return step >= 0;
    const interval = this.#rows[first][last];
    if (interval === undefined || step < interval.earliest) return false;
    return interval.by[Math.min(step, interval.latest) - interval.earliest];
  }
}

/** Whether an interval is computed at all. */
export function isComputed({ by }: Interval): number {
  return by[by.length - 1];
}

/** A prefix is wanted after the last step; any other interval is of use to a later step alone. Undefined where it takes longer than that. */
function makeInterval(cnf: CnfBuilder, first: number, last: number, depth: number): Interval | undefined {
  const earliest = stepsFor(last - first + 1);
  const latest = first === 0 ? depth : depth - 1;
  if (earliest > latest) return undefined;
  const by = Array.from({ length: latest - earliest + 1 }, () => cnf.variable());
  const splits = new Map<number, number>();
  for (let end = first; end < last; end++) {
    if (stepsFor(end - first + 1) >= latest || stepsFor(last - end) >= latest) continue;
    splits.set(end, cnf.variable());
  }
  return { first, last, earliest, latest, by, splits };
}

/** Least steps that combine so many wires: each doubles at most. */
function stepsFor(length: number): number {
  return Math.ceil(Math.log2(length)); // exact at powers of two
}

/** The network that an assignment of a formula of networks stands for: each computed interval is a pair, in the step in which it is there first. */
export function readModel(model: Uint8Array, table: IntervalTable, width: number): Network {
  const steps: Pair[][] = [];
  for (const interval of table.intervals) {
    if (model[isComputed(interval)] !== 1) continue;
    const step = interval.earliest + interval.by.findIndex((literal) => model[literal] === 1);
    while (steps.length < step) steps.push([]);
    steps[step - 1].push([endOf(model, interval), interval.last]);
  }
  return { width, steps: steps.filter((step) => step.length > 0) };
}

function endOf(model: Uint8Array, { splits }: Interval): number {
  for (const [end, split] of splits) if (model[split] === 1) return end;
  throw new InternalError("a computed interval has no split in a model");
}
