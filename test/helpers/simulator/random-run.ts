import { LAST_EPOCH } from "../../../src/look-back/protocol.ts";
import { DyadicRun, poisonedMemory } from "../../../src/simulator/look-back-run.ts";
import { random, starving } from "../../../src/simulator/schedules.ts";
import type { Rules, Size } from "../../../src/simulator/setting.ts";
import { HASHED, seeded } from "../../../src/simulator/values.ts";

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
 * fresh to mostly stale; in one of six tickets name the tiles
 * backwards; in one of three some workgroups stand still for ever after some step.
 *
 * @throws Error if anything is wrong, or takes longer than it may
 */
export function randomRun(seed: number, rules: Rules, tally: Tally = emptyTally()): void {
  const choose = seeded(seed);
  const size = randomSize(choose);
  const memory = poisonedMemory(size, choose(4), choose);
  const run = new DyadicRun(size, rules, HASHED, memory);
  const isStarving = size.workgroupCount > 1 && choose(3) === 0;
  if (isStarving) {
    const starvedCount = 1 + choose(size.workgroupCount - 1);
    const starved = Array.from({ length: starvedCount }, (_, index) => index);
    tally.steps += run.run(starving(starved, choose(20 * size.tileCount), choose));
    const left = run.simulation.live().filter((actor) => !starved.includes(actor));
    if (left.length > 0) throw new Error(`workgroups ${left} are stuck`);
  } else {
    tally.steps += run.run(random(choose, [0, 30, 90][choose(3)] ?? 0));
    run.judgeEnd();
  }
  add(tally, run, isStarving);
}

function randomSize(choose: (count: number) => number): Size {
  const isLarge = choose(20) === 0;
  const groupBits = isLarge ? 5 : 1 + choose(2);
  const tileCount = 1 + (isLarge ? 30 + choose(50) : choose(12));
  const isPersistent = choose(2) === 0;
  return {
    tileCount,
    capacity: tileCount,
    workgroupCount: isPersistent ? 1 + choose(6) : tileCount + choose(3),
    groupBits,
    rootWordCount: 1 + choose(2),
    pollLimit: [0, 1, 3, 20][choose(4)] ?? 0,
    isReversed: choose(6) === 0,
    isPersistent,
    lastEpoch: LAST_EPOCH,
    run: 0,
  };
}

function add(tally: Tally, { setting, simulation }: DyadicRun, isStarving: boolean): void {
  tally.runs++;
  tally.tiles += simulation.written.length;
  tally.polls += setting.counts.polls;
  tally.accepted += setting.counts.accepted;
  tally.fallbacks += setting.counts.fallbacks;
  tally.recomputed += setting.counts.recomputed;
  if (isStarving) tally.starved++;
}
