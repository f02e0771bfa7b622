import { LAST_EPOCH } from "../../../src/look-back/protocol.ts";
import { type LookBackRun, poisonedMemory } from "../../../src/simulator/look-back-run.ts";
import { scheduleOf } from "../../../src/simulator/schedules.ts";
import type { Rules, Size } from "../../../src/simulator/setting.ts";
import { type Coin, seeded } from "../../../src/simulator/values.ts";
import { HASHED, lookBackRun, runBy } from "./simulated-runs.ts";

/** What random runs did, added up. */
interface Tally {
  runs: number;
  steps: number;
  tiles: number;
  polls: number;
  accepted: number;
  fallbacks: number;
  recomputed: number;
  starved: number; // runs with workgroups that never came back
}

export function emptyTally(): Tally {
  return { runs: 0, steps: 0, tiles: 0, polls: 0, accepted: 0, fallbacks: 0, recomputed: 0, starved: 0 };
}

/**
 * One random schedule of a random size over a poisoned table: groups of 2 to 32 tiles, roots of 1 or 2 words, poll limits from 0, loads from
 * fresh to mostly stale; in one of six tickets name the tiles backwards; in one of three some workgroups stand still for ever after some step.
 *
 * @throws Error if anything is wrong, or takes longer than it may
 */
export function randomRun(seed: number, rules: Rules, tally: Tally = emptyTally()): void {
  const coin = seeded(seed);
  const size = randomSize(coin);
  const run = lookBackRun(size, rules, HASHED, (setting) => poisonedMemory(setting, coin(4), coin));
  const isStarving = size.workgroupCount > 1 && coin(3) === 0;
  if (isStarving) {
    const stopped = Array.from({ length: 1 + coin(size.workgroupCount - 1) }, (_, index) => index);
    const stoppedAfter = coin(20 * size.tileCount);
    tally.steps += runBy(run, scheduleOf({ order: "random", stopped, stoppedAfter }, coin));
    const left = run.simulation.live().filter((workgroup) => !stopped.includes(workgroup));
    if (left.length > 0) throw new Error(`workgroups ${left} are stuck`);
  } else {
    const staleness = [0, 30, 90][coin(3)] ?? 0;
    tally.steps += runBy(run, scheduleOf({ order: "random", loads: "any", staleness }, coin));
  }
  add(tally, run, isStarving);
}

function randomSize(coin: Coin): Size {
  const isLarge = coin(20) === 0;
  const groupBits = isLarge ? 5 : 1 + coin(2);
  const tileCount = 1 + (isLarge ? 30 + coin(50) : coin(12));
  const isPersistent = coin(2) === 0;
  return {
    tileCount,
    capacity: tileCount,
    workgroupCount: isPersistent ? 1 + coin(6) : tileCount + coin(3),
    groupBits,
    rootWordCount: 1 + coin(2),
    pollLimit: [0, 1, 3, 20][coin(4)] ?? 0,
    isReversed: coin(6) === 0,
    isPersistent,
    lastEpoch: LAST_EPOCH,
    run: 0,
  };
}

function add(tally: Tally, { setting, simulation }: LookBackRun, isStarving: boolean): void {
  tally.runs++;
  tally.tiles += simulation.written.length;
  tally.polls += setting.counts.polls;
  tally.accepted += setting.counts.accepted;
  tally.fallbacks += setting.counts.fallbacks;
  tally.recomputed += setting.counts.recomputed;
  if (isStarving) tally.starved++;
}
