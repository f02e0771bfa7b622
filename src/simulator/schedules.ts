// Why: who goes next and how old a value a load returns is all that a machine may choose. Here both are data, so that a run can be repeated.
import type { LookBackStep } from "./simulation.ts";
import { type Coin, seeded } from "./values.ts";

/** Who goes next, and what loads return. Two runs of one setting by equal schedules are equal, step by step. */
export interface ScheduleOptions {
  /** Each workgroup in turn, the first as long as it lives, or any of them in bursts, with any of its lanes. Default: "turns". */
  readonly order?: "turns" | "first" | "random" | undefined;
  /** The newest value of a word, the oldest of this run, or any of them. Default: "newest". */
  readonly loads?: "newest" | "oldest" | "any" | undefined;
  /** Of 100 loads by "any", those that may return an old value. Default: 50. */
  readonly staleness?: number | undefined;
  /** Of all that is random. Default: 0n. */
  readonly seed?: bigint | undefined;
  /** Workgroups that do nothing more after `stoppedAfter` steps. Default: none. */
  readonly stopped?: readonly number[] | undefined;
  readonly stoppedAfter?: number | undefined; // default: 0
}

/** What a schedule looks at. */
interface Schedulable {
  live(): readonly number[];
  laneCount(workgroup: number): number;
  ageCount(workgroup: number, lane: number): number;
}

/** Chooses the next step; undefined when the workgroups that it lets run are done. */
export type Schedule = (run: Schedulable, stepCount: number) => LookBackStep | undefined;

/** One step in so many goes to another workgroup: the others stand still between any two operations of a burst. */
const BURST_STEPS = 8;

const DEFAULT_STALENESS = 50;

/** `coin` is what random choices are made with: `seed` unless said. */
export function scheduleOf(options: ScheduleOptions = {}, coin: Coin = seeded(options.seed ?? 0n)): Schedule {
  const { order = "turns", stopped = [], stoppedAfter = 0 } = options;
  const next = orderOf(order, coin);
  const ageOf = agesOf(options, coin);
  return (run, stepCount) => {
    const live = run.live();
    const isFed = (each: number) => stepCount < stoppedAfter || !stopped.includes(each);
    const fed = stopped.length === 0 ? live : live.filter(isFed);
    const workgroup = next(fed, stepCount);
    if (workgroup === undefined) return undefined;
    const lane = order === "random" ? coin(run.laneCount(workgroup)) : 0;
    return { workgroup, lane, age: ageOf(run.ageCount(workgroup, lane)) };
  };
}

type Order = (live: readonly number[], stepCount: number) => number | undefined;

function orderOf(order: NonNullable<ScheduleOptions["order"]>, coin: Coin): Order {
  if (order === "first") return (live) => live[0];
  if (order === "turns") return (live, stepCount) => live[stepCount % live.length];
  let chosen: number | undefined;
  return (live) => {
    if (live.length === 0) return undefined;
    if (chosen === undefined || !live.includes(chosen) || coin(BURST_STEPS) === 0)
      chosen = live[coin(live.length)];
    return chosen;
  };
}

/** The age that a load is given, of so many. */
function agesOf({ loads = "newest", staleness = DEFAULT_STALENESS }: ScheduleOptions, coin: Coin): Coin {
  switch (loads) {
    case "newest":
      return () => 0;
    case "oldest":
      return (count) => count - 1;
    case "any":
      return (count) => (count > 1 && coin(100) < staleness ? coin(count) : 0);
  }
}
