import type { Network, Pair } from "../../networks/network.ts";
import { InternalError } from "../../values/errors.ts";
import { type Interval, type IntervalTable, isComputed } from "./interval-table.ts";

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
