import { LAST_EPOCH } from "../../../src/look-back/protocol.ts";
import { type Exploration, explore } from "../../../src/simulator/explore.ts";
import {
  freshMemory,
  LookBackRun,
  memoryAfter,
  poisonedMemory,
} from "../../../src/simulator/look-back-run.ts";
import type { Memory } from "../../../src/simulator/memory.ts";
import { type Schedule, scheduleOf } from "../../../src/simulator/schedules.ts";
import { RULES, type Rules, Setting, type Size } from "../../../src/simulator/setting.ts";
import { type Coin, scattered, seeded, type Values } from "../../../src/simulator/values.ts";

export const SMALL: Size = {
  tileCount: 4,
  capacity: 4,
  workgroupCount: 2,
  groupBits: 1,
  rootWordCount: 1,
  pollLimit: 1,
  isReversed: false,
  isPersistent: true,
  lastEpoch: LAST_EPOCH,
  run: 0,
};

/** Brackets up to collisions of 32 bits, without memory: for long runs. */
export const HASHED: Values = {
  leaf: (run, tile) => scattered(Math.imul(run + 1, 0x85ebca6b) ^ Math.imul(tile + 1, 0xc2b2ae35)),
  combine: (left, right) =>
    scattered(Math.imul(left, 0x27d4eb2f) + Math.imul(right ^ 0x165667b1, 0x9e3779b1)),
};

export const fair = scheduleOf({ order: "turns" });
export const blind = scheduleOf({ order: "turns", loads: "oldest" });

/**
 * The seed's example: two workgroups on one multiprocessor draw their tiles; then the scheduler sticks to the one with tile 1.
 * The other goes on only once that one is done.
 */
export const stickingToTheSecond: Schedule = (run, stepCount) => {
  const live = run.live();
  const workgroup = stepCount < 4 ? stepCount >> 1 : live.includes(1) ? 1 : live[0];
  return workgroup === undefined ? undefined : { workgroup, lane: 0, age: 0 };
};

/** Far beyond what any run of the tests takes. */
const STEP_LIMIT = 1_000_000;

export function lookBackRun(
  size: Size,
  rules: Rules = RULES,
  values: Values = HASHED,
  memoryOf: (setting: Setting) => Memory = freshMemory,
): LookBackRun {
  const setting = new Setting(size, rules, values);
  return new LookBackRun(setting, memoryOf(setting));
}

/** Goes on as long as the schedule does. Gives the number of steps. @throws Error if something is wrong, or if it takes too long */
export function runBy(run: LookBackRun, schedule: Schedule): number {
  const stepCount = run.run(schedule, STEP_LIMIT);
  if (run.fault !== undefined) throw new Error(run.fault);
  if (stepCount === STEP_LIMIT) throw new Error(`no end after ${STEP_LIMIT} steps`);
  return stepCount;
}

/** Every schedule, over a table with old words. */
export function exploreSize(
  size: Size,
  rules: Rules,
  values: Values,
  stateLimit: number,
  seed: number,
): Exploration {
  const run = lookBackRun(size, rules, values, (setting) => poisonedMemory(setting, 1, seeded(seed)));
  return explore(run.simulation, (simulation) => run.faultAfter(simulation), stateLimit);
}

/**
 * Several runs on one table, one after the other, of as many tiles as `coin` says; of a table cleared, any word of the run's own epoch
 * may land after the clearing.
 *
 * @throws Error at the first wrong result
 */
export function runEpochs(size: Size, rules: Rules, runCount: number, coin: Coin): void {
  let memory: Memory | undefined;
  for (let index = 0; index < runCount; index++) {
    const setting = new Setting({ ...size, tileCount: 1 + coin(size.capacity), run: index }, rules, HASHED);
    const run = new LookBackRun(setting, memory);
    runBy(run, scheduleOf({ order: "random", loads: "any", staleness: 30 }, coin));
    memory = memoryAfter(run, coin(2) === 0);
  }
}
